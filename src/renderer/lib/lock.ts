import type { KioskState } from '#shared/model/kiosk-state.ts';
import { PIN_DIGITS } from '#shared/model/lock.ts';
import type { Screen } from './screen.ts';

/** What the public has no business with, at an open door or a closed one. */
const BEHIND_THE_PIN: readonly Screen[] = ['settings', 'scanners', 'discrepancies', 'find'];

/** Whether somebody has to enter the PIN before anything that is behind it. */
export function isLocked({ lock }: Pick<KioskState, 'lock'>): boolean {
  return lock.hasPin && !lock.isUnlocked;
}

/** Whether a screen is only for who knows the PIN. */
export function isBehindThePin(
  screen: Screen,
  { selection }: Pick<KioskState, 'selection'>,
): boolean {
  // Choosing at a closed door begins a shift; at an open one it ends what goes on there.
  return BEHIND_THE_PIN.includes(screen) || (screen === 'select' && selection !== null);
}

/** Why digits are no PIN to be set; null: they are. */
export type PinTrouble = 'not-digits' | 'differ';

/** Looks at a new PIN, typed twice. */
export function troubleOfNewPin(pin: string, again: string): PinTrouble | null {
  const { min, max } = PIN_DIGITS;
  if (!/^\d+$/.test(pin) || pin.length < min || pin.length > max) return 'not-digits';
  return pin === again ? null : 'differ';
}
