import type { CallGuard } from '#main/base/ipc/dispatcher.ts';
import type { KioskCallName } from '#shared/ipc/kiosk-api.ts';
import type { Lock } from '#main/operations/lock/lock.ts';

/** What the public has no business with, whenever. */
const ALWAYS: ReadonlySet<KioskCallName> = new Set<KioskCallName>([
  'useServer',
  'forgetServer',
  'useWedge',
  'useSerial',
  'forgetScanner',
  'tryScanners',
  'discrepancies',
  'acknowledgeDiscrepancies',
  'sendScansAgain',
  'exportDiscrepancies',
  'exportHistory',
  'findTickets',
  'admitFound',
  'changeSettings',
  'useLogo',
  'setPin',
  'rehearse',
  'quit',
  'lookForUpdate',
  'installUpdate',
]);

/** What ends the work at a door that is open. At a closed one, who has signed in may go on, or go. */
const AT_AN_OPEN_DOOR: ReadonlySet<KioskCallName> = new Set<KioskCallName>(['select', 'signOut']);

/** What is behind the PIN where there is one to be entered: a kiosk that is out of order asks for none. */
const IN_ORDER: ReadonlySet<KioskCallName> = new Set<KioskCallName>(['saveSupportBundle']);

/** What the door is about when a call comes. */
export interface DoorNow {
  readonly isOpen: () => boolean;
  readonly isSignedIn: () => boolean;
  readonly isOutOfOrder: () => boolean;
}

/** Keeps calls from a locked kiosk. Whoever makes one that is behind the PIN is at work: it stays unlocked. */
export function behindThePin(lock: Pick<Lock, 'isUnlocked' | 'touch'>, door: DoorNow): CallGuard {
  // A sign-in signs out whoever is signed in; who has lost their session signs in again.
  const endsTheWork = (name: KioskCallName) =>
    door.isOpen() && (AT_AN_OPEN_DOOR.has(name) || (name === 'signIn' && door.isSignedIn()));
  return (name) => {
    const isGuarded =
      ALWAYS.has(name) || endsTheWork(name) || (IN_ORDER.has(name) && !door.isOutOfOrder());
    if (!isGuarded) return true;
    if (lock.isUnlocked) lock.touch();
    return lock.isUnlocked;
  };
}
