import type { Clock } from '#main/base/ports.ts';
import type { Slice } from '#main/base/slice.ts';
import type { KioskState, SliceName, StateUpdate, WholeState } from '#shared/model/kiosk-state.ts';
import { isDeepStrictEqual } from 'node:util';

/** How long a quiet change waits for others that it can be published with, in milliseconds. */
export const QUIET = 500;

/** The slices of a state; the verdict comes first. */
export type Slices = { readonly [N in SliceName]: Slice<KioskState[N]> };

/** Called with the published state, and what of it is new. */
export type StateListener = (state: KioskState, update: StateUpdate) => void;

/** Rises over all kiosks of this process: a page keeps its state when a rehearsal begins or ends. */
let newestVersion = 0;

/**
 * Publishes the slices that have changed, several in one message. A verdict is published alone and without
 * waiting for the end of the turn, in which the next verdict could replace it. Other changes within one turn
 * of the event loop, including its promise reactions, are published at its end: a page could not have painted
 * anything in between.
 */
export class StatePublisher {
  readonly #slices: Slices;
  readonly #names: readonly SliceName[];
  readonly #clock: Pick<Clock, 'after'>;
  readonly #listeners = new Set<StateListener>();
  readonly #followers: ((state: KioskState) => void)[] = [];
  readonly #changed = new Set<SliceName>();
  #published: KioskState;
  #isDue = false;
  #isVerdictDue = false;
  #isPublishing = false;
  #callOffQuiet: (() => void) | null = null;

  constructor(slices: Slices, clock: Pick<Clock, 'after'>) {
    this.#slices = slices;
    this.#names = Object.keys(slices) as SliceName[];
    this.#clock = clock;
    this.#published = this.state();
    for (const name of this.#names) {
      slices[name].onChange((isQuiet) => this.#note(name, isQuiet));
    }
  }

  /** The state as it is now, published or not. */
  state(): KioskState {
    return this.#read(this.#names) as KioskState;
  }

  /** Publishes whatever has changed, and returns the whole state. */
  whole(): WholeState {
    for (const name of this.#names) this.#changed.add(name);
    this.#isDue = true;
    this.#publishAll();
    return { version: newestVersion, slices: this.#published };
  }

  /** Adds a listener; returns a function that removes it. */
  listen(listener: StateListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Adds a part of the kiosk that acts on changes. It is called after the listeners, so no page waits for it. */
  follow(follower: (state: KioskState) => void): void {
    this.#followers.push(follower);
  }

  #note(name: SliceName, isQuiet: boolean): void {
    this.#changed.add(name);
    if (isQuiet) {
      this.#callOffQuiet ??= this.#clock.after(QUIET, () => {
        this.#callOffQuiet = null;
        this.#noteDue();
      });
    } else if (name === 'verdict') {
      this.#isVerdictDue = true;
      queueMicrotask(this.#publishVerdict);
    } else {
      this.#noteDue();
    }
  }

  #noteDue(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    // A tick that is scheduled from a promise reaction runs after all other reactions.
    queueMicrotask(() => process.nextTick(this.#publishAll));
  }

  readonly #publishVerdict = (): void => {
    if (!this.#isVerdictDue || this.#isPublishing) return;
    this.#isVerdictDue = false;
    this.#publish(['verdict']);
  };

  readonly #publishAll = (): void => {
    if (!this.#isDue || this.#isPublishing) return;
    this.#isDue = false;
    this.#isVerdictDue = false;
    this.#callOffQuiet?.();
    this.#callOffQuiet = null;
    this.#publish(this.#names.filter((name) => this.#changed.has(name)));
  };

  #publish(names: readonly SliceName[]): void {
    // Electron may end the turn while a listener uses it: what has changed meanwhile must not overtake.
    this.#isPublishing = true;
    try {
      for (const name of names) this.#changed.delete(name);
      const slices = newSlices(this.#read(names), this.#published);
      this.#published = { ...this.#published, ...slices };
      if (Object.keys(slices).length > 0) {
        newestVersion += 1;
        const update = { version: newestVersion, slices };
        for (const listener of this.#listeners) listener(this.#published, update);
      }
      for (const follow of this.#followers) follow(this.#published);
    } finally {
      this.#isPublishing = false;
      if (this.#isVerdictDue) queueMicrotask(this.#publishVerdict);
      if (this.#isDue) queueMicrotask(this.#publishAll);
    }
  }

  #read(names: readonly SliceName[]): Partial<KioskState> {
    return Object.fromEntries(names.map((name) => [name, this.#slices[name].value]));
  }
}

/** The slices that differ from those before; null: all of them. */
export function newSlices<State extends object>(slices: State, before: State | null): State {
  const entries = Object.entries(slices).filter(
    ([name, value]) => !isDeepStrictEqual(value, before?.[name as keyof State]),
  );
  return Object.fromEntries(entries) as State;
}
