import type { Page } from '@playwright/test';

/**
 * Listens to the tones that the page plays; returns those since the last time, in hertz. The page is
 * loaded anew, because its audio has to be listened to from the start.
 */
export async function hearTones(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.addInitScript(() => {
    const tones: number[] = [];
    class Heard extends AudioContext {
      override createOscillator(): OscillatorNode {
        const oscillator = super.createOscillator();
        const start = oscillator.start.bind(oscillator);
        // Started, and not only made: a tone that nobody hears does not count.
        oscillator.start = (when) => {
          tones.push(oscillator.frequency.value);
          start(when);
        };
        return oscillator;
      }
    }
    Object.assign(globalThis, { tones, AudioContext: Heard });
  });
  await page.reload();
  return () => page.evaluate(() => (globalThis as unknown as { tones: number[] }).tones.splice(0));
}
