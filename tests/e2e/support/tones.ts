import type { Page } from '@playwright/test';

/**
 * Listens to the tones that the page plays; brings those since the last time, in hertz. The page is
 * loaded anew, because its audio has to be listened to from the start.
 */
export async function hearTones(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.addInitScript(() => {
    const tones: number[] = [];
    Object.assign(globalThis, { tones });
    // Started, and not only made: a tone that nobody hears does not count.
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      tones.push(this.frequency.value);
      start.call(this, when);
    };
  });
  await page.reload();
  return () => page.evaluate(() => (globalThis as unknown as { tones: number[] }).tones.splice(0));
}
