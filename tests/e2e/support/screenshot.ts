import type { Page } from '@playwright/test';
import { writeMovingPicture, type Still } from '#tests/support/moving-picture.ts';

const { UPDATE_SCREENSHOTS, USHER_PICTURES } = process.env;
const FOLDER = UPDATE_SCREENSHOTS === undefined ? 'test-results/screenshots' : 'docs/screenshots';
const ARE_WANTED = (UPDATE_SCREENSHOTS ?? USHER_PICTURES) !== undefined;
/** As wide as a page of the documentation shows it. */
const FILM_WIDTH = 800;

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
  if (!ARE_WANTED) return;
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
}

/** A moving picture of the screen, if people ask for pictures: what is shown, each for so long. */
export class Film {
  readonly #stills: Still[] = [];

  /** Takes up what the screen shows now; `ms`: how long it stands there. */
  async show(page: Page, ms: number): Promise<void> {
    if (ARE_WANTED) this.#stills.push({ png: await page.screenshot(), ms });
  }

  /** Keeps all that was taken up. */
  async keep(name: string): Promise<void> {
    if (ARE_WANTED) await writeMovingPicture(`${FOLDER}/${name}.webp`, this.#stills, FILM_WIDTH);
  }
}
