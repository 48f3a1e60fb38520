import { ERROR } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import { GUEST_SETTINGS, type GuestState, type GuestVerdict } from '#shared/model/guest-state.ts';
import { isHeld, type HoldView } from '#shared/model/hold.ts';
import type { KioskState, SettingsSlice } from '#shared/model/kiosk-state.ts';
import type { MissedScan } from '#shared/model/scanner.ts';
import type { ShownVerdict, VerdictReason } from '#shared/model/verdict.ts';

/** What the guest's display is sent of the kiosk. During a rehearsal the entrance is closed for guests. */
export function guestState(state: KioskState): GuestState {
  const { verdict, session, door, scanners, programme, machine } = state;
  const isOpen = !machine.rehearsal;
  return {
    verdict: {
      shown: isOpen && verdict.shown !== null ? guestVerdict(verdict.shown) : null,
      notice: isOpen ? verdict.notice : null,
      waiting: isOpen ? verdict.waiting : 0,
    },
    session: { leaving: session.leaving, clockSkew: session.clockSkew },
    door: {
      selection: isOpen ? door.selection : null,
      looksUpOnly: door.looksUpOnly,
      isWayOut: door.isWayOut,
    },
    scanners: {
      wedge: scanners.wedge,
      rhythms: scanners.rhythms,
      missed: guestMiss(scanners.missed),
    },
    peers: { hold: guestHold(state.peers.hold) },
    programme: { clientId: programme.clientId, revision: programme.revision },
    machine: {
      fault: machine.fault && { type: 'out-of-order' },
      appWindow: { isFullScreen: machine.appWindow.isFullScreen },
    },
    settings: guestSettings(state.settings),
  };
}

function guestSettings(settings: SettingsSlice): GuestState['settings'] {
  const shown = GUEST_SETTINGS.map((name) => [name, settings[name]]);
  return Object.fromEntries(shown) as GuestState['settings'];
}

/** What could not be read of the guest's own: what an usher mistypes beside them is answered on the usher's side. */
function guestMiss(missed: MissedScan | null): MissedScan | null {
  return missed?.byHand === true ? null : missed;
}

/** That the doors are held, and not by whom. */
function guestHold(hold: HoldView): HoldView {
  const { order } = hold;
  return {
    order: order && { ...order, kioskId: '', door: '', isHeld: isHeld(hold) },
    isEndedHere: false,
    isOvertaken: false,
  };
}

function guestVerdict(verdict: ShownVerdict): GuestVerdict {
  const { entryId, kind, basis, reason, ticket, at, sequence } = verdict;
  return {
    entryId,
    kind,
    // That it is the same ticket once more is no news to its guest; what it rests on is the venue's business.
    basis: basis === 'repeat' ? 'repeat' : 'platform',
    reason: guestReason(reason),
    // Where the guest goes, and nothing else of the ticket.
    ticket: ticket && { section: ticket.section, seat: ticket.seat },
    at,
    sequence,
  };
}

/** The reason as far as a guest's sentence depends on it. */
function guestReason(reason: VerdictReason): VerdictReason {
  switch (reason.type) {
    case 'admitted':
    case 'overruled':
      return { type: 'admitted' };
    case 'elsewhere':
      return reason;
    case 'came-back':
      return { type: 'came-back', leftAt: 0 };
    case 'went-out':
      return { ...reason, isStray: false };
    case 'valid':
      return { type: 'valid', copyFrom: 0 };
    case 'held':
      return { type: 'held', door: null, since: 0 };
    case 'house-full':
      return { type: 'house-full', capacity: 0 };
    case 'platform-error': {
      const code = codeForGuests(reason.error.code);
      return {
        type: 'platform-error',
        error: { code, key: '', name: '', forceLogout: false, messageHtml: null },
      };
    }
    case 'copy':
      return { type: 'copy', code: reason.code, firstScanAt: null, copyFrom: null };
    case 'no-answer':
    case 'not-signed-in':
    case 'not-known':
    case 'not-listed':
    case 'not-on':
    case 'word-awaited':
    case 'unclear':
    case 'doubted-claim':
      return { type: 'not-known' };
    default:
      return assertNever(reason);
  }
}

/** A ticket's own code; whatever else the platform says is the house's business, and one code stands for all of it. */
function codeForGuests(code: number): number {
  const isOfTheTicket = code >= ERROR.ticketWrongClient && code <= ERROR.ticketRefunded;
  return isOfTheTicket ? code : ERROR.unanticipatedError;
}
