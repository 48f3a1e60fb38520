import type { Ledger } from '#main/ledger/ledger.ts';
import { openLedger } from '#main/ledger/open-ledger.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  ALREADY_SCANNED,
  EVENING,
  HOUSE,
  ledgerAt,
  MINUTE,
  offlineAdmission,
  optionsFor,
  OTHER_CLIENT,
  OTHER_PLATFORM,
  recorded,
  valueOf,
  firstAdmittedAt,
} from './support.ts';

const newLedger = () => ledgerAt(join(temporaryFolder(), 'ledger.db'));
const LATER = EVENING + 60 * MINUTE;

/** Guests who come in one minute after the other, while the network is away. */
function guests(ledger: Ledger, codes: readonly string[], filter: ScanFilter = { clientId: 7 }) {
  return codes.map((code, index) =>
    recorded(ledger, offlineAdmission({ code, filter, platformTime: EVENING + index * MINUTE })),
  );
}

function nextBatch(ledger: Ledger, limit = 200, { baseUrl } = HOUSE, barred: number[] = []) {
  return valueOf(ledger.uploads.nextBatch({ baseUrl, barred, limit }, LATER));
}

const codesOf = (batch: ReturnType<typeof nextBatch>) => batch?.uploads.map(({ code }) => code);

const stateOf = (ledger: Ledger, id: string) =>
  ledger.page({ limit: 100 }).find((record) => record.id === id)?.upload?.state;

test('an empty queue has nothing to send and no oldest scan', () => {
  const { uploads } = newLedger();
  expect(uploads.pendingCount()).toBe(0);
  expect(uploads.oldestPending()).toBeNull();
  expect(valueOf(uploads.nextBatch({ baseUrl: HOUSE.baseUrl, limit: 200 }, LATER))).toBeNull();
});

test('scans go up in their order, with what the platform needs, and no more at once than asked for', () => {
  const ledger = newLedger();
  const ids = guests(ledger, ['A1', 'A2', 'A3']);
  const ticket = { ticketId: 501, performanceId: 31, wasSent: false, isTimeGuessed: false };
  expect(nextBatch(ledger, 2)).toEqual({
    groupKey: expect.any(String) as string,
    filter: { clientId: 7 },
    performanceId: 31,
    uploads: [
      { id: ids[0], sequence: 1, code: 'A1', ...ticket, platformTime: EVENING },
      { id: ids[1], sequence: 2, code: 'A2', ...ticket, platformTime: EVENING + MINUTE },
    ],
  });
  expect(ledger.uploads.pendingCount()).toBe(3);
  expect(ledger.uploads.oldestPending()).toBe(EVENING);
});

test('scans go up by what the door was open for, the oldest first', () => {
  const ledger = newLedger();
  const hamlet = { clientId: 7, productionId: 21 };
  const tonight = { clientId: 7, productionId: 21, performanceId: 31 };
  const first = guests(ledger, ['H1', 'H2'], hamlet);
  const second = guests(ledger, ['T1', 'T2'], tonight);
  guests(ledger, ['X1']);

  const order = [];
  for (let batch = nextBatch(ledger); batch !== null; batch = nextBatch(ledger)) {
    order.push([batch.filter, codesOf(batch)]);
    const ids = batch.uploads.map(({ id }) => id);
    valueOf(ledger.uploads.markSent(ids, LATER));
    valueOf(ledger.uploads.markRecorded(ids, LATER));
  }
  expect(order).toEqual([
    [hamlet, ['H1', 'H2']],
    [tonight, ['T1', 'T2']],
    [{ clientId: 7 }, ['X1']],
  ]);
  expect([...first, ...second].map((id) => stateOf(ledger, id))).toEqual(Array(4).fill('recorded'));
  expect(ledger.uploads.pendingCount()).toBe(0);
});

test('scans of every client go up, except of those that are barred', () => {
  const ledger = newLedger();
  const { clientId } = OTHER_CLIENT;
  guests(ledger, ['A1'], { clientId });
  guests(ledger, ['A2']);
  expect(codesOf(nextBatch(ledger))).toEqual(['A1']);
  expect(codesOf(nextBatch(ledger, 200, HOUSE, [clientId]))).toEqual(['A2']);
  expect(nextBatch(ledger, 200, HOUSE, [clientId, HOUSE.clientId])).toBeNull();
  expect(ledger.uploads.pendingCount()).toBe(2);
});

test('a batch is of one performance, and takes all of its scans that there is room for', () => {
  const ledger = newLedger();
  const performances = [31, 32, 31, 33, 31, 32];
  for (const [index, performanceId] of performances.entries()) {
    const ticketIds = { ticketId: 500 + index, performanceId };
    const platformTime = EVENING + index * MINUTE;
    recorded(ledger, offlineAdmission({ code: `P${index}`, ticketIds, platformTime }));
  }
  const order = [];
  for (let batch = nextBatch(ledger, 2); batch !== null; batch = nextBatch(ledger, 2)) {
    order.push([batch.performanceId, codesOf(batch)]);
    valueOf(
      ledger.uploads.markSent(
        batch.uploads.map(({ id }) => id),
        LATER,
      ),
    );
  }
  expect(order).toEqual([
    [31, ['P0', 'P2']],
    [32, ['P1', 'P5']],
    [33, ['P3']],
    [31, ['P4']],
  ]);
});

