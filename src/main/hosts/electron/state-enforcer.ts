import type { Clock } from '#main/base/ports.ts';

/**
 * The delay between noticing a deviation and correcting it, in milliseconds: a change may still be under
 * way.
 */
export const SOON = 100;
/** The longest interval between corrections when something keeps undoing them, in milliseconds. */
export const SELDOM = 30_000;
/** How long a correction counts towards that interval, in milliseconds. */
const MEMORY = 60_000;
/** How often the state is checked without an event, in milliseconds: some deviations cause none. */
export const LOOK = 5_000;

export interface StateEnforcerParts {
  readonly clock: Clock;
  readonly isRight: () => boolean;
  readonly putRight: () => void;
}

/**
 * Enforces a state, without ever giving up. Each correction within a minute of the one before waits twice
 * as long, so that two programs that enforce different states do not keep the machine busy.
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

  /** Called on an event: checks the state soon. */
  note(): void {
    if (this.#isDue || this.#isOver) return;
    this.#isDue = true;
    this.#wait(this.#pause());
  }

  /**
   * Called when the surroundings have changed, such as the displays: checks soon, and forgets earlier
   * corrections.
   */
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
