/**
 * One verdict, durably in the ledger, beside the bare insert: the same library, the same disk, in turn.
 * Run it with `node tests/bench/ledger.bench.ts`.
 */
import { Ledger } from '#main/ledger/ledger.ts';
import { MIGRATIONS } from '#main/ledger/migrations/index.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import { Sealer } from '#main/ledger/sealer.ts';
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EVENING,
  HOUSE,
  offlineAdmission,
  OTHER_CLIENT,
  testVault,
  undecided,
  valueOf,
} from '#tests/main/ledger/support.ts';

const SCANS = 5_000;
const ROWS = 100_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** How long each of `count` runs of the named works takes, in milliseconds; the works take turns. */
function takeTurns(count: number, works: Record<string, (turn: number) => void>) {
  const times = Object.entries(works).map(([name, work]) => ({
    name,
    work,
    taken: [] as number[],
  }));
  for (let turn = 0; turn < count; turn += 1) {
    for (const { work, taken } of times) {
      const start = performance.now();
      work(turn);
      taken.push(performance.now() - start);
    }
  }
  return times.map(({ name, taken }) => ({ name, taken: taken.sort((a, b) => a - b) }));
}

function report(title: string, results: ReturnType<typeof takeTurns>): void {
  const [bare] = results;
  const at = (taken: readonly number[] | undefined, part: number) =>
    taken?.[Math.floor(taken.length * part)] ?? Number.NaN;
  say(`\n${title}`);
  for (const { name, taken } of results) {
    const figures = [0.5, 0.95, 0.99, 0.999].map((part) => {
      const ratio = at(taken, part) / at(bare?.taken, part);
      return `p${part * 100} ${at(taken, part).toFixed(3)} ms (${ratio.toFixed(2)}x)`;
    });
    say(`  ${name.padEnd(28)} ${figures.join('  ')}`);
  }
}

function bareDatabase(path: string): Database.Database {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE verdict (id INTEGER PRIMARY KEY, code TEXT, kind TEXT, at INTEGER)');
  return db;
}

const folder = mkdtempSync(join(tmpdir(), 'usher-bench-'));
try {
  const sealer = new Sealer(testVault);
  const bare = bareDatabase(join(folder, 'bare.db'));
  const insert = bare.prepare('INSERT INTO verdict (code, kind, at) VALUES (?, ?, ?)');
  const path = join(folder, 'ledger.db');
  const db = valueOf(openDatabase(path, MIGRATIONS));
  const ledger = new Ledger({ db, sealer, kioskId: 'north-door' });
  const ticket = { name: 'Ada Lovelace', performance: 'Hamlet', section: 'Stalls', seat: 'C 12' };
  // Tickets are scanned in no order.
  const admission = (turn: number) =>
    offlineAdmission({
      code: `TICKET-${turn}`,
      ticket,
      ticketIds: { ticketId: (turn * 7_919) % 1_000_003, performanceId: 31 },
      platformTime: EVENING + turn,
    });

  report(
    `A verdict on the disk, ${SCANS} times`,
    takeTurns(SCANS, {
      'bare insert': (turn) => insert.run(`TICKET-${turn}`, 'admit', EVENING + turn),
      'an offline admission': (turn) => valueOf(ledger.record(admission(turn))),
      'a verdict of the platform': (turn) =>
        valueOf(ledger.record(undecided({ code: `OTHER-${turn}`, basis: 'platform' }))),
    }),
  );

  db.transaction(() => {
    for (let turn = SCANS; turn < ROWS - SCANS; turn += 1) valueOf(ledger.record(admission(turn)));
  })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  const select = db.prepare('SELECT platform_time FROM entry WHERE sequence = ?');
  const filter = { clientId: HOUSE.clientId };
  const history = (code: string) => ledger.history(HOUSE, filter, code, EVENING);
  report(
    `What is known of a code, among ${ROWS} verdicts`,
    takeTurns(5_000, {
      'bare select by number': (turn) => select.get(1 + ((turn * 7_919) % ROWS)),
      'history of a known code': (turn) => history(`TICKET-${(turn * 7_919) % SCANS}`),
      'history of an unknown code': (turn) => history(`NEVER-${turn}`),
      'who came in with this ticket': (turn) =>
        ledger.firstAdmission(HOUSE, (turn * 7_919) % 1_000_003),
    }),
  );
  report(
    `The queue, with ${ledger.uploads.pendingCount()} waiting`,
    takeTurns(50, {
      'how many wait': () => ledger.uploads.pendingCount(),
      'the oldest that waits': () => ledger.uploads.oldestPending(),
      'the next 200': () => ledger.uploads.nextBatch({ house: HOUSE, limit: 200 }, EVENING),
      'nothing of another client': () =>
        ledger.uploads.nextBatch({ house: OTHER_CLIENT, limit: 200 }, EVENING),
      'a page of 50': () => ledger.page({ limit: 50 }),
      'counts of all': () => ledger.counts(HOUSE, 0, Number.MAX_SAFE_INTEGER),
    }),
  );
  ledger.close();
  const start = performance.now();
  valueOf(openDatabase(path, MIGRATIONS)).close();
  const size = (statSync(path).size / 1024 / 1024).toFixed(0);
  say(`\nOpening with its check: ${(performance.now() - start).toFixed(0)} ms for ${size} MiB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
