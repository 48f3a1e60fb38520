import { m } from '#renderer/i18n/messages.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { isDoorOpen } from './screen.ts';

/** Where the way back leads from a screen beside the door. */
export function backWords(state: KioskState): string {
  if (isDoorOpen(state)) return m.back_toDoor();
  return state.session.current.status === 'signed-in' ? m.back_toChoice() : m.back_toSignIn();
}
