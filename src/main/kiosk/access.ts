import type { CallGuard } from '#main/base/ipc/dispatcher.ts';
import { CALLS, type CallAccess, type KioskCallName } from '#shared/ipc/calls.ts';
import type { Lock } from '#main/operations/lock/lock.ts';

/** What the door is about when a call comes. */
export interface DoorNow {
  readonly isOpen: () => boolean;
  readonly isSignedIn: () => boolean;
  readonly isOutOfOrder: () => boolean;
}

/** What a page that is left open asks by itself, as long as it is: no sign that anybody is at it. */
const ASKED_BY_ITSELF: readonly KioskCallName[] = ['house'];

/**
 * Guards calls while the kiosk is locked. A call that needs the PIN shows that somebody is working
 * at the kiosk, and so keeps it unlocked.
 */
export function behindThePin(lock: Pick<Lock, 'isUnlocked' | 'touch'>, door: DoorNow): CallGuard {
  const takesPin: Readonly<Record<CallAccess, () => boolean>> = {
    public: () => false,
    pin: () => true,
    'pin-while-open': () => door.isOpen(),
    'pin-while-at-work': () => door.isOpen() && door.isSignedIn(),
    'pin-while-in-order': () => !door.isOutOfOrder(),
  };
  return (name) => {
    if (!takesPin[CALLS[name]]()) return true;
    if (lock.isUnlocked && !ASKED_BY_ITSELF.includes(name)) lock.touch();
    return lock.isUnlocked;
  };
}
