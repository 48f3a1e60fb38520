import { HOUR } from '#shared/time.ts';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
