import { STEADY_STEP, type Clock } from '#main/base/ports.ts';

/**
 * How long the program may take to read bytes that the system has already received, in
 * milliseconds.
 */
const SLACK = 15;

/** If a timer fires later than this, the process was held up; in milliseconds. */
const HELD_UP = 2 * STEADY_STEP;

/**
 * Reports when nothing has come for a while. After a busy period, Node runs timers before it reads
 * the data that has arrived meanwhile; the process's own delay would then look like the scanner's
 * silence, and cut a code in two. So some slack is added after the time is up, and if the process
 * was held up, the wait starts over.
 */
export class Silence {
  readonly #clock: Clock;
  readonly #onSilence: () => void;
  #callOff = (): void => {};

  constructor(clock: Clock, onSilence: () => void) {
    this.#clock = clock;
    this.#onSilence = onSilence;
  }

  /** Starts the wait: silence is reported after `ms` milliseconds without another call. */
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
