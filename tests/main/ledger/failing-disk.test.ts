import { Ledger } from '#main/ledger/ledger.ts';
import { MIGRATIONS } from '#main/ledger/migrations/index.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import { Sealer } from '#main/ledger/sealer.ts';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { EVENING, HOUSE, offlineAdmission, testVault, valueOf } from './support.ts';

const GUESTS = 300;

/** An open ledger whose file, all but its first page, has become garbage under it. */
function damagedWhileOpen(): Ledger {
  const path = join(temporaryFolder(), 'ledger.db');
  const db = valueOf(openDatabase(path, MIGRATIONS));
  onTestFinished(() => {
    db.close();
  });
  const ledger = new Ledger({ db, sealer: new Sealer(testVault), kioskId: 'north-door' });
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
  expect(ledger.history(HOUSE, { clientId: 7 }, 'A7', EVENING)).toMatchObject(fault);
  expect(ledger.firstAdmission(HOUSE, 7)).toMatchObject(fault);
});
