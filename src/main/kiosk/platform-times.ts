import type { PlatformClock } from '#main/base/platform-clock.ts';
import { MINUTE } from '#shared/time.ts';

/**
 * From this deviation of the clock on, in milliseconds, it is shown, because a technician should
 * correct it.
 */
const SKEW_SHOWN = 2 * MINUTE;

/**
 * How far the platform's clock is ahead of this machine's; null if that is unknown or too small to
 * matter.
 */
export function shownSkew(platformClock: Pick<PlatformClock, 'skew'>): number | null {
  const skew = platformClock.skew();
  return skew === null || Math.abs(skew) < SKEW_SHOWN ? null : -Math.round(skew / 1000) * 1000;
}

/**
 * Times of this machine's clock on the platform's. Each is worked out once: how far the clocks are apart is told anew
 * by every answer, and by some milliseconds at every look, and the other doors take another time for another event.
 */
export class PlatformTimes {
  readonly #ahead: () => number;
  readonly #known = new Map<string, { readonly here: number; readonly there: number }>();

  /** @param ahead how far the platform's clock is ahead of this machine's, in milliseconds */
  constructor(ahead: () => number) {
    this.#ahead = ahead;
  }

  /** When the last event of a kind was, in milliseconds since the epoch, by its time here. */
  of(kind: 'help' | 'offline', here: number): number {
    const known = this.#known.get(kind);
    if (known?.here === here) return known.there;
    const there = Math.round(here + this.#ahead());
    this.#known.set(kind, { here, there });
    return there;
  }
}
