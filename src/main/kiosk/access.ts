import type { CallGuard } from '#main/base/ipc/dispatcher.ts';
import { CALLS, type CallAccess } from '#shared/ipc/calls.ts';
import type { Lock } from '#main/operations/lock/lock.ts';

/** What the door is about when a call comes. */
export interface DoorNow {
  readonly isOpen: () => boolean;
  /** Whether it is open, and its screen is for guests. */
  readonly isGuests: () => boolean;
  readonly isSignedIn: () => boolean;
  readonly isOutOfOrder: () => boolean;
}

/**
 * Guards calls while the kiosk is locked. A call that needs the PIN shows that somebody is working
 * at the kiosk, and so keeps it unlocked, unless a page makes it automatically.
 */
export function behindThePin(lock: Pick<Lock, 'isUnlocked' | 'touch'>, door: DoorNow): CallGuard {
  const takesPin: Readonly<Record<CallAccess, () => boolean>> = {
    public: () => false,
    pin: () => true,
    'pin-automatic': () => true,
    'pin-while-open': () => door.isOpen(),
    'pin-while-at-work': () => door.isOpen() && door.isSignedIn(),
    'pin-with-guests': () => door.isGuests(),
    'pin-while-in-order': () => !door.isOutOfOrder(),
  };
  return (name) => {
    if (!takesPin[CALLS[name]]()) return true;
    if (lock.isUnlocked && CALLS[name] !== 'pin-automatic') lock.touch();
    return lock.isUnlocked;
  };
}
