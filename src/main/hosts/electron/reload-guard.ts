import type { Clock } from '#main/base/ports.ts';

/** How often a page that crashed or hung is loaded again within {@link RELOAD_PERIOD}. */
export const MOST_RELOADS = 5;
/** In milliseconds. So long, because half a minute goes by until a page that never comes up is found to hang. */
export const RELOAD_PERIOD = 5 * 60_000;

/** Says after each crash whether one more reload makes sense, or the page crashes over and over. */
export function createReloadGuard(clock: Clock): () => boolean {
  let crashes: readonly number[] = [];
  return () => {
    const now = clock.steady();
    crashes = [...crashes.filter((at) => now - at < RELOAD_PERIOD), now];
    return crashes.length <= MOST_RELOADS;
  };
}
