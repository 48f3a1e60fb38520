import type { Clock } from '#main/base/ports.ts';

/** The shortest time between two reports, in milliseconds: people do not notice faster changes. */
export const PACE = 50;

/** Reports a change at once, and combines those that follow soon after into one report. */
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
