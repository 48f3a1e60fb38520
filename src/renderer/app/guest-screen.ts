import type { GuestState } from '#shared/model/guest-state.ts';
import type { Screen } from '#renderer/lib/kiosk/screen.ts';

/** What the guest's side can show; nothing that somebody has opened leads to any other screen. */
type GuestScreen = Extract<
  Screen,
  'starting' | 'fault' | 'leaving' | 'closed' | 'ready' | 'verdict' | 'notice'
>;

/** Decides which screen the guest's side shows. Null: the kiosk has not answered yet. */
export function guestScreenOf(state: GuestState | null): GuestScreen {
  if (state === null) return 'starting';
  if (state.machine.fault !== null) return 'fault';
  if (state.session.leaving !== null) return 'leaving';
  if (state.door.selection === null) return 'closed';
  if (state.verdict.shown !== null) return 'verdict';
  return state.verdict.notice === null ? 'ready' : 'notice';
}
