/** A clock that nobody can set, and that wakes whoever waits. */
export interface SteadyClock {
  /** Milliseconds since some moment; for durations. */
  steady(): number;
  /** Calls `wake` once, after `ms` milliseconds; returns a function that cancels it. */
  after(ms: number, wake: () => void): () => void;
}

/** The page's own. */
export const pageClock: SteadyClock = {
  steady: () => performance.now(),
  after(ms, wake) {
    const timer = setTimeout(wake, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after so many milliseconds. */
export function pause(clock: Pick<SteadyClock, 'after'>, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}
