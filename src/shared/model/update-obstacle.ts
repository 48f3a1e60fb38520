import type { KioskState } from './kiosk-state.ts';
import type { UpdateObstacle } from './update.ts';

/** How long after the last scan the door counts as busy, in milliseconds. */
export const BUSY_DOOR = 30 * 60_000;

/** The part of the kiosk's state that can prevent an update. */
export type HeededState = Pick<
  KioskState,
  | ('lock' | 'managed' | 'rehearsal' | 'leaving' | 'fault')
  | ('waiting' | 'verdict' | 'lastVerdict' | 'uploads')
>;

/**
 * Returns what keeps an update from being installed; null if nothing does. The operator's request overrides
 * a busy door only.
 *
 * @param unattended the present time, if the update is due without being asked for; null if the operator
 *   asks
 */
export function updateObstacle(
  state: HeededState,
  unattended: { readonly now: number } | null,
): UpdateObstacle | null {
  if (!isFeedTrusted(state)) return 'no-pin';
  if (state.rehearsal) return 'rehearsal';
  if (state.leaving !== null) return 'leaving';
  // A fault because the ledger is of a newer version is one that the update repairs.
  const { fault } = state;
  if (fault !== null && !(fault.type === 'ledger' && fault.code === 'newer')) return 'ledger-fault';
  if (state.waiting > 0 || state.verdict !== null) return 'open-scan';
  if (state.uploads.pending > 0) return 'unsaved-scans';
  const { lastVerdict } = state;
  const isBusy =
    unattended !== null && lastVerdict !== null && unattended.now - lastVerdict.at < BUSY_DOOR;
  return isBusy ? 'busy-door' : null;
}

/** Whether only authorised people can have chosen where updates come from. */
export function isFeedTrusted({ lock, managed }: Pick<KioskState, 'lock' | 'managed'>): boolean {
  return lock.hasPin || managed.includes('updateFeed');
}
