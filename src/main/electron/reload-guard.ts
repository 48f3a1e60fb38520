import type { Clock } from '#main/ports.ts';

/** How often a page that crashed is loaded again within {@link RELOAD_PERIOD}. */
export const MOST_RELOADS = 5;
/** Milliseconds. */
export const RELOAD_PERIOD = 60_000;

/** Says after each crash whether one more reload makes sense, or the page crashes over and over. */
export function createReloadGuard(clock: Clock): () => boolean {
  let crashes: readonly number[] = [];
  return () => {
    const now = clock.steady();
    crashes = [...crashes.filter((at) => now - at < RELOAD_PERIOD), now];
    return crashes.length <= MOST_RELOADS;
  };
}
