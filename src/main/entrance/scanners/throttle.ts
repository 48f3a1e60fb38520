import type { Clock } from '#main/base/ports.ts';

/** The shortest time between two calls, in milliseconds: people see no more than that. */
export const PACE = 50;

/** Calls back at once for the first change, and once for all that follow within the interval. */
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
