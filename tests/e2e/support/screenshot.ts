import type { Page } from '@playwright/test';

const { UPDATE_SCREENSHOTS, USHER_PICTURES } = process.env;
const FOLDER = UPDATE_SCREENSHOTS === undefined ? 'test-results/screenshots' : 'docs/screenshots';

/**
 * A person's home, for pictures that show a path: SCREENSHOT_HOME, a folder made for them. Null: paths are
 * the test's own, and none for people.
 */
export const PICTURED_HOME = process.env['SCREENSHOT_HOME'] ?? null;

/**
 * Keeps a picture of the screen, if people ask for it: USHER_PICTURES, to look at; UPDATE_SCREENSHOTS, and
 * it becomes the one in the documentation.
 */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if ((UPDATE_SCREENSHOTS ?? USHER_PICTURES) === undefined) return;
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
}
