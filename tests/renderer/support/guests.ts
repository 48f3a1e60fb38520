import type { KioskState } from '#shared/model/kiosk-state.ts';
import { LOCKED } from '#tests/support/kiosk-state.ts';
import { openDoor } from './builders.ts';

/** A guests' door with a PIN, at which nobody of the staff is. */
export function guests(changes: Partial<KioskState> = {}): KioskState {
  const state = openDoor({ lock: LOCKED, ...changes });
  return { ...state, settings: { ...state.settings, audience: 'guest' } };
}
