import type { KioskState } from '#shared/model/kiosk-state.ts';
import { LOCKED, withChanges, type StateChanges } from '#tests/support/kiosk-state.ts';
import { openDoor } from './builders.ts';

/** A guests' door with a PIN, at which nobody of the staff is. */
export function guests(changes: StateChanges = {}, state = openDoor()): KioskState {
  const door = withChanges(state, { lock: LOCKED, ...changes });
  return withChanges(door, { settings: { audience: 'guest' } });
}
