import type { Clock } from '#main/base/ports.ts';

/** How long ago the machine started when a fake clock begins. */
const UPTIME = 90_000;

/** A clock that only moves when a test says so, and then wakes whoever waits, in order of time. */
export class FakeClock implements Clock {
  #steady = UPTIME;
  /** How far the wall clock is ahead of the steady one. */
  #ahead: number;
  readonly #waiting = new Set<{ at: number; wake: () => void }>();

  constructor(now = Date.UTC(2026, 10, 20, 18, 0, 0)) {
    this.#ahead = now - UPTIME;
  }

  now(): number {
    return this.#steady + this.#ahead;
  }

  steady(): number {
    return this.#steady;
  }

  after(ms: number, wake: () => void): () => void {
    const entry = { at: this.#steady + ms, wake };
    this.#waiting.add(entry);
    return () => this.#waiting.delete(entry);
  }

  /** How much time has passed since it began, in milliseconds, wherever the wall clock was set. */
  get passed(): number {
    return this.#steady - UPTIME;
  }

  /** How many wait to be woken. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** How long until somebody is woken, in milliseconds; infinite while nobody waits. */
  untilNext(): number {
    const next = Math.min(...[...this.#waiting].map(({ at }) => at));
    return Math.max(0, next - this.#steady);
  }

  /** Somebody sets the wall clock forward by `ms`; who waits still waits for as long as before. */
  setForward(ms: number): void {
    this.#ahead += ms;
  }

  /** Somebody sets the wall clock back by `ms`; who waits still waits for as long as before. */
  setBack(ms: number): void {
    this.setForward(-ms);
  }

  /** The machine sleeps for `ms`: both clocks go on, but no time of waiting passes. */
  sleep(ms: number): void {
    this.#steady += ms;
    for (const entry of this.#waiting) entry.at += ms;
  }

  /** Moves on by `ms`; before, after and between wakings, promises that are ready get to run. */
  async advance(ms: number): Promise<void> {
    const end = this.#steady + ms;
    await settle();
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#waiting.delete(next);
      this.#steady = Math.max(this.#steady, next.at);
      next.wake();
      await settle();
    }
    this.#steady = end;
    await settle();
  }

  #next(end: number) {
    return [...this.#waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

/** Lets everything that is ready run, up to the next turn of the event loop; a page has no `setImmediate`. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve);
  });
}
