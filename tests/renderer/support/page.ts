import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** Whether the browser has said that the window has the last size that it was given. */
let isGiven = true;

/**
 * Gives the page a size, and waits until it has it, and until the window around it has. A size that came to that only
 * after the next one left a part of the page where nobody could click.
 */
export async function resize(width: number, height: number): Promise<void> {
  const size = () => [innerWidth, innerHeight];
  if (size().join() === `${width},${height}`) return;
  isGiven = false;
  void page.viewport(width, height).finally(() => (isGiven = true));
  await expect.poll(size).toEqual([width, height]);
  // The word once did not come: what is on the page can be measured all the same.
  await expect
    .poll(() => isGiven)
    .toBe(true)
    .catch(() => undefined);
}

/** Waits until the letters of what is on the page have come. */
export async function lettersAreThere(): Promise<void> {
  // Whoever asks for this has the page laid out, which asks for what letters it needs. The promise itself has no limit.
  void document.fonts.ready;
  await expect.poll(() => document.fonts.status).toBe('loaded');
}
