import { expect, test } from 'vitest';
import type { TakeBackRefusal } from '#shared/model/take-back.ts';
import type { Result } from '#shared/result.ts';
import type { Ledger } from '#main/ledger/ledger.ts';
import { standingOf } from '#main/ledger/standing.ts';
import { join } from 'node:path';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  ALREADY_SCANNED,
  EVENING,
  eventsIn,
  HOUSE,
  ledgerAt,
  letInAnyway,
  MINUTE,
  offlineAdmission,
  recorded,
  undecided,
  valueOf,
  firstAdmittedAt,
} from './support.ts';

const newLedger = (path = join(temporaryFolder(), 'ledger.db')) => ledgerAt(path);
const WHY = 'the guest’s ticket was for tomorrow';
const takeBack = (ledger: Ledger, id: string) =>
  refusalOf(valueOf(ledger.takeBack({ id, why: WHY, at: EVENING + MINUTE })));
const refusalOf = (done: Result<number, TakeBackRefusal>) => (done.ok ? null : done.error);
const standing = (ledger: Ledger) => standingOf(eventsIn(ledger));

test('an admission that the platform cannot know of is taken back: it stays on record, and counts no more', () => {
  const path = join(temporaryFolder(), 'ledger.db');
  const ledger = newLedger(path);
  const id = recorded(ledger, offlineAdmission());
  expect(takeBack(ledger, id)).toBeNull();

  expect(ledger.page({ limit: 10 })).toMatchObject([
    {
      ...{ id, kind: 'admit', takenBack: { at: EVENING + MINUTE, why: WHY } },
      upload: { state: 'none', changedAt: EVENING + MINUTE },
    },
  ]);
  expect(ledger.uploads.pendingCount()).toBe(0);
  expect(ledger.uploads.oldestPending()).toBeNull();
  expect(
    valueOf(ledger.uploads.nextBatch({ baseUrl: HOUSE.baseUrl, limit: 10 }, EVENING)),
  ).toBeNull();
  expect(eventsIn(ledger)).toMatchObject([{ id }, { kind: 'withdrawn', of: id }]);
  expect(firstAdmittedAt(ledger, 501)).toBeNull();
  expect(takeBack(ledger, id), 'twice').toBe('taken-back');
});

test('a ticket that two admissions were made with is still used when one is taken back', () => {
  const ledger = newLedger();
  const first = recorded(ledger, offlineAdmission());
  recorded(ledger, offlineAdmission({ platformTime: EVENING + 1 }));
  expect(takeBack(ledger, first)).toBeNull();
  expect(standing(ledger).admissions).toHaveLength(1);
  expect(firstAdmittedAt(ledger, 501)).toBe(EVENING + 1);
});

test('who was taken back is not inside again when the time of their entry is put right', () => {
  const ledger = newLedger();
  const id = recorded(ledger, offlineAdmission());
  expect(takeBack(ledger, id)).toBeNull();
  const platformTime = EVENING - MINUTE;
  valueOf(ledger.correctTimes([{ sequence: ledger.newestSequence(), platformTime }]));
  expect(ledger.page({ limit: 1 })).toMatchObject([{ id, platformTime }]);
  expect(firstAdmittedAt(ledger, 501)).toBeNull();
});

test('of two admissions of the same ticket at the same time one is taken back, and the other is inside', () => {
  const ledger = newLedger();
  const first = recorded(ledger, offlineAdmission());
  recorded(ledger, offlineAdmission());
  expect(takeBack(ledger, first)).toBeNull();
  expect(firstAdmittedAt(ledger, 501)).toBe(EVENING);
});

test('a guest who came in again is taken back: out, as before', () => {
  const ledger = newLedger();
  const reason = { type: 'came-back', leftAt: EVENING } as const;
  const id = recorded(ledger, offlineAdmission({ basis: 'venue', reason }));
  expect(takeBack(ledger, id)).toBeNull();
  expect(standing(ledger).admissions).toEqual([]);
});

test('a queued return is withdrawn and leaves the queue', () => {
  const ledger = newLedger();
  const id = queuedReturn(ledger);
  expect(ledger.uploads.pendingCount()).toBe(1);
  expect(takeBack(ledger, id)).toBeNull();
  expect(ledger.uploads.pendingCount()).toBe(0);
});

