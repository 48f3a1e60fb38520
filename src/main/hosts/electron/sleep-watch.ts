import type { Clock } from '#main/base/ports.ts';

/** How often it looks, in milliseconds. */
const LOOK = 2_000;
/**
 * A timer that fires later than planned by more than this means that the machine slept, and not only that
 * the process was busy. In milliseconds.
 */
const SLEPT = 8_000;

/**
 * Calls `onWake` after the machine has slept or the process was stopped, also where the system sends no
 * event for it. The steady clock advances meanwhile, timers do not.
 */
export function watchForSleep(clock: Clock, onWake: () => void): () => void {
  let lookedAt = clock.steady();
  let callOff = clock.after(LOOK, look);
  return () => callOff();

  function look(): void {
    const now = clock.steady();
    const slept = now - lookedAt > LOOK + SLEPT;
    lookedAt = now;
    callOff = clock.after(LOOK, look);
    if (slept) onWake();
  }
}
