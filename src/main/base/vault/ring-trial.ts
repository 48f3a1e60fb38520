import type { KeyProtector } from '#main/base/ports.ts';
import type { RingTrial } from './key-file.ts';

/**
 * How many consecutive restarts of the machine a ring must be open after, before the key is stored
 * only with it.
 */
export const RESTARTS_TO_PROVE = 3;

/**
 * Whether a key store is a key ring on Linux. A ring is unlocked by the password of the user who
 * logs in, so it stays locked on machines that log in automatically, even if somebody has unlocked
 * it by hand once. On other systems the key store opens with the account.
 */
export function isRing({ store }: KeyProtector): boolean {
  return store !== undefined;
}

/**
 * Returns the state of an open ring's trial after this start. If the ring does not return the key
 * that was stored in it, the key is stored anew and the trial starts over. Throws if the ring
 * refuses to protect the key.
 *
 * @param trial its state so far; undefined if there was none
 * @param boot the current run of the machine; null if unknown: then this start does not count
 */
export function goOnTrial(
  trial: RingTrial | undefined,
  master: Buffer,
  { ring, boot }: { readonly ring: KeyProtector; readonly boot: string | null },
): RingTrial {
  if (trial === undefined || !givesBack(ring, trial, master)) {
    return { key: ring.protect(master).toString('base64'), restarts: 0, boot };
  }
  if (boot === null || boot === trial.boot) return trial;
  return { ...trial, restarts: trial.restarts + 1, boot };
}

/**
 * Returns the trial's state after a start at which the ring was locked: the count starts again at
 * 0. Recording `boot` ensures that unlocking the ring by hand before the next restart does not
 * count.
 */
export function failedTrial(trial: RingTrial, boot: string | null): RingTrial {
  return { ...trial, restarts: 0, boot };
}

function givesBack(ring: KeyProtector, trial: RingTrial, master: Buffer): boolean {
  try {
    return ring.unprotect(Buffer.from(trial.key, 'base64')).equals(master);
  } catch {
    return false;
  }
}
