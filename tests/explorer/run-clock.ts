import type { Clock } from '#main/base/ports.ts';
import type { FakeClock } from '#tests/support/fake-clock.ts';

/** The clock of one run of a kiosk: nothing that waits by it outlives the run. */
export class RunClock implements Clock {
  readonly #clock: FakeClock;
  readonly #waiting = new Set<() => void>();

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  steady(): number {
    return this.#clock.steady();
  }

  after(ms: number, wake: () => void): () => void {
    const cancel = this.#clock.after(ms, () => {
      this.#waiting.delete(cancel);
      wake();
    });
    this.#waiting.add(cancel);
    return () => {
      this.#waiting.delete(cancel);
      cancel();
    };
  }

  stop(): void {
    for (const cancel of this.#waiting) cancel();
    this.#waiting.clear();
  }
}
