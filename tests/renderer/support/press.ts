import { WEDGE_TIMING } from '#renderer/lib/wedge.ts';
import { userEvent } from 'vitest/browser';

/** The next frame. */
export const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** Presses one key as a person does: not sooner after the last than people can. */
export async function press(key: string): Promise<void> {
  const from = performance.now();
  let now = from;
  while (now - from <= 2 * WEDGE_TIMING.tooFastForPeople) now = await frame();
  await userEvent.keyboard(key);
}
