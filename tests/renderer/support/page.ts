import { expect } from 'vitest';
import { page } from 'vitest/browser';

/**
 * Gives the page a size, and waits until it has it: not for the word of whoever gives it, which once did not come, and
 * for which there is no limit.
 */
export async function resize(width: number, height: number): Promise<void> {
  const size = () => [innerWidth, innerHeight];
  if (size().join() === `${width},${height}`) return;
  void page.viewport(width, height);
  await expect.poll(size).toEqual([width, height]);
}

/** Waits until the letters of what is on the page have come. */
export async function lettersAreThere(): Promise<void> {
  // Whoever asks for this has the page laid out, which asks for what letters it needs. The promise itself has no limit.
  void document.fonts.ready;
  await expect.poll(() => document.fonts.status).toBe('loaded');
}
