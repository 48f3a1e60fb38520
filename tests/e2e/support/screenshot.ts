import type { Page } from '@playwright/test';

const FOLDER =
  process.env['UPDATE_SCREENSHOTS'] === undefined ? 'test-results/screenshots' : 'docs/screenshots';

/**
 * A person's home, for pictures that show a path: SCREENSHOT_HOME, a folder made for them. Null: paths are
 * the test's own, and none for people.
 */
export const PICTURED_HOME = process.env['SCREENSHOT_HOME'] ?? null;

/**
 * Keeps a picture of the screen. With UPDATE_SCREENSHOTS set it becomes the one in the
 * documentation.
 */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
}
