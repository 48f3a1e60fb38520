import { selectionKey } from '#shared/choices.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';

/** Whether what is being said about the state before does not hold any more, or is no longer wanted. */
export function isSpokenInVain(before: KioskState, now: KioskState): boolean {
  return (
    hasLeft(before, now) ||
    isOpenOtherwise(before, now) ||
    (now.machine.fault !== null && before.machine.fault === null) ||
    (isSpoken(before) && !isSpoken(now))
  );
}

/** Who was told to wait may go on; other verdicts hold when they have left the screen, too. */
function hasLeft({ verdict }: KioskState, now: KioskState): boolean {
  return verdict.shown?.kind === 'held' && now.verdict.shown === null;
}

/** The door is closed, or open for something else, or it is another door: that of a rehearsal. */
function isOpenOtherwise(before: KioskState, now: KioskState): boolean {
  return before.machine.rehearsal !== now.machine.rehearsal || doorOf(before) !== doorOf(now);
}

function doorOf({ door }: KioskState): string | null {
  return door.selection && selectionKey(door.selection);
}

function isSpoken({ settings }: KioskState): boolean {
  return settings.spokenVerdicts && settings.speechVolume > 0;
}