test('scans of another platform wait for it, and never go up to this one', () => {
  const ledger = newLedger();
  const { baseUrl } = OTHER_PLATFORM;
  recorded(ledger, offlineAdmission({ code: 'A1', baseUrl }));
  recorded(ledger, offlineAdmission({ code: 'A2', platformTime: EVENING + MINUTE }));
  recorded(ledger, offlineAdmission({ code: 'A3', baseUrl, platformTime: EVENING + MINUTE }));
  expect(codesOf(nextBatch(ledger))).toEqual(['A2']);
  expect(codesOf(nextBatch(ledger, 200, OTHER_PLATFORM))).toEqual(['A1', 'A3']);
  expect(ledger.uploads.pendingCount()).toBe(3);
});

test('what is on its way is not sent a second time, and still counts until the platform has it', () => {
  const ledger = newLedger();
  const [sent = ''] = guests(ledger, ['A1', 'A2']);
  valueOf(ledger.uploads.markSent([sent], LATER));
  expect(codesOf(nextBatch(ledger))).toEqual(['A2']);
  expect(ledger.uploads.pendingCount()).toBe(2);
  expect(ledger.uploads.oldestPending()).toBe(EVENING);
});

test('an answer that was lost: the scans are sent again', () => {
  const ledger = newLedger();
  const ids = guests(ledger, ['A1', 'A2']);
  valueOf(ledger.uploads.markSent(ids, LATER));
  expect(nextBatch(ledger)).toBeNull();
  valueOf(ledger.uploads.backToPending(ids, LATER));
  expect(codesOf(nextBatch(ledger))).toEqual(['A1', 'A2']);
});

test('the kiosk is switched off in the middle of an upload: the scans are sent again', () => {
  const path = join(temporaryFolder(), 'ledger.db');
  const before = valueOf(openLedger(optionsFor(path))).ledger;
  valueOf(before.uploads.markSent(guests(before, ['A1']), LATER));
  before.close();
  expect(codesOf(nextBatch(ledgerAt(path)))).toEqual(['A1']);
});

test('a scan in doubt waits until the platform’s word is known or cannot come any more', () => {
  const ledger = newLedger();
  const spent = recorded(ledger, offlineAdmission({ code: 'A1', inDoubt: true }));
  const unheard = recorded(ledger, offlineAdmission({ code: 'A2', inDoubt: true }));
  expect(nextBatch(ledger)).toBeNull();
  expect(ledger.uploads.pendingCount()).toBe(2);
  expect(valueOf(ledger.uploads.expireOlderThan(LATER, LATER)), 'nor does it expire').toBe(0);

  valueOf(ledger.settle(spent, { word: 'admitted' }, EVENING));
  valueOf(ledger.settle(unheard, { word: 'missing' }, EVENING));
  expect(stateOf(ledger, spent)).toBe('none');
  expect(codesOf(nextBatch(ledger))).toEqual(['A2']);
  expect(ledger.uploads.pendingCount()).toBe(1);
});

test('settling once more with the same word changes nothing; with another one it is a bug', () => {
  const ledger = newLedger();
  const id = recorded(ledger, offlineAdmission({ inDoubt: true }));
  const refused = { word: 'refused', error: ALREADY_SCANNED } as const;
  valueOf(ledger.settle(id, refused, EVENING + 1));
  const [record] = ledger.page({ limit: 1 });
  expect(record?.upload).toEqual({
    state: 'conflict',
    reason: { type: 'platform-error', error: ALREADY_SCANNED },
    changedAt: EVENING + 1,
    acknowledgedAt: null,
    sentAgainAt: null,
  });
  valueOf(ledger.settle(id, refused, EVENING + 2));
  expect(ledger.page({ limit: 1 })).toEqual([record]);
  expect(() => ledger.settle(id, { word: 'admitted' }, EVENING)).toThrow('cannot happen');
  expect(() => ledger.settle('nobody', refused, EVENING)).toThrow('not there');
  expect(() => ledger.uploads.markRecorded([id], EVENING)).toThrow('cannot happen');
});

test('one impossible change undoes the whole of its batch', () => {
  const ledger = newLedger();
  const [first = '', second = ''] = guests(ledger, ['A1', 'A2']);
  valueOf(ledger.uploads.markSent([first], LATER));
  expect(() => ledger.uploads.markRecorded([first, second], LATER)).toThrow('cannot happen');
  expect(stateOf(ledger, first)).toBe('sent');
});

test('scans that are too old expire and are kept; younger ones and those under way are not touched', () => {
  const ledger = newLedger();
  const [old = '', sent = '', young = ''] = guests(ledger, ['A1', 'A2', 'A3']);
  valueOf(ledger.uploads.markSent([sent], LATER));
  expect(valueOf(ledger.uploads.expireOlderThan(EVENING + 2 * MINUTE, LATER))).toBe(1);
  expect([old, sent, young].map((id) => stateOf(ledger, id))).toEqual([
    'expired',
    'sent',
    'pending',
  ]);
  expect(firstAdmittedAt(ledger, 501)).not.toBeNull();
});

test('a scan whose sealed part is damaged does not hold up the others, and the operator sees it', () => {
  const path = join(temporaryFolder(), 'ledger.db');
  const before = valueOf(openLedger(optionsFor(path))).ledger;
  const [bad = ''] = guests(before, ['A1', 'A2']);
  before.close();
  const db = new Database(path);
  db.prepare('UPDATE entry SET sealed = zeroblob(length(sealed)) WHERE id = ?').run(bad);
  db.close();

  const ledger = ledgerAt(path);
  expect(codesOf(nextBatch(ledger, 1))).toEqual(['A2']);
  const [shown] = ledger.toAcknowledge({ limit: 10 });
  expect(shown).toMatchObject({ id: bad, code: null, reason: null, ticket: null });
  expect(shown?.upload).toMatchObject({ state: 'refused', reason: { type: 'unreadable' } });
  expect(shown?.ticketIds).toEqual({ ticketId: 501, performanceId: 31 });
});
