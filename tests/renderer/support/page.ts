import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** How long the browser's word that it has given a size is waited for, in milliseconds: once it did not come. */
const HEARD_WITHIN = 10_000;

/** The browser's word of the last size. */
let given: Promise<unknown> = Promise.resolve();

/**
 * Gives the page a size, and waits until it has it, and until the window around it has. A size that came to that only
 * after the next one left a part of the page where nobody could click.
 */
export async function resize(width: number, height: number): Promise<void> {
  const size = () => [innerWidth, innerHeight];
  await isGiven();
  if (size().join() === `${width},${height}`) return;
  given = page.viewport(width, height).catch(() => undefined);
  await expect.poll(size).toEqual([width, height]);
  await isGiven();
}

/** Waits for the last word, and not for one that does not come. */
async function isGiven(): Promise<void> {
  let limit: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((resolve) => {
    limit = setTimeout(resolve, HEARD_WITHIN);
  });
  await Promise.race([given, late]);
  clearTimeout(limit);
}

/** Waits until the letters of what is on the page have come. */
export async function lettersAreThere(): Promise<void> {
  // Whoever asks for this has the page laid out, which asks for what letters it needs. The promise itself has no limit.
  void document.fonts.ready;
  await expect.poll(() => document.fonts.status).toBe('loaded');
}
