import type { KeyProtector } from '#main/base/ports.ts';
import type { RingTrial } from './key-file.ts';

/** A ring has to be open after this many restarts of the machine in a row before it keeps the key alone. */
export const RESTARTS_TO_PROVE = 3;

/**
 * Whether a key store is a ring on Linux. It is opened by the password of the login, and so stays closed if
 * the machine logs in by itself, even if somebody opened it by hand once. On other systems the key store
 * opens with the account.
 */
export function isRing({ store }: KeyProtector): boolean {
  return store !== undefined;
}

/**
 * The state of the trial at this start with an open ring. A key that the ring does not return unchanged is
 * stored in it again. Throws when the ring refuses.
 *
 * @param trial as it stood; missing: there was none
 * @param boot which run of the machine this is; null: unknown, and then nothing is proved
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
 * The state after a start with a closed ring: the count begins again, and opening it by hand before the
 * next restart proves nothing.
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