test('an upload under way of a return can still be recorded', () => {
  const ledger = newLedger();
  const id = queuedReturn(ledger);
  valueOf(ledger.uploads.markSent([id], EVENING));
  expect(takeBack(ledger, id)).toBe('spent');
  valueOf(ledger.uploads.markRecorded([id], EVENING));
  expect(ledger.uploadStates([id])).toEqual(['recorded']);
});

test('a guest who scanned again, and was refused, is taken back all the same', () => {
  const ledger = newLedger();
  const id = recorded(ledger, offlineAdmission());
  const reason = { type: 'copy', code: 12, firstScanAt: EVENING, copyFrom: EVENING } as const;
  recorded(ledger, offlineAdmission({ kind: 'duplicate', reason }));
  expect(takeBack(ledger, id)).toBeNull();
});

test.each([false, true])('who was let in anyway is taken back, listed as good: %s', (isListed) => {
  const ledger = newLedger();
  const id = recorded(ledger, letInAnyway({ isListed }));
  expect(takeBack(ledger, id)).toBeNull();
  expect(ledger.uploads.pendingCount()).toBe(0);
  expect(standing(ledger).admissions).toEqual([]);
});

test.each<[string, (ledger: Ledger) => string, string]>([
  [
    'by the platform’s word',
    (one) => recorded(one, offlineAdmission({ basis: 'platform' })),
    'spent',
  ],
  ['late', (one) => recorded(one, offlineAdmission({ basis: 'late' })), 'spent'],
  ['in doubt', (one) => recorded(one, offlineAdmission({ inDoubt: true })), 'spent'],
  ['whose question stayed unanswered', unanswered, 'spent'],
  ['that was sent', sent, 'spent'],
  ['in doubt, of a refusal', (one) => recorded(one, letInAnyway({ inDoubt: true })), 'spent'],
  ['that was sent, of a refusal', (one) => sent(one, letInAnyway({ isListed: true })), 'spent'],
  ['that was sent, whose answer was lost', sentInVain, 'spent'],
  ['of a return that the platform has recorded', recordedReturn, 'spent'],
  ['of somebody who was not let in', (one) => recorded(one, undecided()), 'no-admission'],
  ['that is another kiosk’s', () => 'unknown', 'no-admission'],
])('an admission %s stays', (_, admit, why) => {
  const ledger = newLedger();
  const id = admit(ledger);
  const before = ledger.page({ limit: 10 });
  expect(takeBack(ledger, id)).toBe(why);
  expect(ledger.page({ limit: 10 })).toEqual(before);
});

test('one that the platform has refused is for the box office', () => {
  const ledger = newLedger();
  const id = sent(ledger);
  const reason = { type: 'platform-error', error: ALREADY_SCANNED } as const;
  valueOf(ledger.uploads.markRefused(id, reason, EVENING));
  expect(takeBack(ledger, id)).toBe('spent');
});

function unanswered(ledger: Ledger): string {
  const id = recorded(ledger, offlineAdmission({ inDoubt: true }));
  valueOf(ledger.settle(id, { word: 'missing' }, EVENING));
  return id;
}

function sent(ledger: Ledger, entry = offlineAdmission()): string {
  const id = recorded(ledger, entry);
  valueOf(ledger.uploads.markSent([id], EVENING));
  return id;
}

function sentInVain(ledger: Ledger): string {
  const id = sent(ledger);
  valueOf(ledger.uploads.backToPending([id], EVENING));
  return id;
}

function queuedReturn(ledger: Ledger): string {
  const reason = { type: 'came-back', leftAt: EVENING } as const;
  const id = recorded(ledger, offlineAdmission({ basis: 'venue', reason }));
  valueOf(ledger.queueReturn(id, EVENING));
  return id;
}

function recordedReturn(ledger: Ledger): string {
  const id = queuedReturn(ledger);
  valueOf(ledger.uploads.markSent([id], EVENING));
  valueOf(ledger.uploads.markRecorded([id], EVENING));
  return id;
}
