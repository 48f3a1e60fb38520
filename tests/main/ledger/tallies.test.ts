import { STRETCH } from '#main/ledger/tallies.ts';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  ALREADY_SCANNED,
  EVENING,
  HOUSE,
  ledgerAt,
  letInAnyway,
  MINUTE,
  offlineAdmission,
  OTHER_CLIENT,
  OTHER_PLATFORM,
  recorded,
} from './support.ts';

/** A quarter of an hour of the evening. */
const QUARTER = Math.floor(EVENING / STRETCH) * STRETCH;
const at = (minutes: number) => ({ platformTime: QUARTER + minutes * MINUTE });
const TONIGHT = { ticketId: 1, performanceId: 31 };
const TOMORROW = { ticketId: 2, performanceId: 32 };

test('verdicts are counted by kind, code and performance, by the quarter of an hour', () => {
  const ledger = ledgerAt(join(temporaryFolder(), 'ledger.db'));
  const refused = { type: 'platform-error', error: ALREADY_SCANNED } as const;
  const unknown = {
    type: 'copy',
    code: 11,
    firstScanAt: null,
    copyFrom: null,
  } as const;
  recorded(ledger, offlineAdmission({ ticketIds: TONIGHT, ...at(0) }));
  recorded(ledger, offlineAdmission({ ticketIds: TONIGHT, ...at(14.99) }));
  recorded(ledger, offlineAdmission({ ticketIds: TONIGHT, ...at(15) }));
  recorded(ledger, offlineAdmission({ ticketIds: TOMORROW, ...at(1) }));
  recorded(
    ledger,
    offlineAdmission({ kind: 'duplicate', reason: refused, ticketIds: TONIGHT, ...at(2) }),
  );
  recorded(
    ledger,
    offlineAdmission({ kind: 'reject', reason: unknown, ticketIds: null, ...at(3) }),
  );
  const common = { isOverruled: false, isReturn: false, from: QUARTER };
  expect(ledger.tallies(HOUSE, QUARTER, QUARTER + 2 * STRETCH)).toEqual([
    { ...common, kind: 'admit', code: null, performanceId: 31, count: 2 },
    { ...common, kind: 'admit', code: null, performanceId: 32, count: 1 },
    { ...common, kind: 'duplicate', code: 12, performanceId: 31, count: 1 },
    { ...common, kind: 'reject', code: 11, performanceId: null, count: 1 },
    { ...common, kind: 'admit', code: null, performanceId: 31, from: QUARTER + STRETCH, count: 1 },
  ]);
});

test('who was let in anyway is counted apart, by what was overruled', () => {
  const ledger = ledgerAt(join(temporaryFolder(), 'ledger.db'));
  recorded(ledger, offlineAdmission(at(0)));
  recorded(ledger, letInAnyway(at(1)));
  expect(ledger.tallies(HOUSE, QUARTER, QUARTER + STRETCH)).toMatchObject([
    { kind: 'admit', code: null, isOverruled: false, count: 1 },
    { kind: 'admit', code: 12, isOverruled: true, count: 1 },
  ]);
});

test('who left and comes in again is counted apart', () => {
  const ledger = ledgerAt(join(temporaryFolder(), 'ledger.db'));
  recorded(ledger, offlineAdmission(at(0)));
  recorded(ledger, offlineAdmission({ basis: 'venue', ...at(1) }));
  expect(ledger.tallies(HOUSE, QUARTER, QUARTER + STRETCH)).toMatchObject([
    { kind: 'admit', isReturn: false, count: 1 },
    { kind: 'admit', isReturn: true, count: 1 },
  ]);
});

test('an admission that was taken back counts for nobody, whichever way the guest had come in', () => {
  const ledger = ledgerAt(join(temporaryFolder(), 'ledger.db'));
  const [first, , anyway, back] = [
    recorded(ledger, offlineAdmission(at(0))),
    recorded(ledger, offlineAdmission({ code: 'B2', ...at(1) })),
    recorded(ledger, letInAnyway({ code: 'C3', ...at(2) })),
    recorded(ledger, offlineAdmission({ basis: 'venue', code: 'D4', ...at(3) })),
  ];
  for (const id of [first, anyway, back]) {
    expect(ledger.takeBack({ id, why: 'for tomorrow', at: EVENING })).toMatchObject({
      value: { ok: true },
    });
  }
  expect(ledger.tallies(HOUSE, QUARTER, QUARTER + STRETCH)).toMatchObject([
    { kind: 'admit', isOverruled: false, isReturn: false, count: 1 },
  ]);
});

test('one house’s evening is not another’s, nor is another evening', () => {
  const ledger = ledgerAt(join(temporaryFolder(), 'ledger.db'));
  recorded(ledger, offlineAdmission({ filter: { clientId: OTHER_CLIENT.clientId } }));
  recorded(ledger, offlineAdmission({ baseUrl: OTHER_PLATFORM.baseUrl }));
  recorded(ledger, offlineAdmission({ platformTime: QUARTER - 1 }));
  recorded(ledger, offlineAdmission({ platformTime: QUARTER + STRETCH }));
  expect(ledger.tallies(HOUSE, QUARTER, QUARTER + STRETCH)).toEqual([]);
});

test('a copy of the tickets lacks who had come in and was uploaded after it, and who still waits', () => {
  const ledger = ledgerAt(join(temporaryFolder(), 'ledger.db'));
  const [told, later] = [0, 1, 2].map((minute) =>
    recorded(ledger, offlineAdmission({ code: `A${minute}`, ticketIds: TONIGHT, ...at(minute) })),
  );
  const upload = (id = '', minute = 0) => {
    ledger.uploads.markSent([id], QUARTER + minute * MINUTE);
    ledger.uploads.markRecorded([id], QUARTER + minute * MINUTE);
  };
  const copyOf = (minute: number) => ledger.untold(HOUSE, QUARTER + minute * MINUTE);
  expect(copyOf(5)).toMatchObject([{ kind: 'admit', performanceId: 31, count: 3 }]);
  upload(told, 6);
  upload(later, 8);
  expect(copyOf(7), 'one is in it').toMatchObject([{ count: 2 }]);
  expect(copyOf(9), 'one still waits').toMatchObject([{ count: 1 }]);
  expect(copyOf(1), 'who comes after it counts as such').toMatchObject([{ count: 1 }]);
});
