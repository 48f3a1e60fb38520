import type { Clock } from '#main/base/ports.ts';

/** How often a page that crashed or hung is loaded again within {@link RELOAD_PERIOD}. */
export const MOST_RELOADS = 5;
/**
 * The period in milliseconds. It is long because it takes half a minute to detect that a page hangs that
 * never shows anything.
 */
export const RELOAD_PERIOD = 5 * 60_000;

/** Decides after each crash whether to reload once more; not if the page crashes over and over. */
export function createReloadGuard(clock: Clock): () => boolean {
  let crashes: readonly number[] = [];
  return () => {
    const now = clock.steady();
    crashes = [...crashes.filter((at) => now - at < RELOAD_PERIOD), now];
    return crashes.length <= MOST_RELOADS;
  };
}
