import type { KioskState } from './kiosk-state.ts';
import type { UpdateObstacle } from './update.ts';

/** After the last scan, the door counts as busy for so long, in milliseconds. */
export const BUSY_DOOR = 30 * 60_000;

/** What of the kiosk's state an update has to heed. */
export type HeededState = Pick<
  KioskState,
  | ('lock' | 'managed' | 'rehearsal' | 'leaving' | 'fault')
  | ('waiting' | 'verdict' | 'lastVerdict' | 'uploads')
>;

/**
 * What keeps an update from being installed; null: nothing. The operator's word goes before a busy
 * door, and before nothing else.
 *
 * @param unattended nobody asks for it: the hour has come; else null
 */
export function updateObstacle(
  state: HeededState,
  unattended: { readonly now: number } | null,
): UpdateObstacle | null {
  if (!isFeedTrusted(state)) return 'no-pin';
  if (state.rehearsal) return 'rehearsal';
  if (state.leaving !== null) return 'leaving';
  // One of a newer version is what an update mends.
  const { fault } = state;
  if (fault !== null && !(fault.type === 'ledger' && fault.code === 'newer')) return 'ledger-fault';
  if (state.waiting > 0 || state.verdict !== null) return 'open-scan';
  if (state.uploads.pending > 0) return 'unsaved-scans';
  const { lastVerdict } = state;
  const isBusy =
    unattended !== null && lastVerdict !== null && unattended.now - lastVerdict.at < BUSY_DOOR;
  return isBusy ? 'busy-door' : null;
}

/** Whether only those in charge can have set where updates come from. */
export function isFeedTrusted({ lock, managed }: Pick<KioskState, 'lock' | 'managed'>): boolean {
  return lock.hasPin || managed.includes('updateFeed');
}
