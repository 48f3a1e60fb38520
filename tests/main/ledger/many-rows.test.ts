import { Ledger } from '#main/ledger/ledger.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import { Sealer } from '#main/ledger/sealer.ts';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { howMuch } from '#tests/support/how-much.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { planned } from './asked.ts';
import { EVENING, HOUSE, offlineAdmission, testVault, valueOf, eventsIn } from './support.ts';

const ROWS = howMuch(1_000, 100_000);

/** So many admissions of this evening wait; those of the season before were uploaded. */
const WAITING = 10;

function afterASeason() {
  const db = valueOf(openDatabase(join(temporaryFolder(), 'ledger.db')));
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
      const entry = offlineAdmission({ code: `T${row}`, ticketIds, platformTime });
      valueOf(ledger.record(entry));
      if (row >= ROWS - WAITING) continue;
      valueOf(ledger.uploads.markSent([entry.id], platformTime));
      valueOf(ledger.uploads.markRecorded([entry.id], platformTime));
    }
  })();
  asked.take();
  return { db, ledger, asked };
}

test('after a season of scans nothing that a scan asks for walks through them', () => {
  const { db, ledger, asked } = afterASeason();
  db.prepare('SELECT COUNT(*) FROM entry WHERE device = ?').get('nowhere');
  expect(asked.take().at(-1), 'a walk is seen as one').toEqual(['SCAN entry']);

  const some = (3 * 7_919) % ROWS;
  expect(eventsIn(ledger, `T${some}`, [some])).toMatchObject([
    { kind: 'admitted', at: EVENING + some },
    { kind: 'uploaded' },
  ]);
  // No join and no sorting among them: those SQLite would prepare anew for every scan.
  const isKnown = [
    'SCAN CONSTANT ROW',
    'SCALAR SUBQUERY 1',
    'SEARCH entry USING COVERING INDEX entry_by_code (code_hash=?)',
    'SCALAR SUBQUERY 2',
    'SEARCH entry USING COVERING INDEX entry_by_ticket (ticket_id=?)',
  ];
  const [first, ...others] = asked.take();
  expect(first).toEqual(isKnown);
  expect(others).toHaveLength(2);
  for (const step of others.flat()) expect(step).toMatch(/^(SEARCH|CORRELATED SCALAR SUBQUERY)/);

  eventsIn(ledger, 'never seen', [ROWS + 1]);
  expect(asked.take(), 'of most tickets nothing more is asked').toEqual([isKnown]);
});

test('after a season of uploads those that wait are found without the others', () => {
  const { ledger, asked } = afterASeason();
  const batch = valueOf(
    ledger.uploads.nextBatch({ baseUrl: HOUSE.baseUrl, limit: 100 }, EVENING + ROWS),
  );
  expect(batch?.uploads).toHaveLength(WAITING);
  expect(ledger.uploads.oldestPending()).toBe(EVENING + ROWS - WAITING);
  expect(ledger.unacknowledgedCount()).toBe(0);
  expect(ledger.page({ limit: 10, discrepancies: 'all' })).toEqual([]);
  const untold = ledger.untold(HOUSE, EVENING + ROWS);
  expect(untold.reduce((sum, { count }) => sum + count, 0)).toBe(WAITING);
  valueOf(ledger.takeBackUploads());
  valueOf(ledger.endLastRun());
  const ofEntries = asked
    .take()
    .flat()
    .filter((step) => step.includes(' entry'));
  expect([...new Set(ofEntries)].toSorted(), 'each along what there is little of').toEqual([
    'SCAN entry USING COVERING INDEX entry_not_accepted',
    'SCAN entry USING INDEX entry_sent',
    'SCAN entry USING INDEX entry_waiting',
    'SEARCH entry',
    'SEARCH entry USING COVERING INDEX entry_not_accepted (sequence>? AND sequence<?)',
    'SEARCH entry USING COVERING INDEX entry_sent',
    'SEARCH entry USING COVERING INDEX entry_sent (platform_time<?)',
    'SEARCH entry USING COVERING INDEX entry_uploaded (upload_changed_at>?)',
    'SEARCH entry USING COVERING INDEX entry_waiting',
    'SEARCH entry USING COVERING INDEX entry_waiting (platform_time<?)',
    'SEARCH entry USING INTEGER PRIMARY KEY (rowid=?)',
  ]);
});
