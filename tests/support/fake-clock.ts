import type { Clock } from '#main/ports.ts';

/** A clock that only moves when a test says so, and then wakes whoever waits, in order of time. */
export class FakeClock implements Clock {
  #now: number;
  readonly #waiting = new Set<{ at: number; wake: () => void }>();

  constructor(now = Date.UTC(2026, 10, 20, 18, 0, 0)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, wake: () => void): () => void {
    const entry = { at: this.#now + ms, wake };
    this.#waiting.add(entry);
    return () => this.#waiting.delete(entry);
  }

  /** Somebody sets the time back by `ms`; who waits still waits for as long as before. */
  setBack(ms: number): void {
    this.#now -= ms;
    for (const entry of this.#waiting) entry.at -= ms;
  }

  /** Moves on by `ms`; before, after and between wakings, promises that are ready get to run. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#waiting.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.wake();
      await settle();
    }
    this.#now = end;
    await settle();
  }

  #next(end: number) {
    return [...this.#waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

/** Lets everything that is ready run, up to the next turn of the event loop. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
