import { expect, onTestFinished, vi } from 'vitest';
import { frame } from './press.ts';

/**
 * The screen rests: nothing on it moves, and nobody waits for the next frame. A kiosk waits for guests all
 * evening, and on a machine without graphics one thing that moves at every frame takes a sixth of a core.
 */
export async function expectAtRest(): Promise<void> {
  await expect
    .poll(() => document.getAnimations().filter(({ playState }) => playState === 'running'))
    .toEqual([]);
  const wishes = vi.spyOn(window, 'requestAnimationFrame');
  onTestFinished(() => wishes.mockRestore());
  await frame();
  await frame();
  // Those two are ours.
  expect(wishes).toHaveBeenCalledTimes(2);
}
