import type { Ledger } from '#main/ledger/ledger.ts';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { HOUSE, ledgerOnDatabase, offlineAdmission, valueOf } from './support.ts';

const GUESTS = 300;

/** An open ledger whose file, all but its first page, has become garbage under it. */
function damagedWhileOpen(): Ledger {
  const path = join(temporaryFolder(), 'ledger.db');
  const { db, ledger } = ledgerOnDatabase(path);
  db.transaction(() => {
    for (let guest = 0; guest < GUESTS; guest += 1) {
      const ticketIds = { ticketId: guest, performanceId: 31 };
      valueOf(ledger.record(offlineAdmission({ code: `A${guest}`, ticketIds })));
    }
  })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  // What SQLite still has in memory is not read again.
  db.pragma('shrink_memory');
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(statSync(path).size - 4096, 0x5a), 0, null, 4096);
  closeSync(file);
  return ledger;
}

test('a disk that fails under an open ledger is a fault, not an exception, when a scan is looked up', () => {
  const ledger = damagedWhileOpen();
  const fault = { ok: false, error: { code: 'damaged' } };
  const wanted = { clientRef: HOUSE, code: 'A7', ticketIds: [7], ticketHash: '' };
  expect(ledger.ticketEvents(wanted)).toMatchObject(fault);
});
