import type { Clock } from '#main/base/ports.ts';

/** What was noticed to be wrong is put right after so long, in milliseconds: it may still be moving. */
export const SOON = 100;
/** Something that undoes it each time is not fought more often than this, in milliseconds. */
export const SELDOM = 30_000;
/** How long a time before is remembered, in milliseconds. */
const MEMORY = 60_000;
/** How often it is looked at unasked, in milliseconds: not everything that goes wrong is told. */
export const LOOK = 5_000;

export interface StateEnforcerParts {
  readonly clock: Clock;
  readonly isRight: () => boolean;
  readonly putRight: () => void;
}

/**
 * Keeps something as it should be, and never gives up; but each time within a minute waits twice as
 * long as the one before, so that two who insist on different things leave the machine its breath.
 */
export class StateEnforcer {
  readonly #parts: StateEnforcerParts;
  #times: readonly number[] = [];
  #isDue = false;
  #isOver = false;
  #callOff = (): void => undefined;

  constructor(parts: StateEnforcerParts) {
    this.#parts = parts;
  }

  /** Something has changed: it is looked at soon. */
  note(): void {
    if (this.#isDue || this.#isOver) return;
    this.#isDue = true;
    this.#wait(this.#pause());
  }

  /** Everything is another than before, by nobody's doing: it is looked at soon, however often it was. */
  beginAnew(): void {
    this.#times = [];
    this.#isDue = false;
    this.note();
  }

  stop(): void {
    this.#isOver = true;
    this.#callOff();
  }

  #look(): void {
    const { clock, isRight, putRight } = this.#parts;
    this.#isDue = false;
    if (isRight()) {
      this.#wait(LOOK);
      return;
    }
    this.#times = [...this.#times, clock.steady()];
    putRight();
    this.note();
  }

  #wait(ms: number): void {
    this.#callOff();
    this.#callOff = this.#parts.clock.after(ms, () => this.#look());
  }

  #pause(): number {
    const now = this.#parts.clock.steady();
    this.#times = this.#times.filter((at) => now - at < MEMORY);
    return Math.min(SELDOM, SOON * 2 ** this.#times.length);
  }
}
