import type { Page } from '@playwright/test';

const FOLDER =
  process.env['UPDATE_SCREENSHOTS'] === undefined ? 'test-results/screenshots' : 'docs/screenshots';

/**
 * Keeps a picture of the screen. With UPDATE_SCREENSHOTS set it becomes the one in the
 * documentation.
 */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
}
