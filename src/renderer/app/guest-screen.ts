import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Screen } from './screen.ts';

/** What the guest's side can show; nothing that somebody has opened leads to any other screen. */
type GuestScreen = Extract<
  Screen,
  'starting' | 'fault' | 'leaving' | 'closed' | 'ready' | 'verdict' | 'notice'
>;

/** Decides which screen the guest's side shows. Null: the kiosk has not answered yet. */
export function guestScreenOf(state: KioskState | null): GuestScreen {
  if (state === null) return 'starting';
  if (state.fault !== null) return 'fault';
  if (state.leaving !== null) return 'leaving';
  if (state.selection === null) return 'closed';
  if (state.verdict !== null) return 'verdict';
  return state.notice === null ? 'ready' : 'notice';
}
