import { Ledger } from '#main/ledger/ledger.ts';
import { MIGRATIONS } from '#main/ledger/migrations/index.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import { Sealer } from '#main/ledger/sealer.ts';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { howMuch } from '#tests/support/how-much.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { planned } from './asked.ts';
import { EVENING, HOUSE, offlineAdmission, testVault, valueOf } from './support.ts';

const ROWS = howMuch(1_000, 100_000);

test('after a season of scans nothing that a scan asks for walks through them', () => {
  const db = valueOf(openDatabase(join(temporaryFolder(), 'ledger.db'), MIGRATIONS));
  onTestFinished(() => {
    db.close();
  });
  const asked = planned(db);
  const sealer = new Sealer(testVault);
  const ledger = new Ledger({ db, sealer, kioskId: 'north-door' });
  db.transaction(() => {
    for (let row = 0; row < ROWS; row += 1) {
      const ticketIds = { ticketId: row, performanceId: 31 };
      const platformTime = EVENING + row;
      valueOf(ledger.record(offlineAdmission({ code: `T${row}`, ticketIds, platformTime })));
    }
  })();
  db.prepare('SELECT COUNT(*) FROM entry WHERE device = ?').get('nowhere');
  expect(asked.take().at(-1), 'a walk is seen as one').toEqual(['SCAN entry']);

  const some = (3 * 7_919) % ROWS;
  const history = valueOf(ledger.history(HOUSE, { clientId: 7 }, `T${some}`, EVENING));
  expect(history.admissions).toMatchObject([{ platformTime: EVENING + some }]);
  expect(valueOf(ledger.firstAdmission(HOUSE, some))?.platformTime).toBe(EVENING + some);
  // No join and no sorting among them: those SQLite would prepare anew for every scan.
  const ofEntry = 'SEARCH doubt USING INTEGER PRIMARY KEY (rowid=?)';
  const isKnown = ['SEARCH entry USING COVERING INDEX entry_by_code (lookup=?)'];
  expect(asked.take()).toEqual([
    isKnown,
    [
      'SEARCH entry USING INDEX entry_by_code (lookup=?)',
      'CORRELATED SCALAR SUBQUERY 8',
      ofEntry,
      'CORRELATED SCALAR SUBQUERY 1',
      'SEARCH upload USING INTEGER PRIMARY KEY (rowid=?)',
      'CORRELATED SCALAR SUBQUERY 2',
      ofEntry,
      'CORRELATED SCALAR SUBQUERY 3',
      ofEntry,
      'CORRELATED SCALAR SUBQUERY 4',
      'SEARCH follows USING INTEGER PRIMARY KEY (rowid=?)',
      'CORRELATED SCALAR SUBQUERY 5',
      'SEARCH taken_back USING INTEGER PRIMARY KEY (rowid=?)',
      'CORRELATED SCALAR SUBQUERY 6',
      'SEARCH admission USING PRIMARY KEY (platform=? AND client_id=? AND ticket_id=?)',
      'CORRELATED SCALAR SUBQUERY 7',
      'SEARCH admission USING PRIMARY KEY (platform=? AND client_id=? AND ticket_id=?)',
    ],
    ['SEARCH admission USING PRIMARY KEY (platform=? AND client_id=? AND ticket_id=?)'],
  ]);

  valueOf(ledger.history(HOUSE, { clientId: 7 }, 'never seen', EVENING));
  expect(asked.take(), 'of most codes nothing more is asked').toEqual([isKnown]);
});
