import { ProvisionalTimes } from '#main/ledger/provisional-times.ts';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { ledgerAt, offlineAdmission, valueOf } from '#tests/main/ledger/support.ts';

const newLedger = () => ledgerAt(join(temporaryFolder(), 'ledger.db'));
/** The platform's time of a moment on the steady clock. */
const timeAt = (readAt: number) => 1_000_000 + readAt;

test('what was recorded before the platform told its time gets its right time then, and once', () => {
  const ledger = newLedger();
  const unsure = new ProvisionalTimes();
  unsure.note({ ledger, sequence: 4, readAt: 100 });
  unsure.note({ ledger, sequence: 5, readAt: 250 });
  expect(unsure.corrected(ledger, timeAt)).toEqual([
    { sequence: 4, platformTime: 1_000_100 },
    { sequence: 5, platformTime: 1_000_250 },
  ]);
  expect(unsure.corrected(ledger, timeAt)).toEqual([]);
});

test('the times of a file that was put aside are not those of the new one', () => {
  const [old, ledger] = [newLedger(), newLedger()];
  const unsure = new ProvisionalTimes();
  unsure.note({ ledger: old, sequence: 1, readAt: 100 });
  unsure.note({ ledger: null, sequence: 2, readAt: 150 });
  unsure.note({ ledger, sequence: 1, readAt: 200 });
  expect(unsure.corrected(ledger, timeAt)).toEqual([{ sequence: 1, platformTime: 1_000_200 }]);
});

test('the ledger takes what is handed out', () => {
  const ledger = newLedger();
  const unsure = new ProvisionalTimes();
  const sequence = valueOf(ledger.record(offlineAdmission({ platformTime: 7 })));
  unsure.note({ ledger, sequence, readAt: 100 });
  valueOf(ledger.correctTimes(unsure.corrected(ledger, timeAt)));
  expect(ledger.page({ limit: 1 })[0]?.platformTime).toBe(1_000_100);
});
