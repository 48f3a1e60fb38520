import { ERROR } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import { NO_APP_WINDOW } from '#shared/model/app-window.ts';
import { isHeld, type HoldView } from '#shared/model/hold.ts';
import { NO_FIRST_START } from '#shared/model/first-start.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { NO_METRICS } from '#shared/model/metrics.ts';
import { NO_SERVICE_WORDS } from '#shared/model/programme.ts';
import type { MissedScan } from '#shared/model/scanner.ts';
import { DEFAULT_SETTINGS, type KioskSettings } from '#shared/model/settings.ts';
import type { ShownVerdict, TicketFacts, VerdictReason } from '#shared/model/verdict.ts';

/** Said of whatever is out of order: what it is, staff read on their own side. */
const OUT_OF_ORDER = { type: 'demo-failed' } as const;

/**
 * What the guest's side is told of the kiosk. Each member is written out here, and what is for staff is as at a kiosk
 * that has nothing to tell: a state that has one more member does not compile until somebody has decided what guests are
 * told of it. During a rehearsal the entrance is closed for guests.
 */
export function guestState(state: KioskState): KioskState {
  const isOpen = !state.rehearsal;
  const { scanners, programme } = state;
  return {
    fault: state.fault === null ? null : OUT_OF_ORDER,
    selection: isOpen ? state.selection : null,
    waiting: isOpen ? state.waiting : 0,
    looksUpOnly: state.looksUpOnly,
    isWayOut: state.isWayOut,
    scanners: {
      ...{ wedge: scanners.wedge, rhythms: scanners.rhythms, missed: guestMiss(scanners.missed) },
      ...{ all: [], serial: [], trial: null },
    },
    venue: {
      ...{
        status: 'off',
        doors: 0,
        trouble: null,
        refused: 0,
        overQuota: 0,
        oddTimes: 0,
        calls: [],
        doubted: [],
        inside: null,
      },
      hold: guestHold(state.venue.hold),
    },
    clockSkew: state.clockSkew,
    leaving: state.leaving,
    verdict: isOpen && state.verdict !== null ? guestVerdict(state.verdict) : null,
    notice: isOpen ? state.notice : null,
    settings: guestSettings(state.settings),
    venueLogo: state.venueLogo,
    appWindow: { ...NO_APP_WINDOW, isFullScreen: state.appWindow.isFullScreen },
    timeZone: state.timeZone,
    programme: {
      ...{ clientId: programme.clientId, revision: programme.revision },
      ...{
        fetchedAt: null,
        refreshing: false,
        problem: null,
        missing: [],
        service: NO_SERVICE_WORDS,
      },
    },

    // Whatever is true of the rest, none of it is for guests.
    version: '',
    kiosk: { id: '', name: '' },
    firstStart: NO_FIRST_START,
    baseUrl: null,
    session: { status: 'signed-out' },
    connection: { status: 'online' },
    // Staff stand on the other side of it.
    help: { isOffered: false, askedAt: null },
    sentTo: [],
    uploads: { pending: 0, oldest: null, uploading: false, lastProblem: null, warning: null },
    discrepancies: 0,
    snapshot: {
      ...{ tickets: null, builtAt: null, scope: null, skipped: 0, duplicates: 0, scripts: [] },
      lacksAdmitted: false,
      ...{ refreshing: null, problem: null, heldUntil: null, lastWeight: null, next: null },
    },
    find: { status: 'off' },
    party: null,
    outputs: [],
    health: {
      ...{ roundTrip: null, disk: null, settingsRights: null },
      keys: { keeper: 'os', backend: null },
      runtime: { electron: null, chrome: null, node: '' },
    },
    lastVerdict: null,
    notesToSee: [],
    lock: { hasPin: true, isUnlocked: false, nextTryAt: null },
    update: { type: 'none' },
    metrics: NO_METRICS,
    managed: [],
    managedBy: null,
    rehearsal: false,
    demo: null,
  };
}

/** How the house looks and speaks to guests. The usher's side alone makes sounds, speaks, and has the camera. */
function guestSettings(settings: KioskSettings): KioskSettings {
  const { venueName, accent, theme, language, secondLanguage } = settings;
  const { languages, timeZone, timeStyle, idleBoardAfter, scannerAt, lowControls } = settings;
  return {
    ...{ ...DEFAULT_SETTINGS, kioskName: '', audience: 'guest' },
    ...{ volume: 0, spokenVerdicts: false, camera: false },
    ...{ venueName, accent, theme, language, secondLanguage },
    ...{ languages, timeZone, timeStyle, idleBoardAfter, scannerAt, lowControls },
  };
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

function guestVerdict(verdict: ShownVerdict): ShownVerdict {
  const { entryId, kind, basis, reason, ticket, at, sequence } = verdict;
  return {
    ...{ entryId, kind, at, sequence },
    ...{ reason: guestReason(reason), ticket: ticket && placeOf(ticket) },
    // That it is the same ticket once more is no news to its guest; what it rests on is the house's business.
    basis: basis === 'repeat' ? 'repeat' : 'platform',
    ...{ own: null, source: 'wedge', codeTail: '' },
  };
}

/** Where the guest goes: section and seat, and nothing else of the ticket. */
function placeOf({ section, seat }: TicketFacts): TicketFacts {
  return {
    ...{ section, seat, name: null, performance: null, ticketsScanned: null, ticketsSold: null },
    ...{ countedAt: null, successHtml: null, patron: null },
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
