import { test, type Page } from '@playwright/test';
import { pause, pressing, type } from './display-keys.ts';
import type { Stroke } from './x-keyboard.ts';

/** What was typed before it is over when the page hears of this key: it does nothing by itself. */
const LAST = pressing('{ControlRight}', { gap: 0, hold: 0 });

/** As long as the slowest scanner's pause, in milliseconds: nothing waits for more of it then. */
const OVER = 250;

/**
 * A display that is later than this, in milliseconds, types what no scanner would: it stands for a
 * scanner's own processor, which does nothing else.
 */
export const LATE = 20;

const TRIES = 3;

/** Types on the display. Resolves when the page has got all of it, and says how late the display was. */
export async function typeInto(page: Page, strokes: readonly Stroke[]): Promise<number> {
  await page.evaluate(() => {
    const heard = new Promise<void>((resolve) => {
      const seen = ({ code }: KeyboardEvent) => {
        if (code !== 'ControlRight') return;
        removeEventListener('keyup', seen, { capture: true });
        resolve();
      };
      addEventListener('keyup', seen, { capture: true });
    });
    Object.assign(globalThis, { heard });
  });
  const late = await type([...strokes, pause(OVER), ...LAST]);
  await page.evaluate(() => (globalThis as unknown as { heard: Promise<void> }).heard);
  return late;
}

/**
 * Does and checks it, and again, three times at most, if it was not as it should be and the display was
 * late: then it was not typed as a scanner types. Says how often that was.
 *
 * @param act says how late the display was
 */
export async function onTime(
  act: () => Promise<number>,
  check: () => Promise<unknown>,
): Promise<number> {
  for (let left = TRIES; ; left -= 1) {
    const late = await act();
    try {
      await check();
      return TRIES - left;
    } catch (error) {
      if (late <= LATE) throw error;
      const description = `the display was late by ${late} ms`;
      if (left === 1) throw new Error(`${description}, as before`, { cause: error });
      test.info().annotations.push({ type: 'typed again', description });
    }
  }
}
