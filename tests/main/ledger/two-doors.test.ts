import type { OtherAdmission } from '#shared/model/discrepancy.ts';
import { HOUR } from '#shared/time.ts';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { EVENING, ledgerAt, offlineAdmission, recorded, valueOf } from './support.ts';

const SATURDAY = { ticketId: 502, performanceId: 32 };

test.each([
  ['the same ticket', { ticketIds: SATURDAY }, 24, 0],
  ['another ticket', { ticketIds: { ticketId: 501, performanceId: 31 } }, 24, 1],
  ['some ticket, the day before', { ticketIds: null }, 24, 0],
  ['some ticket, a season ago', { ticketIds: null }, 5_000, 1],
])(
  'a used ticket was let in here by its barcode alone; the platform was asked before about %s',
  (_which, earlier, hours, noted) => {
    const ledger = ledgerAt(join(temporaryFolder(), 'ledger.db'));
    const platformTime = EVENING - hours * HOUR;
    recorded(ledger, offlineAdmission({ basis: 'platform', platformTime, ...earlier }));
    const id = recorded(ledger, offlineAdmission({ ticketIds: SATURDAY }));
    expect(valueOf(ledger.uploads.noteUsed([id]))).toBe(noted);
    expect(ledger.unacknowledgedCount()).toBe(noted);
  },
);

describe('another door has admitted the same ticket', () => {
  const POSSIBLE = { door: 'Stalls', at: EVENING, isPossible: true };
  const CERTAIN = { door: 'Balcony', at: EVENING + HOUR, isPossible: false };

  /** Tells the ledger of these admissions, each acknowledged before the next; returns what it lists, and what is new. */
  function listedAfter(...others: readonly OtherAdmission[]) {
    const ledger = ledgerAt(join(temporaryFolder(), 'ledger.db'));
    const id = recorded(ledger, offlineAdmission());
    for (const other of others) {
      valueOf(ledger.acknowledge([id], EVENING));
      valueOf(ledger.noteOtherDoor(id, other));
    }
    const [record] = ledger.notAccepted({ limit: 1, after: 0 });
    return [record?.twoDoors?.other, ledger.unacknowledgedCount()];
  }

  test('lists the first one, once', () => {
    expect(listedAfter(CERTAIN)).toEqual([CERTAIN, 1]);
    expect(listedAfter(CERTAIN, { ...CERTAIN, door: 'Foyer' })).toEqual([CERTAIN, 0]);
    expect(listedAfter(POSSIBLE, { ...POSSIBLE, door: 'Foyer' })).toEqual([POSSIBLE, 0]);
  });

  test('a certain conflict replaces a possible one, and is to be acknowledged', () => {
    expect(listedAfter(POSSIBLE, CERTAIN)).toEqual([CERTAIN, 1]);
    expect(listedAfter(CERTAIN, POSSIBLE), 'not the other way round').toEqual([CERTAIN, 0]);
  });

  test('the same conflict becomes possible when an exit was heard of', () => {
    const possible = { ...CERTAIN, isPossible: true };
    expect(listedAfter(CERTAIN, possible)).toEqual([possible, 0]);
  });
});
