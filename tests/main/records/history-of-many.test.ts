import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { History } from '#main/records/history.ts';
import { Ledger } from '#main/ledger/ledger.ts';
import { stepBack } from '#main/ledger/look-back.ts';
import { MIGRATIONS } from '#main/ledger/migrations/index.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import { Sealer } from '#main/ledger/sealer.ts';
import type { HistoryFilter } from '#shared/model/history.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  EVENING,
  offlineAdmission,
  testVault,
  undecided,
  valueOf,
} from '#tests/main/ledger/support.ts';

const ROWS = 500_000;
/** So many scans are made; the others are copies of theirs. */
const MADE = 1_000;

const ALL: HistoryFilter = {
  ...{ kinds: [], basis: null, source: null, uploads: [] },
  ...{ from: null, until: null, code: null },
};

/** Some seasons at a busy door, whose very first scan was one of its kind. */
function manySeasons() {
  const db = valueOf(openDatabase(join(temporaryFolder(), 'ledger.db'), MIGRATIONS));
  onTestFinished(() => {
    db.close();
  });
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
       INSERT INTO entry (id, kiosk_id, platform, client_id, lookup, source, kind, basis,
         platform_time, kiosk_time, ticket_id, performance_id, sealed)
       SELECT 'id-' || n, kiosk_id, platform, client_id, lookup, source, kind, basis,
         platform_time + n, kiosk_time + n, ticket_id, performance_id, sealed
       FROM number CROSS JOIN entry ON sequence = 2 + n % ${MADE - 1}`,
    ).run();
  })();
  return { db, ledger };
}

/** In milliseconds. Half of the steps are shorter than this: a busy machine spoils the longest only. */
function medianStep(ledger: Ledger, filter: HistoryFilter): number {
  const times: number[] = [];
  let before: number | null = ROWS + 1;
  while (before !== null && times.length < 100) {
    const start = performance.now();
    before = stepBack(ledger, filter, before).before;
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** How often others had their turn before the work was done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  const done = new AbortController();
  void work.then(() => done.abort());
  let turns = 0;
  for (; !done.signal.aborted; turns += 1) await nextTurn();
  return turns;
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

test(
  'among 500,000 scans no filter holds up the door, and the rarest of them is found in the end',
  { timeout: 120_000 },
  async () => {
    const { db, ledger } = manySeasons();
    const walk = db.prepare('SELECT COUNT(*) FROM entry WHERE device = ?');
    const start = performance.now();
    walk.get('nowhere');
    const wholeTable = performance.now() - start;
    const times = Object.entries(FILTERS).map(([name, changes]) => ({
      name,
      median: medianStep(ledger, { ...ALL, ...changes }),
    }));
    for (const { name, median } of times) {
      expect(median, `${name} of ${JSON.stringify(times)}`).toBeLessThan(wholeTable / 10);
    }

    const history = new History(
      { use: (work) => work(ledger) },
      { now: () => EVENING },
      {
        folder: temporaryFolder(),
        ofKiosk: () => ({ kioskName: '', timeZone: 'UTC', showsNames: true }),
      },
      () => false,
    );
    const rarely = { ...ALL, kinds: ['undecided'] } as const;
    const rare = history.page(rarely, null);
    expect(await turnsDuring(rare), 'others had their turns').toBeGreaterThan(50);
    expect(valueOf(await rare), 'in one call').toMatchObject({
      entries: [{ codeTail: '4711' }],
      before: null,
      seen: ROWS,
    });
    const saving = history.export(rarely);
    expect(await turnsDuring(saving), 'others had their turns').toBeGreaterThan(50);
    expect(valueOf(await saving).count).toBe(1);

    const first = valueOf(await history.page({ ...ALL, code: '-4711' }, null));
    expect(first, 'each of these has to be opened').toMatchObject({ entries: [], seen: 10_000 });
    const last = valueOf(await history.page({ ...ALL, code: '-4711' }, 5_001));
    expect(last).toMatchObject({ entries: [{ codeTail: '4711' }], before: null, seen: ROWS });
  },
);
