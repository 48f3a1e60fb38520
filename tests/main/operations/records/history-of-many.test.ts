import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { History } from '#main/operations/records/history.ts';
import type { LedgerKeeper } from '#main/ledger/keeper.ts';
import { Ledger } from '#main/ledger/ledger.ts';
import { stepBack } from '#main/operations/records/look-back.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import { Sealer } from '#main/ledger/sealer.ts';
import type { HistoryFilter } from '#shared/model/history.ts';
import { planned } from '#tests/main/ledger/asked.ts';
import { howMuch } from '#tests/support/how-much.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  EVENING,
  offlineAdmission,
  testVault,
  undecided,
  valueOf,
} from '#tests/main/ledger/support.ts';

const ROWS = howMuch(25_000, 500_000);
/** So many scans are made; the others are copies of theirs. */
const MADE = 200;
/** A scan that comes meanwhile waits while so many are passed by, */
const PASSED_BY = 5_000;
/** and so many are opened. */
const OPENED = 50;

const ALL: HistoryFilter = {
  ...{ kinds: [], basis: null, source: null, uploads: [] },
  ...{ from: null, until: null, code: null },
};

/** Some seasons at a busy door, whose very first scan was one of its kind. */
function manySeasons() {
  const db = valueOf(openDatabase(join(temporaryFolder(), 'ledger.db')));
  onTestFinished(() => {
    db.close();
  });
  const asked = planned(db);
  const ledger = new Ledger({ db, sealer: new Sealer(testVault), kioskId: 'north-door' });
  db.transaction(() => {
    valueOf(ledger.record(undecided({ code: 'RARE-4711' })));
    for (let row = 1; row < MADE; row += 1) {
      const kind = row % 10 === 0 ? 'reject' : 'admit';
      valueOf(ledger.record(offlineAdmission({ code: `T${row}`, kind, basis: 'platform' })));
    }
    db.prepare(
      `WITH RECURSIVE number(n) AS
         (SELECT ${MADE} UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ${ROWS})
       INSERT INTO entry (id, kiosk_id, base_url, client_id, code_hash, source, kind, basis,
         platform_time, kiosk_time, ticket_id, ticket_performance_id, sealed)
       SELECT 'id-' || n, kiosk_id, base_url, client_id, code_hash, source, kind, basis,
         platform_time + n, kiosk_time + n, ticket_id, ticket_performance_id, sealed
       FROM number CROSS JOIN entry ON sequence = 2 + n % ${MADE - 1}`,
    ).run();
  })();
  return { ledger, asked };
}

/** The longest of the steps back from the newest scan: past how many, and how many it opens. */
function longestStep(ledger: Ledger, filter: HistoryFilter) {
  const longest = { passedBy: 0, opened: 0 };
  let before: number | null = ROWS + 1;
  for (let steps = 0; before !== null && steps < 100; steps += 1) {
    let opened = 0;
    const watched: Pick<Ledger, 'page' | 'clientRefs'> = {
      clientRefs: ledger.clientRefs,
      page(query) {
        const records = ledger.page(query);
        opened += records.length;
        // The scans of one barcode are found without those between them.
        if (query.barcode === undefined) {
          const { before: from = Infinity, downTo = 1 } = query;
          longest.passedBy = Math.max(longest.passedBy, from - downTo);
        }
        return records;
      },
    };
    before = stepBack(watched, filter, before, true).before;
    longest.opened = Math.max(longest.opened, opened);
  }
  return longest;
}

const FILTERS: Readonly<Record<string, Partial<HistoryFilter>>> = {
  none: {},
  'a common kind': { kinds: ['reject'] },
  'a rare kind': { kinds: ['undecided'] },
  'a kind that there is not': { kinds: ['checked'] },
  'a basis that there is not': { basis: 'late' },
  'a source that there is not': { source: 'hid' },
  'a state that there is not': { uploads: ['refused'] },
  'the last minutes': { from: EVENING + ROWS - 50 },
  'long ago': { until: EVENING + 10 },
  'a rare barcode': { code: 'RARE-4711' },
  'a barcode of many scans': { code: 'T7' },
  'a rare ending': { code: '-4711' },
};

/** How each step gets along: nothing here is a walk through all scans, or sorts them. */
const WAYS = [
  'SEARCH entry USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
  'SEARCH entry USING INDEX entry_by_code (code_hash=? AND rowid>? AND rowid<?)',
  // From one house to the next.
  'SEARCH entry USING COVERING INDEX entry_by_time (base_url=? AND client_id>?)',
  'SEARCH entry USING COVERING INDEX entry_by_time (base_url>?)',
];

function historyOf(use: LedgerKeeper['use']): History {
  const ofKiosk = () => ({ kioskName: '', timeZone: 'UTC', showsNames: true });
  const exports = { folder: temporaryFolder(), ofKiosk };
  return new History({ use }, { now: () => EVENING }, exports, () => true);
}

/** How many others had their turn before each time that a piece of work reads the ledger. */
async function turnsBeforeReads(ledger: Ledger, work: (history: History) => Promise<unknown>) {
  const before: number[] = [];
  let turns = 0;
  const use: LedgerKeeper['use'] = (task) => {
    before.push(turns);
    // Somebody comes while the ledger is read.
    setImmediate(() => (turns += 1));
    return task(ledger);
  };
  await work(historyOf(use));
  return before;
}

test('among the scans of many seasons no filter holds up the door', () => {
  const { ledger, asked } = manySeasons();
  for (const [name, changes] of Object.entries(FILTERS)) {
    asked.take();
    const longest = longestStep(ledger, { ...ALL, ...changes });
    expect(longest.passedBy, name).toBeLessThanOrEqual(PASSED_BY);
    // Whether there is such a barcode at all is seen by the first scan of it.
    expect(longest.opened, name).toBeLessThanOrEqual(OPENED + 1);
    const plans = asked.take();
    expect(plans, name).not.toHaveLength(0);
    for (const [way, ...further] of plans) {
      expect(WAYS, name).toContain(way);
      expect(further.join('; '), name).not.toMatch(/SCAN (?!json_each)|TEMP B-TREE/);
    }
  }
});

test('the rarest of them is found in the end, and others have their turns meanwhile', async () => {
  const { ledger } = manySeasons();
  const history = historyOf((work) => work(ledger));
  const rarely = { ...ALL, kinds: ['undecided'] } as const;
  expect(valueOf(await history.page(rarely, null)), 'in one call').toMatchObject({
    entries: [{ codeTail: '4711' }],
    before: null,
    seen: ROWS,
  });
  expect(valueOf(await history.export(rarely)).count).toBe(1);
  for (const work of [
    (busy: History) => busy.page(rarely, null),
    (busy: History) => busy.export(rarely),
  ]) {
    // How many there are is read together with the first of them.
    const [, ...steps] = await turnsBeforeReads(ledger, work);
    expect(steps).toHaveLength(ROWS / PASSED_BY);
    expect(new Set(steps).size, 'others have their turn between them').toBe(steps.length);
  }

  const first = valueOf(await history.page({ ...ALL, code: '-4711' }, null));
  expect(first, 'each of these has to be opened').toMatchObject({ entries: [], seen: 10_000 });
  const last = valueOf(await history.page({ ...ALL, code: '-4711' }, 5_001));
  expect(last).toMatchObject({ entries: [{ codeTail: '4711' }], before: null, seen: ROWS });
});
