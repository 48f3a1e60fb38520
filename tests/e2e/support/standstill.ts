import type { Kiosk } from './kiosk.ts';

/** How often somebody looks at the clock, in milliseconds. */
const EVERY = 5;

/**
 * Watches from now on whether the kiosk's main process and its page get to do anything. Returns what says for how long
 * each of them did not at most, in milliseconds, one added to the other.
 */
export async function watchStandstills({
  app,
  page,
}: Pick<Kiosk, 'app' | 'page'>): Promise<() => Promise<number>> {
  const inMain = await app.evaluateHandle((_electron, resolution) => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
    const delay = monitorEventLoopDelay({ resolution });
    delay.enable();
    return delay;
  }, EVERY);
  const inPage = await page.evaluateHandle((every) => {
    const delay = { max: 0 };
    let before = performance.now();
    setInterval(() => {
      const now = performance.now();
      delay.max = Math.max(delay.max, now - before);
      before = now;
    }, every);
    return delay;
  }, EVERY);
  return async () => {
    const main = await inMain.evaluate(({ max }) => max / 1e6);
    const inThePage = await inPage.evaluate(({ max }) => max);
    return Math.round(main - EVERY + inThePage - EVERY);
  };
}
