import type { Clock } from '#main/base/ports.ts';

/** In milliseconds; people do not see more. */
export const PACE = 50;

/** Tells of a change at once, and of those that come soon after it once, together. */
export function throttle(clock: Clock, tell: () => void): () => void {
  let isResting = false;
  let isDue = false;
  const note = (): void => {
    if (isResting) {
      isDue = true;
      return;
    }
    isResting = true;
    clock.after(PACE, () => {
      isResting = false;
      if (isDue) note();
    });
    isDue = false;
    tell();
  };
  return note;
}
