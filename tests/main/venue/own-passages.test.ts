import { expect, test } from 'vitest';
import type { UploadReason } from '#main/ledger/entry.ts';
import type { LedgerRecord, RecordedUpload } from '#main/ledger/record.ts';
import { MARK_HOLDS_FOR } from '#main/ledger/code-history.ts';
import { eventsOf } from '#main/venue/own-passages.ts';
import type { UploadState } from '#shared/model/uploads.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { ALREADY_SCANNED, EVENING, HOUSE } from '../ledger/support.ts';

const PORTS = { door: 'Foyer', markOf: () => 'mark', startOf: () => null };

/** An admission without the platform, as the ledger has it. */
const admitted = (upload: RecordedUpload): LedgerRecord => ({
  ...{ id: 'A', sequence: 1, kioskId: 'foyer', baseUrl: HOUSE.baseUrl, filter: { clientId: 7 } },
  ...{ code: 'A1', source: 'wedge', device: null, kind: 'admit', basis: 'cache', reason: null },
  ...{ ticket: null, ticketIds: null, platformTime: EVENING, kioskTime: EVENING, word: null },
  ...{ upload, follows: null, takenBack: null, twoDoors: null, words: null },
});

const PENDING: RecordedUpload = {
  ...{ state: 'pending', reason: null, changedAt: EVENING },
  ...{ acknowledgedAt: null, sentAgainAt: null },
};

const OF_THE_TICKET: UploadReason = { type: 'platform-error', error: ALREADY_SCANNED };
const OF_ITS_FORM: UploadReason = { type: 'platform-words', text: 'A field is missing.' };

test.each<[string, UploadState, UploadReason | null, boolean]>([
  ['that waits to be uploaded', 'pending', null, false],
  ['that was sent, and not answered', 'sent', null, false],
  ['that the platform has recorded', 'recorded', null, true],
  ['that the platform has refused because of its ticket', 'refused', OF_THE_TICKET, true],
  ['that its late word was against', 'conflict', OF_THE_TICKET, true],
  ['that it refused for its form', 'refused', OF_ITS_FORM, false],
])('of an admission %s the other doors hear so', (_, state, reason, isSettled) => {
  const upload = { state, reason, changedAt: EVENING, acknowledgedAt: null, sentAgainAt: null };
  const types = eventsOf(admitted(upload), PORTS).map(({ type }) => type);
  expect(types).toEqual(isSettled ? ['admission', 'settled'] : ['admission']);
});

test('tells of an admission by the platform once, as settled', () => {
  const byPlatform: LedgerRecord = { ...admitted(PENDING), basis: 'platform', upload: null };
  expect(eventsOf(byPlatform, PORTS)).toMatchObject([{ type: 'admission', isSettled: true }]);
});

test('an admission is remembered for 72 hours after its performance, or after its scan where no start is known', () => {
  const start = EVENING + 2 * DAY;
  const ofPerformance: LedgerRecord = {
    ...admitted(PENDING),
    ticketIds: { ticketId: 1, performanceId: 31 },
  };
  const until = (startOf: (performanceId: number) => number | null) =>
    eventsOf(ofPerformance, { ...PORTS, startOf }).map((event) => event.until);
  expect(until((id) => (id === 31 ? start : null))).toEqual([start + 72 * HOUR]);
  expect(until(() => null)).toEqual([EVENING + 72 * HOUR]);
  expect(
    until(() => EVENING - HOUR),
    'who comes late',
  ).toEqual([EVENING + 72 * HOUR]);
});

test('whom the platform admitted too late may come in by any door of the house, once', () => {
  const turnedAway: LedgerRecord = {
    ...admitted(PENDING),
    ...{ kind: 'undecided', upload: null, ticketIds: { ticketId: 501, performanceId: 31 } },
    filter: { clientId: 7, performanceId: 31 },
  };
  expect(eventsOf({ ...turnedAway, word: 'awaited' }, PORTS), 'nobody knows yet').toEqual([]);
  expect(eventsOf({ ...turnedAway, word: 'admitted' }, PORTS)).toEqual([
    {
      ...{ type: 'late right', id: 'A/right', of: 'A', door: 'Foyer', mark: 'mark' },
      ...{ baseUrl: HOUSE.baseUrl, clientId: 7, productionId: null, filterPerformanceId: 31 },
      ...{ performanceId: 31, ticketId: 501, at: EVENING, until: EVENING + MARK_HOLDS_FOR },
    },
  ]);
});

test.each([
  [12, 12],
  [14, 14],
  // Who may not scan here has said nothing of the ticket.
  [4, undefined],
  [null, undefined],
])('of whom somebody has let in anyway the other doors hear why not: %s', (code, refusedFor) => {
  const overruled: LedgerRecord = {
    ...{ ...admitted(PENDING), basis: 'staff', upload: null },
    reason: {
      ...{ type: 'overruled', of: 'R', kind: 'duplicate', code, cause: 'other', isListed: false },
    },
  };
  const [event] = eventsOf(overruled, PORTS);
  expect(event).toMatchObject({ type: 'admission', overrules: 'R', isSettled: false });
  expect(event && 'refusedFor' in event ? event.refusedFor : undefined).toBe(refusedFor);
});
