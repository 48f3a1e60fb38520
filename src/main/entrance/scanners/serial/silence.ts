import { STEADY_STEP, type Clock } from '#main/base/ports.ts';

/** How long bytes that the system has already may take to be read, in milliseconds. */
const SLACK = 15;

/** A timer that fires later than this was delayed by a busy process, in milliseconds. */
const HELD_UP = 2 * STEADY_STEP;

/**
 * Calls back when no bytes have come for a while. In a process that was busy, timers fire before the bytes
 * that came meanwhile are read, so its own pause would be taken for the scanner's and cut a code in two. So
 * there is a little slack after the time is up, and if the timer itself was late, the wait begins again.
 */
export class Silence {
  readonly #clock: Clock;
  readonly #onSilence: () => void;
  #callOff = (): void => {};

  constructor(clock: Clock, onSilence: () => void) {
    this.#clock = clock;
    this.#onSilence = onSilence;
  }

  /** Restarts the wait: the callback comes after `ms` milliseconds without another call. */
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
