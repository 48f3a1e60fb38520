import { ERROR_NAMES, isErrorCode, type Patron } from '#shared/api/index.ts';
import type { ProgrammeVenue } from '#shared/model/programme.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { ConnectionState } from '#shared/model/connection.ts';
import type { DemoGuide } from '#shared/model/demo-guide.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { NoticeKind, ShownNotice } from '#shared/model/notice.ts';
import { DEFAULT_SETTINGS } from '#shared/model/settings.ts';
import type { EntranceSign } from '#shared/model/entrance.ts';
import type { Health } from '#shared/model/health.ts';
import type { Selection } from '#shared/model/selection.ts';
import type { SessionState } from '#shared/model/session.ts';
import type {
  SnapshotRefusal,
  LocalHint,
  ShownVerdict,
  TicketFacts,
  TicketFor,
  VerdictReason,
  WentOut,
} from '#shared/model/verdict.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import { newKioskState, snapshot, type StateChanges } from '#tests/support/kiosk-state.ts';

const MINUTE = 60_000;

/** Thursday 20 November 2025, 19:10 in London: what every test's clock says. */
export const NOW = Date.UTC(2025, 10, 20, 19, 10);

/** Minutes from the tests' now, as a time. */
export const inMinutes = (minutes: number) => NOW + minutes * MINUTE;

/** Somebody leaves, and may come back. */
export const WENT_OUT: WentOut = {
  ...{ type: 'went-out', isStray: false, mayReturn: true, until: inMinutes(30) },
};

/** Up the stairs, and on the left. */
export const BALCONY: EntranceSign = {
  ...{ id: 'balcony', name: 'Balcony, left', nameIn: { ar: 'الشرفة، يسارًا', de: 'Balkon links' } },
  colour: '#2fb5a8',
  way: {
    arrow: 'up-left',
    words: 'Up the stairs, then left',
    wordsIn: { ar: 'اصعد الدرج ثم يسارًا' },
  },
};

/** A good ticket at the wrong entrance. */
export function sentTo(entrance: Partial<EntranceSign> = {}, changes: Partial<ShownVerdict> = {}) {
  return verdict(
    'elsewhere',
    { type: 'elsewhere', entrance: { ...BALCONY, ...entrance } },
    { basis: 'cache', ticket: { ...TICKET, name: null, section: 'Balcony left' }, ...changes },
  );
}

export const SIGNED_IN: SessionState & { status: 'signed-in' } = {
  status: 'signed-in',
  user: { username: 'frances@example.org', daysTillPasswordExpires: 90 },
  expiresAt: inMinutes(60),
};

export const WINTERS_TALE: Selection = {
  scope: 'performance',
  clientId: 1,
  clientName: 'Harbour Theatre',
  productionId: 11,
  productionName: 'The Winter’s Tale',
  performanceId: 111,
  performanceStart: inMinutes(20),
};

export const DEMO: DemoGuide = {
  users: [
    { username: 'scan', password: 'let-me-scan', role: 'scanner' },
    { username: 'front-of-house', password: 'let-me-see', role: 'scanner-with-patrons' },
    { username: 'cloakroom', password: 'coats-only', role: 'no-permission' },
    { username: 'autumn', password: 'long-ago', role: 'password-expired' },
    { username: 'arena', password: 'other-house', role: 'other-client' },
  ],
  tickets: [
    { barcode: '4006381333931', kind: 'valid' },
    { barcode: '4006381333948', kind: 'scanned' },
    { barcode: '4006381333955', kind: 'voided' },
    { barcode: '4006381333962', kind: 'refunded' },
    { barcode: '4006381333979', kind: 'other-performance' },
    { barcode: '4006381333986', kind: 'other-series' },
    { barcode: '4006381333993', kind: 'other-client' },
    { barcode: 'NO-SUCH-TICKET', kind: 'unknown' },
  ],
};

/** A snapshot of a whole client's tickets, five minutes old. */
export const SNAPSHOT = snapshot({ tickets: 900, builtAt: inMinutes(-5), scope: { clientId: 1 } });

/** Offline for twenty-two minutes; tried again in seven seconds. */
export function offline(
  changes: Partial<Extract<ConnectionState, { status: 'offline' }>> = {},
): ConnectionState {
  return {
    status: 'offline',
    reason: 'dns',
    since: inMinutes(-22),
    nextTry: NOW + 7000,
    slow: false,
    ...changes,
  };
}

/** What the kiosk knows by itself of a ticket that is not let in: without changes nothing. */
export function localHint(changes: Partial<LocalHint> = {}): LocalHint {
  return {
    ticketFor: null,
    firstScanAt: null,
    usedAtDoor: null,
    usedElsewhereBy: null,
    place: null,
    ...changes,
  };
}

/** A ticket of tomorrow evening. */
export const FOR_THE_TEMPEST: TicketFor = {
  production: 'The Tempest',
  wall: null,
  words: null,
  start: inMinutes(24 * 60 + 20),
  isHere: false,
  venue: null,
};

