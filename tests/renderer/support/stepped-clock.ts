import { afterEach, beforeEach, vi } from 'vitest';
import { NOW } from './builders.ts';

/** A clock that stands still until it is told, and the page's intervals with it; anew for each test. */
export function steppedClock() {
  let time = NOW;
  beforeEach(() => {
    time = NOW;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => void vi.useRealTimers());
  return {
    now: () => time,
    pass(ms: number): void {
      time += ms;
      vi.advanceTimersByTime(ms);
    },
  };
}
