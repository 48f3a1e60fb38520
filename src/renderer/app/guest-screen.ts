import type { GuestState } from '#shared/model/guest-state.ts';
import type { GuestScreen } from '#renderer/lib/kiosk/screens.ts';

/** Decides which screen the guest's side shows. Null: the kiosk has not answered yet. */
export function guestScreenOf(state: GuestState | null): GuestScreen {
  if (state === null) return 'starting';
  if (state.machine.fault !== null) return 'fault';
  if (state.session.leaving !== null) return 'leaving';
  if (state.door.selection === null) return 'closed';
  if (state.verdict.shown !== null) return 'verdict';
  return state.verdict.notice === null ? 'ready' : 'notice';
}
