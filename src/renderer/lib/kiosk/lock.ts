import type { KioskState } from '#shared/model/kiosk-state.ts';
import { PIN_DIGITS } from '#shared/model/lock.ts';

/** Whether somebody has to enter the PIN before anything that is behind it. */
export function isLocked({ machine }: Pick<KioskState, 'machine'>): boolean {
  const { lock } = machine;
  return lock.hasPin && !lock.isUnlocked;
}

/** Why digits are no PIN to be set; null: they are. */
export type PinTrouble = 'not-digits' | 'differ';

/** Looks at a new PIN, typed twice. */
export function troubleOfNewPin(pin: string, again: string): PinTrouble | null {
  const { min, max } = PIN_DIGITS;
  if (!/^\d+$/.test(pin) || pin.length < min || pin.length > max) return 'not-digits';
  return pin === again ? null : 'differ';
}