/** Another house than the one where the door is. */
export const STUDIO: ProgrammeVenue = {
  name: 'Studio',
  location: null,
  phone: null,
  transit: 'Bus 8 to Harbourside',
  address: ['5 Rope Walk', 'Bristol BS1 6ZJ'],
};

/** What the kiosk's snapshot says in the platform's stead. */
export function snapshotRefusal(
  code: SnapshotRefusal['code'],
  changes: Partial<SnapshotRefusal> = {},
  shown: Partial<ShownVerdict> = {},
) {
  const reason: SnapshotRefusal = {
    type: 'copy',
    code,
    firstScanAt: null,
    copyFrom: inMinutes(-5),
    ...changes,
  };
  return verdict(code === 12 ? 'duplicate' : 'reject', reason, { basis: 'cache', ...shown });
}

/** Surroundings in which nothing is wrong. */
export const HEALTH: Health = {
  roundTrip: { newest: 90, measuredAt: NOW, median: 80, count: 20 },
  disk: { type: 'known', free: 64_000_000_000 },
  keys: { keeper: 'os', backend: 'gnome_libsecret' },
  runtime: { electron: '45.4.1', chrome: '146.0.0.0', node: '24.21.0' },
  settingsRights: null,
};

/** A kiosk with an open door that waits for a scan. */
export function openDoor(changes: StateChanges = {}): KioskState {
  return newKioskState({
    version: '0.1.0',
    kiosk: { id: 'k-1', name: 'Main foyer' },
    baseUrl: 'https://tickets.example.org',
    session: SIGNED_IN,
    selection: WINTERS_TALE,
    health: HEALTH,
    settings: { kioskName: 'Main foyer', ...DEFAULT_SETTINGS, idleBoardAfter: null },
    zoneInUse: 'Europe/London',
    ...changes,
  });
}

/** The same, but the idle board comes after so many milliseconds. */
export function boardAfter(idleBoardAfter: number | null, state: KioskState): KioskState {
  return { ...state, settings: { ...state.settings, idleBoardAfter } };
}

/** A kiosk at which nobody is signed in. */
export function signedOut(changes: StateChanges = {}): KioskState {
  return openDoor({ session: { status: 'signed-out' }, selection: null, ...changes });
}

/** An error of the platform; without changes with the name that the spec gives its code. */
export function apiError(code: number, changes: Partial<ApiError> = {}): ApiError {
  return {
    code,
    key: `error.scanning.${code}`,
    name: isErrorCode(code) ? ERROR_NAMES[code] : 'Ticket Too Early',
    forceLogout: false,
    messageHtml: null,
    ...changes,
  };
}

export const TICKET: TicketFacts = {
  name: 'Hermione Leontes',
  performance: 'The Winter’s Tale, Thursday 20 November, 19:30',
  section: 'Stalls',
  seat: 'Row F, 12',
  ticketsScanned: 2,
  ticketsSold: 4,
  countedAt: null,
  successHtml: null,
  patron: null,
};

export const PATRON: Patron = {
  email: 'perdita@example.org',
  firstName: 'Perdita',
  lastName: 'Leontes',
  billingAddress: {
    line1: '1 Sheepcote Lane',
    line2: null,
    city: 'Bristol',
    state: null,
    zipCode: 'BS1 4ND',
    country: 'United Kingdom',
  },
  shippingAddress: null,
  primaryPhoneNumber: { phoneNumber: '01179496000', type: 'cell' },
};

let sequence = 0;

/** A verdict on screen; each has the next sequence. */
export function verdict(
  kind: VerdictKind,
  reason: VerdictReason,
  changes: Partial<ShownVerdict> = {},
): ShownVerdict {
  return {
    entryId: 'the-scan',
    kind,
    basis: 'platform',
    reason,
    ticket: null,
    own: null,
    source: 'wedge',
    codeTail: '3931',
    at: NOW,
    sequence: ++sequence,
    ...changes,
  };
}

export function admission(ticket: Partial<TicketFacts> = {}, changes: Partial<ShownVerdict> = {}) {
  return verdict('admit', { type: 'admitted' }, { ticket: { ...TICKET, ...ticket }, ...changes });
}

const UNDECIDED_CODES = [1, 2, 3, 4, 5, 6, 7, 15, 16, 17];

/** What the kiosk makes of an error of the platform. */
export function refusal(error: ApiError, changes: Partial<ShownVerdict> = {}) {
  const kind =
    error.code === 12 ? 'duplicate' : UNDECIDED_CODES.includes(error.code) ? 'undecided' : 'reject';
  return verdict(kind, { type: 'platform-error', error }, changes);
}

/** What the screen shows of a reading that failed. */
export function notice(kind: NoticeKind = 'not-read', sequence = 1): ShownNotice {
  const reason = kind === 'not-read' ? 'garbled' : 'not-a-ticket';
  return { kind, reason, at: NOW, sequence };
}
