import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Words } from './i18n/en.ts';
import { isDoorOpen } from './screen.ts';

/** Where the way back leads from a screen beside the door. */
export function backWords(words: Words, state: KioskState): string {
  if (isDoorOpen(state)) return words.back.toDoor;
  return state.session.status === 'signed-in' ? words.back.toChoice : words.back.toSignIn;
}
