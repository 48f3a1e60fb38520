import { expect, test } from 'vitest';
import type { UploadReason } from '#main/ledger/entry.ts';
import { NO_LINEAGE } from '#main/ledger/lineage.ts';
import type { LedgerRecord } from '#main/ledger/record.ts';
import { publishedEventsOf } from '#main/venue/own-events.ts';
import type { UploadState } from '#shared/model/uploads.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { ALREADY_SCANNED, EVENING, HOUSE } from '../ledger/support.ts';

const PORTS = { kioskId: 'foyer', door: 'Foyer', hashOf: () => 'hash', startOf: () => null };

/** An admission without the platform, as the ledger has it. */
const admitted = (more: Partial<LedgerRecord> = {}): LedgerRecord => ({
  ...{ id: 'A', sequence: 1, kioskId: 'foyer', baseUrl: HOUSE.baseUrl, filter: { clientId: 7 } },
  ...{ code: 'A1', source: 'wedge', device: null, kind: 'admit', basis: 'cache', reason: null },
  ...{ ticket: null, ticketIds: null, platformTime: EVENING, kioskTime: EVENING, word: null },
  ...{ upload: null, lineage: NO_LINEAGE, takenBack: null, twoDoors: null, words: null },
  ...more,
});
const kindsOf = (record: LedgerRecord) => publishedEventsOf(record, PORTS).map(({ kind }) => kind);

const OF_THE_TICKET: UploadReason = { type: 'platform-error', error: ALREADY_SCANNED };
const OF_ITS_FORM: UploadReason = { type: 'platform-words', text: 'A field is missing.' };

test.each<[string, UploadState, UploadReason | null, readonly string[]]>([
  ['that waits', 'pending', null, []],
  ['that was sent and not answered', 'sent', null, []],
  ['that the platform has recorded', 'recorded', null, ['uploaded']],
  ['that was refused for its ticket', 'refused', OF_THE_TICKET, ['upload-refused']],
  ['that a late answer contradicts', 'conflict', OF_THE_TICKET, ['upload-refused']],
  ['that was refused for its form', 'refused', OF_ITS_FORM, []],
])('publishes of an upload %s: %s', (_, state, reason, more) => {
  const upload = { state, reason, changedAt: EVENING, acknowledgedAt: null, sentAgainAt: null };
  expect(kindsOf(admitted({ upload }))).toEqual(['admitted', ...more]);
});

test('publishes a question while it is open, and its answer', () => {
  const ticketIds = { ticketId: 501, performanceId: 31 };
  const asked = admitted({
    ...{ kind: 'undecided', word: 'awaited', ticketIds },
    filter: { clientId: 7, performanceId: 32 },
  });
  expect(publishedEventsOf(asked, PORTS)).toEqual([
    {
      ...{ kind: 'asked', type: 'ticket', id: 'A', kioskId: 'foyer', door: 'Foyer', ...HOUSE },
      ...{ ticketHash: 'hash', productionId: null, filterPerformanceId: 32, knew: [] },
      ...{ ...ticketIds, at: EVENING, until: EVENING + 72 * HOUR },
    },
  ]);
  expect(publishedEventsOf({ ...asked, word: 'admitted' }, PORTS)).toMatchObject([
    { kind: 'asked' },
    { kind: 'answered', of: 'A', word: 'admitted' },
  ]);
});

test('publishes a check-out with the admission that it ends', () => {
  const lineage = { ...NO_LINEAGE, knew: ['B'], of: 'B' };
  const events = publishedEventsOf(admitted({ kind: 'exit', basis: 'venue', lineage }), PORTS);
  expect(events).toMatchObject([{ kind: 'checked-out', id: 'A', of: 'B', knew: ['B'] }]);
});

test('publishes nothing of an entry whose code is lost, nor of an undecided scan', () => {
  expect(kindsOf(admitted({ code: null }))).toEqual([]);
  expect(kindsOf(admitted({ kind: 'undecided' }))).toEqual([]);
});

test('publishes nothing that an earlier key of this kiosk would have to sign', () => {
  expect(kindsOf(admitted({ kioskId: 'before' }))).toEqual([]);
});

test('events are kept for 72 hours after the performance, or after a later scan', () => {
  const record = admitted({ ticketIds: { ticketId: 1, performanceId: 31 } });
  const until = (start: number | null) =>
    publishedEventsOf(record, { ...PORTS, startOf: (id) => (id === 31 ? start : 0) })[0]?.until;
  expect(until(EVENING + 2 * DAY)).toBe(EVENING + 2 * DAY + 72 * HOUR);
  expect(until(null)).toBe(EVENING + 72 * HOUR);
  expect(until(EVENING - HOUR)).toBe(EVENING + 72 * HOUR);
});

test.each([
  [12, 12],
  [14, 14],
  // That the user may not scan here says nothing about the ticket.
  [4, null],
  [null, null],
])('publishes why staff overrode a refusal, where it was for its ticket: %s', (code, published) => {
  const overridden = admitted({
    basis: 'staff',
    reason: {
      ...{ type: 'overruled', of: 'R', kind: 'duplicate', code, cause: 'other', isListed: false },
    },
  });
  expect(publishedEventsOf(overridden, PORTS)).toMatchObject([{ by: 'staff', code: published }]);
});
