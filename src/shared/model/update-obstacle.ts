import type {
  MachineSlice,
  RecordsSlice,
  SessionSlice,
  SettingsSlice,
  VerdictSlice,
} from './kiosk-state.ts';
import type { UpdateObstacle } from './update.ts';

/** How long after the last scan the door counts as busy, in milliseconds. */
export const BUSY_DOOR = 30 * 60_000;

/** The part of the kiosk's state that can prevent an update. */
export interface HeededState {
  readonly machine: Pick<MachineSlice, 'lock' | 'rehearsal' | 'fault'>;
  readonly settings: Pick<SettingsSlice, 'managed'>;
  readonly session: Pick<SessionSlice, 'leaving'>;
  readonly verdict: Pick<VerdictSlice, 'waiting' | 'shown' | 'last'>;
  readonly records: Pick<RecordsSlice, 'uploads'>;
}

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
  if (state.machine.rehearsal) return 'rehearsal';
  if (state.session.leaving !== null) return 'leaving';
  // A fault because the ledger is of a newer version is one that the update repairs.
  const { fault } = state.machine;
  if (fault !== null && !(fault.type === 'ledger' && fault.code === 'newer')) return 'ledger-fault';
  if (state.verdict.waiting > 0 || state.verdict.shown !== null) return 'open-scan';
  if (state.records.uploads.pending > 0) return 'unsaved-scans';
  const { last } = state.verdict;
  const isBusy = unattended !== null && last !== null && unattended.now - last.at < BUSY_DOOR;
  return isBusy ? 'busy-door' : null;
}

/** The part of the state that says where updates come from. */
interface FeedState {
  readonly machine: Pick<MachineSlice, 'lock'>;
  readonly settings: Pick<SettingsSlice, 'managed'>;
}

/** Whether only authorised people can have chosen where updates come from. */
export function isFeedTrusted({ machine, settings }: FeedState): boolean {
  return machine.lock.hasPin || settings.managed.includes('updateFeed');
}
