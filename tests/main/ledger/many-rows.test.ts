import { Ledger } from '#main/ledger/ledger.ts';
import { MIGRATIONS } from '#main/ledger/migrations/index.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import { Sealer } from '#main/ledger/sealer.ts';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { EVENING, HOUSE, offlineAdmission, testVault, valueOf } from './support.ts';

const ROWS = 100_000;
const LOOK_UPS = 500;

/** Half of the times are shorter than this, in milliseconds: a busy machine spoils the longest only. */
function medianOf(work: (turn: number) => void): number {
  const times = Array.from({ length: LOOK_UPS }, (_, turn) => {
    const start = performance.now();
    work(turn);
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[LOOK_UPS / 2] ?? Number.NaN;
}

test(
  'after a season of 100,000 scans a code’s history is found as fast as on the first evening',
  { timeout: 120_000 },
  () => {
    const db = valueOf(openDatabase(join(temporaryFolder(), 'ledger.db'), MIGRATIONS));
    onTestFinished(() => {
      db.close();
    });
    const sealer = new Sealer(testVault);
    const ledger = new Ledger({ db, sealer, kioskId: 'north-door' });
    db.transaction(() => {
      for (let row = 0; row < ROWS; row += 1) {
        const ticketIds = { ticketId: row, performanceId: 31 };
        const platformTime = EVENING + row;
        valueOf(ledger.record(offlineAdmission({ code: `T${row}`, ticketIds, platformTime })));
      }
    })();
    const some = (turn: number) => (turn * 7_919) % ROWS;
    const filter = { clientId: 7 };
    const historyOf = (row: number) => ledger.history(HOUSE, filter, `T${row}`, EVENING);
    expect(valueOf(historyOf(some(3))).admissions).toHaveLength(1);
    expect(valueOf(ledger.firstAdmission(HOUSE, some(3)))?.platformTime).toBe(EVENING + some(3));

    const bare = db.prepare('SELECT kind FROM entry WHERE sequence = ?');
    const select = medianOf((turn) => bare.get(some(turn) + 1));
    const walk = db.prepare('SELECT COUNT(*) FROM entry WHERE device = ?');
    const scan = performance.now();
    walk.get('nowhere');
    const wholeTable = performance.now() - scan;

    const history = medianOf((turn) => historyOf(some(turn)));
    const admission = medianOf((turn) => ledger.firstAdmission(HOUSE, some(turn)));
    const times = { select, history, admission, wholeTable };
    expect(history, JSON.stringify(times)).toBeLessThan(1);
    expect(admission, JSON.stringify(times)).toBeLessThan(1);
    expect(history, 'not by walking through the table').toBeLessThan(wholeTable / 5);
  },
);
