import type { KeyProtector } from '#main/base/ports.ts';
import type { RingTrial } from './key-file.ts';

/** After so many restarts of the machine in a row a ring has to be open before it keeps the key alone. */
export const RESTARTS_TO_PROVE = 3;

/**
 * Whether a key store is a ring on Linux. It is opened by the password of who logs in, and so stays
 * closed where the machine logs in by itself, though somebody may have opened it by hand once. On other
 * systems the key store opens with the account.
 */
export function isRing({ store }: KeyProtector): boolean {
  return store !== undefined;
}

/**
 * Where the trial of an open ring stands with this start. What the ring does not give back as it was,
 * is handed to it anew. Throws when the ring refuses.
 *
 * @param trial as it stood; missing: there was none
 * @param boot which run of the machine this is; null: nobody knows, and it proves nothing
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
 * The ring was closed at a start: what it had proved counts no more, and that somebody opens it by hand
 * before the next restart proves nothing.
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
