import type { Ledger } from '#main/ledger/ledger.ts';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  ALREADY_SCANNED,
  EVENING,
  ledgerAt,
  MINUTE,
  offlineAdmission,
  OTHER_CLIENT,
  OTHER_PLATFORM,
  recorded,
  undecided,
  valueOf,
} from './support.ts';

const newLedger = () => ledgerAt(join(temporaryFolder(), 'ledger.db'));

function refuse(ledger: Ledger, code: string, text: string): string {
  const id = recorded(ledger, offlineAdmission({ code }));
  valueOf(ledger.uploads.markSent([id], EVENING));
  valueOf(ledger.uploads.markRefused(id, { type: 'platform-words', text }, EVENING));
  return id;
}

test('what the platform does not take is shown with barcode and reason until it is acknowledged, and kept', () => {
  const ledger = newLedger();
  const refused = refuse(ledger, 'A1', 'Ticket not found');
  const conflict = recorded(ledger, offlineAdmission({ code: 'A2', inDoubt: true }));
  valueOf(ledger.settle(conflict, { word: 'refused', error: ALREADY_SCANNED }, EVENING));
  const expired = recorded(
    ledger,
    offlineAdmission({ code: 'A3', platformTime: EVENING - MINUTE }),
  );
  valueOf(ledger.uploads.expireOlderThan(EVENING, EVENING));
  recorded(ledger, offlineAdmission({ code: 'A4' }));

  expect(ledger.unacknowledgedCount()).toBe(3);
  const shown = ledger.toAcknowledge({ limit: 10 });
  expect(shown.map(({ id, code, upload }) => [id, code, upload?.state, upload?.reason])).toEqual([
    [expired, 'A3', 'expired', null],
    [conflict, 'A2', 'conflict', { type: 'platform-error', error: ALREADY_SCANNED }],
    [refused, 'A1', 'refused', { type: 'platform-words', text: 'Ticket not found' }],
  ]);

  valueOf(ledger.acknowledge([conflict], EVENING + MINUTE));
  valueOf(ledger.acknowledge([conflict], EVENING + 2 * MINUTE));
  expect(ledger.unacknowledgedCount()).toBe(2);
  expect(ledger.toAcknowledge({ limit: 10 }).map(({ code }) => code)).toEqual(['A3', 'A1']);
  const kept = ledger.page({ limit: 10, uploads: ['conflict'] });
  expect(kept.map(({ upload }) => upload?.acknowledgedAt)).toEqual([EVENING + MINUTE]);
});

test('what needs no acknowledgement cannot be acknowledged away', () => {
  const ledger = newLedger();
  const id = recorded(ledger, offlineAdmission());
  valueOf(ledger.acknowledge([id], EVENING));
  valueOf(ledger.uploads.markSent([id], EVENING));
  valueOf(ledger.uploads.markRefused(id, { type: 'platform-words', text: 'no' }, EVENING));
  expect(ledger.unacknowledgedCount()).toBe(1);
});

test('pages follow each other, newest first, and stay in place while scans come in', () => {
  const ledger = newLedger();
  for (const code of ['A1', 'A2', 'A3', 'A4', 'A5']) refuse(ledger, code, 'no');
  const first = ledger.page({ limit: 2 });
  expect(first.map(({ code }) => code)).toEqual(['A5', 'A4']);
  recorded(ledger, undecided({ code: 'A6' }));
  const before = first.at(-1)?.sequence ?? 0;
  expect(ledger.page({ limit: 2, before }).map(({ code }) => code)).toEqual(['A3', 'A2']);
  expect(ledger.toAcknowledge({ limit: 2, before }).map(({ code }) => code)).toEqual(['A3', 'A2']);
  expect(ledger.page({ limit: 2, before: 1 })).toEqual([]);
});

test('a list can be of one kind, one house, one state or one stretch of time', () => {
  const ledger = newLedger();
  const at = (minutes: number) => EVENING + minutes * MINUTE;
  const { baseUrl } = OTHER_PLATFORM;
  recorded(ledger, offlineAdmission({ code: 'A0', baseUrl, kind: 'checked', platformTime: at(0) }));
  recorded(ledger, offlineAdmission({ code: 'A1', platformTime: at(1) }));
  recorded(ledger, undecided({ code: 'A2', platformTime: at(2) }));
  recorded(ledger, undecided({ code: 'A3', platformTime: at(3), filter: { clientId: 8 } }));
  recorded(ledger, offlineAdmission({ code: 'A4', kind: 'reject', platformTime: at(4) }));
  const codes = (query: Omit<Parameters<Ledger['page']>[0], 'limit'>) =>
    ledger.page({ limit: 10, ...query }).map(({ code }) => code);

  expect(codes({})).toEqual(['A4', 'A3', 'A2', 'A1', 'A0']);
  expect(codes({ kinds: ['undecided'] })).toEqual(['A3', 'A2']);
  expect(codes({ kinds: ['admit', 'reject'] })).toEqual(['A4', 'A1']);
  expect(codes({ clientRef: OTHER_CLIENT })).toEqual(['A3']);
  expect(codes({ clientRef: OTHER_PLATFORM })).toEqual(['A0']);
  expect(codes({ from: at(2), until: at(4) })).toEqual(['A3', 'A2']);
  expect(codes({ uploads: ['pending'] })).toEqual(['A1']);
  expect(codes({ uploads: ['pending'], kinds: ['undecided'] })).toEqual([]);
  expect(codes({ uploads: ['sent', 'recorded'] })).toEqual([]);
});
