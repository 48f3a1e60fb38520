import { FIRST_START_STEPS } from '#shared/model/first-start.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import {
  admission,
  apiError,
  SNAPSHOT,
  snapshotRefusal,
  DEMO,
  inMinutes,
  NOW,
  notice,
  offline,
  openDoor,
  PATRON,
  refusal,
  SIGNED_IN,
  signedOut,
} from './builders.ts';
import { scanners, uploads } from '#tests/support/kiosk-state.ts';
import { scanner } from './scanner-main.ts';

const reason = { type: 'ended-by-platform', error: apiError(5) } as const;
const user = { username: 'frances', daysTillPasswordExpires: 3 };

/** A session that the platform has ended. */
export const LOST = { status: 'lost', user, reason } as const;

/** Screens in the states that matter, as the kiosk's state leads to them. */
export const STATES: Record<string, KioskState> = {
  fault: openDoor({ fault: { type: 'settings-file', path: '/etc/usher.json', detail: 'wrong' } }),
  ...Object.fromEntries(
    FIRST_START_STEPS.filter((at) => at !== 'over').map((at) => [
      `first start, ${at}`,
      signedOut({ firstStart: { at, skipped: at === 'end' ? ['scanner', 'pin'] : [] } }),
    ]),
  ),
  server: signedOut({ baseUrl: null }),
  'sign-in': signedOut(),
  'sign-in, lost': openDoor({ selection: null, session: LOST }),
  'sign-in, demo': signedOut({ demo: DEMO }),
  select: openDoor({ selection: null, session: { ...SIGNED_IN, user } }),
  ready: openDoor({
    lastVerdict: refusal(apiError(12)),
    uploads: uploads({ pending: 3, oldest: inMinutes(-30) }),
  }),
  'ready, lost and offline': openDoor({
    session: LOST,
    connection: offline({ reason: 'tls' }),
  }),
  'ready, much to know': openDoor({
    connection: offline({ nextTry: null }),
    uploads: uploads({ pending: 3, oldest: inMinutes(-45 * 60), warning: 44 }),
    snapshot: SNAPSHOT,
    discrepancies: 2,
    clockSkew: 300_000,
  }),
  'sign-in, scans waiting': signedOut({ uploads: uploads({ pending: 3 }), discrepancies: 1 }),
  'ready, a scanner gone and a scan missed': openDoor({
    scanners: scanners({
      all: [scanner({ state: { type: 'gone' } })],
      missed: { number: 1, reason: 'garbled', at: NOW },
    }),
  }),
  'sign-in, a scan missed': signedOut({
    scanners: scanners({ missed: { number: 1, reason: 'door-closed', at: NOW } }),
  }),
  leaving: openDoor({ leaving: 'signing-out', uploads: uploads({ pending: 3, uploading: true }) }),
  'fault of the ledger': openDoor({
    fault: { type: 'ledger', code: 'damaged', path: '/a/ledger.db', quarantined: '/a/ledger.bad' },
  }),
  'decided by the copy': openDoor({ verdict: snapshotRefusal(11) }),
  admit: openDoor({ verdict: admission({ patron: PATRON, successHtml: '<b>Lounge</b>' }) }),
  reject: openDoor({ verdict: refusal(apiError(11)) }),
  duplicate: openDoor({ verdict: refusal(apiError(12)) }),
  undecided: openDoor({ verdict: refusal(apiError(16)) }),
  'not read': openDoor({ notice: notice() }),
  'not a ticket': openDoor({ notice: notice('not-a-ticket') }),
};
