import { typeByHand } from './keys.ts';

/** The next frame. */
export const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** Presses one key as a person does, and waits until it has done its work. */
export async function press(key: string): Promise<void> {
  await typeByHand(key);
}
