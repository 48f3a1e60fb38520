import { STEADY_STEP, type Clock } from '#main/base/ports.ts';

/** How long bytes that the system has already may take to be read, in milliseconds. */
const SLACK = 15;

/** A waking that is later than this was held up, in milliseconds. */
const HELD_UP = 2 * STEADY_STEP;

/**
 * Tells when nothing has come for a while. A process that was busy hears its timers before it reads
 * what came in the meantime, and would take its own pause for the scanner's, cutting a code in two.
 * So after the time is up there is a little slack, and if it was held up, the waiting begins anew.
 */
export class Silence {
  readonly #clock: Clock;
  readonly #onSilence: () => void;
  #callOff = (): void => {};

  constructor(clock: Clock, onSilence: () => void) {
    this.#clock = clock;
    this.#onSilence = onSilence;
  }

  /** From now on, `ms` milliseconds without another call have to pass. */
  await(ms: number): void {
    this.#wait(ms, ms, () => this.#wait(SLACK, ms, this.#onSilence));
  }

  stop(): void {
    this.#callOff();
  }

  #wait(ms: number, whole: number, then: () => void): void {
    this.#callOff();
    const due = this.#clock.steady() + ms;
    this.#callOff = this.#clock.after(ms, () => {
      if (this.#clock.steady() - due > HELD_UP) this.await(whole);
      else then();
    });
  }
}
