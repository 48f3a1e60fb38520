import { LONGEST_CODE } from '#shared/model/scan.ts';
import { heldFor, type Press } from './press.ts';
import type { WedgeTiming } from './rhythm.ts';

/** No person lets go of so many keys this quickly. */
const RECOGNISED = 3;

/** More keys than the longest code can have, each character as a number under Alt. */
const LONGEST_LINE = LONGEST_CODE * 6;

/**
 * The state of a line. `idle`: no key has come. `undecided`: fewer than three of its keys were released as quickly as a
 * scanner does. `scanning`: three or more were.
 */
type LineState = 'idle' | 'undecided' | 'scanning';

/** Keys whose owner must still show, and those of a code that is not over. */
export class Line {
  readonly #longestHold: number;
  #presses: Press[] = [];
  /** Those that are still down, and not for long yet. */
  #open: Press[] = [];
  /** Those that may end a code, in their order: before them is a key that does not. */
  #ends: Press[] = [];
  /** How many keys were released as quickly as a scanner does. */
  #quick = 0;

  constructor({ longestHold }: Pick<WedgeTiming, 'longestHold'>) {
    this.#longestHold = longestHold;
  }

  get presses(): readonly Press[] {
    return this.#presses;
  }

  get open(): readonly Press[] {
    return this.#open;
  }

  /** The first key that may end a code. */
  get end(): Press | null {
    return this.#ends[0] ?? null;
  }

  get quick(): number {
    return this.#quick;
  }

  get state(): LineState {
    if (this.#presses.length === 0) return 'idle';
    return this.#quick < RECOGNISED ? 'undecided' : 'scanning';
  }

  append(press: Press): void {
    if (this.#presses.length > LONGEST_LINE) this.#presses.splice(LONGEST_LINE / 2, 1);
    if (press.ends && this.#presses.some(({ ends }) => !ends)) this.#ends.push(press);
    this.#presses.push(press);
    if (press.hand === 'open') this.#open.push(press);
    if (press.hand === 'quick') this.#quick += 1;
  }

  /** The first end is a person's key in the middle of a code. */
  passEnd(): void {
    this.#ends.shift();
  }

  /**
   * Judges by `now` how long the open keys were down. Returns the keys of the line that are therefore known to be a
   * scanner's.
   */
  judge(now: number): readonly Press[] {
    const known: Press[] = [];
    for (const press of this.#open) {
      const held = heldFor(press, now);
      if (press.letGoAt === null && held <= this.#longestHold) continue;
      press.hand = held <= this.#longestHold ? 'quick' : 'slow';
      if (press.hand === 'slow') continue;
      this.#quick += 1;
      if (this.#quick === RECOGNISED)
        known.push(...this.#presses.filter(({ hand }) => hand === 'quick'));
      else if (this.#quick > RECOGNISED) known.push(press);
    }
    this.#open = this.#open.filter(({ hand }) => hand === 'open');
    return known;
  }

  /** Removes and returns the first keys. */
  shift(count: number): readonly Press[] {
    const taken = this.#presses.slice(0, count);
    this.#begin(this.#presses.slice(count));
    return taken;
  }

  /** Removes and returns the first keys for which this is true. */
  shiftWhile(isMeant: (press: Press) => boolean): readonly Press[] {
    const count = this.#presses.findIndex((press) => !isMeant(press));
    return count === 0 ? [] : this.shift(count < 0 ? Infinity : count);
  }

  remove(press: Press): void {
    this.#begin(this.#presses.filter((other) => other !== press));
  }

  /** Returns the latest keys that may be a scanner's. */
  latest(): readonly Press[] {
    return this.#presses.slice(-16).filter(({ hand }) => hand !== 'slow');
  }

  /** The time of the last key that could be a scanner's. */
  lastAt(): number {
    const last =
      this.#quick >= 2
        ? this.#presses.findLast(({ hand }) => hand !== 'slow')
        : this.#presses.at(-1);
    return last?.down.at ?? Infinity;
  }

  #begin(presses: readonly Press[]): void {
    this.#presses = [];
    this.#open = [];
    this.#ends = [];
    this.#quick = 0;
    for (const press of presses) this.append(press);
  }
}
