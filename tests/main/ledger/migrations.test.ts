import type { Migration } from '#main/ledger/migrate.ts';
import { MIGRATIONS } from '#main/ledger/migrations/index.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import type { Database } from 'better-sqlite3';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { valueOf } from './support.ts';

function migrated(path: string, migrations: readonly Migration[]): Database {
  const db = valueOf(openDatabase(path, migrations));
  onTestFinished(() => {
    db.close();
  });
  return db;
}

const tablesOf = (db: Database) =>
  db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .pluck()
    .all();

const newPath = () => join(temporaryFolder(), 'ledger.db');
const next: Migration = {
  version: MIGRATIONS.length + 1,
  sql: 'CREATE TABLE next (id INTEGER) STRICT; INSERT INTO next VALUES (1);',
};

test('migrations are numbered from one, without gaps', () => {
  const versions = MIGRATIONS.map(({ version }) => version);
  expect(versions).toEqual(versions.map((_, index) => index + 1));
});

test('1: a new file gets tables for entries, doubts, uploads and admissions', () => {
  const db = migrated(newPath(), MIGRATIONS.slice(0, 1));
  expect(tablesOf(db)).toEqual(['seal_check', 'probe', 'entry', 'doubt', 'upload', 'admission']);
  expect(db.pragma('user_version', { simple: true })).toBe(1);
  const insertUpload = () =>
    db.exec(`INSERT INTO upload VALUES (1, 0, 0, 'pending', 0, NULL, NULL)`);
  expect(insertUpload, 'an upload belongs to an entry').toThrow('FOREIGN KEY');
});

test('2: entries of before have no code, and are found by their time', () => {
  const path = newPath();
  const before = valueOf(openDatabase(path, MIGRATIONS.slice(0, 1)));
  before.exec(`INSERT INTO entry VALUES (1, 'a', 'k', 'https://t.example', 7, NULL, NULL, x'00', 'wedge',
    NULL, 'reject', 'platform', 5, 5, NULL, NULL, x'00')`);
  before.close();
  const db = migrated(path, MIGRATIONS.slice(0, 2));
  expect(db.prepare('SELECT sequence, code FROM entry').all()).toEqual([
    { sequence: 1, code: null },
  ]);
  const plan = db
    .prepare<[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT * FROM entry WHERE platform = '' AND client_id = 7 AND platform_time > 0`,
    )
    .get();
  expect(plan?.detail).toContain('entry_by_time');
});

test('3: nothing of before was ever sent again', () => {
  const path = newPath();
  const before = valueOf(openDatabase(path, MIGRATIONS.slice(0, 2)));
  before.exec(`INSERT INTO entry VALUES (1, 'a', 'k', 'https://t.example', 7, NULL, NULL, x'00', 'wedge',
    NULL, 'admit', 'cache', 5, 5, 1, 1, x'00', NULL)`);
  before.exec(`INSERT INTO upload VALUES (1, 5, 1, 'refused', 5, NULL, NULL)`);
  before.close();
  const db = migrated(path, MIGRATIONS.slice(0, 3));
  expect(db.prepare('SELECT state, sent_again_at AS at FROM upload').all()).toEqual([
    { state: 'refused', at: null },
  ]);
});

test('4: a new file has room for what another door may have admitted as well', () => {
  const db = migrated(newPath(), MIGRATIONS.slice(0, 4));
  expect(tablesOf(db)).toContain('two_doors');
  const insert = () => db.exec('INSERT INTO two_doors VALUES (1, 0, NULL)');
  expect(insert, 'it belongs to an entry').toThrow('FOREIGN KEY');
});

test('5: no time of before is known to be a guess', () => {
  const path = newPath();
  const before = valueOf(openDatabase(path, MIGRATIONS.slice(0, 4)));
  before.exec(`INSERT INTO entry VALUES (1, 'a', 'k', 'https://t.example', 7, NULL, NULL, x'00', 'wedge',
    NULL, 'admit', 'cache', 5, 5, 1, 1, x'00', NULL)`);
  before.exec(`INSERT INTO upload VALUES (1, 5, 0, 'pending', 5, NULL, NULL, NULL)`);
  before.close();
  const db = migrated(path, MIGRATIONS.slice(0, 5));
  expect(db.prepare('SELECT state, is_guessed AS guessed FROM upload').all()).toEqual([
    { state: 'pending', guessed: 0 },
  ]);
});

test('6: a new file has room for what the platform is asked', () => {
  const db = migrated(newPath(), MIGRATIONS.slice(0, 6));
  expect(tablesOf(db)).toContain('question');
});

test('7: of no admission of before is it known at which other door it was', () => {
  const path = newPath();
  const before = valueOf(openDatabase(path, MIGRATIONS.slice(0, 6)));
  before.exec(`INSERT INTO entry VALUES (1, 'a', 'k', 'https://t.example', 7, NULL, NULL, x'00', 'wedge',
    NULL, 'admit', 'cache', 5, 5, 1, 1, x'00', NULL)`);
  before.exec('INSERT INTO two_doors VALUES (1, 5, NULL)');
  before.close();
  const db = migrated(path, MIGRATIONS.slice(0, 7));
  expect(db.prepare('SELECT other_door AS door, other_at AS at FROM two_doors').all()).toEqual([
    { door: null, at: null },
  ]);
});

test('a file of an earlier version is brought up to date and keeps what it holds', () => {
  const path = newPath();
  const before = valueOf(openDatabase(path, MIGRATIONS));
  before.exec(`INSERT INTO seal_check VALUES (x'0501')`);
  before.close();
  const db = migrated(path, [...MIGRATIONS, next]);
  expect(db.prepare('SELECT hex(sealed) FROM seal_check').pluck().all()).toEqual(['0501']);
  expect(db.prepare('SELECT id FROM next').pluck().all()).toEqual([1]);
  expect(db.pragma('user_version', { simple: true })).toBe(next.version);
});

test('a migration that fails half-way leaves the file as it was', () => {
  const path = newPath();
  valueOf(openDatabase(path, MIGRATIONS)).close();
  const broken = { ...next, sql: `${next.sql} INSERT INTO missing VALUES (1);` };
  expect(() => openDatabase(path, [...MIGRATIONS, broken])).toThrow('missing');
  const db = migrated(path, MIGRATIONS);
  expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
  expect(tablesOf(db)).not.toContain('next');
});

test('9: what was uploaded since a copy of the tickets is found by when that was', () => {
  const db = migrated(newPath(), MIGRATIONS.slice(0, 9));
  const plan = db
    .prepare<[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT sequence FROM upload INDEXED BY upload_by_change WHERE changed_at >= 7`,
    )
    .get();
  expect(plan?.detail).toContain('upload_by_change (changed_at>?)');
});

const STATES = ['none', 'pending', 'sent', 'recorded', 'refused', 'conflict', 'expired'];

interface Uploads {
  readonly states: readonly string[];
  readonly entries?: number;
  readonly version?: number;
}

/** An upload in each state, of entries that are there or are not, in the file of an earlier version. */
function withUploads(
  path: string,
  { states, entries = states.length, version = 9 }: Uploads,
): unknown[] {
  const db = valueOf(openDatabase(path, MIGRATIONS.slice(0, version)));
  for (let sequence = 0; sequence < entries; sequence += 1) {
    db.exec(`INSERT INTO entry VALUES (${sequence}, '${sequence}', 'k', 'https://t.example', 7, NULL, NULL,
      x'00', 'wedge', NULL, 'admit', 'cache', 5, 5, 1, 1, x'00', NULL)`);
  }
  db.pragma('foreign_keys = OFF');
  for (const [sequence, state] of states.entries()) {
    const [wasSent, isGuessed] = [sequence % 2, 1 - (sequence % 2)];
    const rest = sequence === 0 ? 'NULL, NULL, NULL' : `x'0${sequence}', 3, 4`;
    db.exec(`INSERT INTO upload (sequence, scanned_at, was_sent, state, changed_at, sealed_reason, acknowledged_at,
      sent_again_at, is_guessed) VALUES (${sequence}, 5, ${wasSent}, '${state}', 2, ${rest}, ${isGuessed})`);
  }
  const kept = db.prepare('SELECT * FROM upload').all();
  db.close();
  return kept;
}

test('10: an upload keeps what is known of it, and takes room among the uploaded only if it is one', () => {
  const path = newPath();
  const kept = withUploads(path, { states: STATES });
  const db = migrated(path, MIGRATIONS.slice(0, 10));
  expect(db.prepare('SELECT * FROM upload').all()).toEqual(kept);
  const rows = db.prepare(`SELECT SUM(ncell) FROM dbstat WHERE name = 'upload_by_change'`);
  expect(rows.pluck().get()).toBe(1);
  const insert = `INSERT INTO upload VALUES (9, 1, 1, 'sent', 2, NULL, 4, 5, 1)`;
  const steps = db.prepare<[], { opcode: string }>(`EXPLAIN ${insert}`).all();
  expect(steps.filter(({ opcode }) => opcode === 'OpenEphemeral')).toEqual([]);
  expect(() => db.exec(insert), 'an upload belongs to an entry').toThrow('FOREIGN KEY');
  const update = (state: string) => db.exec(`UPDATE upload SET state = '${state}'`);
  expect(() => update('lost'), 'of other states nobody knows').toThrow('CHECK');
  for (const state of STATES) update(state);
});

test('10: a file with an upload without its entry is damaged, and stays as it was', () => {
  const path = newPath();
  withUploads(path, { states: ['pending', 'sent'], entries: 1 });
  const opened = openDatabase(path, MIGRATIONS);
  expect(opened).toMatchObject({ ok: false, error: { code: 'damaged' } });
  const db = migrated(path, MIGRATIONS.slice(0, 9));
  expect(db.pragma('user_version', { simple: true })).toBe(9);
});

/** How many rows an index has. */
const rowsOf = (db: Database, index: string) =>
  db.prepare<[string], number>('SELECT SUM(ncell) FROM dbstat WHERE name = ?').pluck().get(index);

test('11: an entry tells all that was known of its upload, and has a place only where it is looked for', () => {
  const path = newPath();
  const kept = withUploads(path, { states: STATES, entries: STATES.length + 1, version: 10 });
  const db = migrated(path, MIGRATIONS.slice(0, 11));
  expect(statSync(`${path}-wal`).size, 'the journal of the migration is gone').toBe(0);
  const columns = `sequence, platform_time AS scanned_at, was_sent, upload AS state, upload_changed_at AS changed_at,
    upload_sealed_reason AS sealed_reason, acknowledged_at, sent_again_at, is_time_guessed AS is_guessed`;
  const entries = db.prepare(`SELECT ${columns} FROM entry ORDER BY sequence`).all();
  expect(entries.slice(0, -1)).toEqual(kept);
  expect(entries.at(-1), 'without an upload').toMatchObject({ state: null, was_sent: 0 });
  const indexes = ['entry_waiting', 'entry_sent', 'entry_uploaded', 'entry_not_accepted'];
  expect(indexes.map((index) => rowsOf(db, index))).toEqual([1, 1, 1, 3]);
  const update = (state: string) =>
    db.exec(`UPDATE entry SET upload = '${state}' WHERE sequence = 1`);
  expect(() => update('lost'), 'of other states nobody knows').toThrow('CHECK');
  for (const state of STATES) update(state);
  for (const column of ['was_sent', 'is_time_guessed']) {
    const set = () => db.exec(`UPDATE entry SET ${column} = 2`);
    expect(set, column).toThrow('CHECK');
  }
  const forget = () => db.exec('UPDATE entry SET upload_changed_at = NULL WHERE sequence = 1');
  expect(forget, 'a state is since some time').toThrow('CHECK');
});

test('11: who is inside is seen from the entries, without those that were taken back', () => {
  const path = newPath();
  withUploads(path, { states: STATES.slice(0, 3), version: 10 });
  const before = valueOf(openDatabase(path, MIGRATIONS.slice(0, 10)));
  before.exec(`UPDATE entry SET ticket_id = 7 WHERE sequence = 0;
    UPDATE entry SET kind = 'exit' WHERE sequence = 1; INSERT INTO taken_back VALUES (2, 6, x'00')`);
  before.close();
  const db = migrated(path, MIGRATIONS.slice(0, 11));
  expect(db.prepare('SELECT * FROM admission').all()).toEqual([
    {
      platform: 'https://t.example',
      ...{ client_id: 7, ticket_id: 7, kiosk_id: 'k', platform_time: 5 },
    },
  ]);
});

test('11: a scan is one row, for whose checks SQLite builds no table', () => {
  const db = migrated(newPath(), MIGRATIONS.slice(0, 11));
  const steps = db.prepare<[], { opcode: string }>(
    `EXPLAIN INSERT INTO entry VALUES (1, 'a', 'k', 'https://t.example', 7, NULL, NULL, x'00', 'wedge', NULL,
       'admit', 'cache', 5, 5, 1, 1, x'00', NULL, 'pending', 5, NULL, 0, NULL, NULL, 0)`,
  );
  expect(steps.all().filter(({ opcode }) => opcode === 'OpenEphemeral')).toEqual([]);
});

test('11: an upload without its entry is not lost: the file is damaged, and stays as it was', () => {
  const path = newPath();
  withUploads(path, { states: ['pending', 'sent'], entries: 1, version: 10 });
  const opened = openDatabase(path, MIGRATIONS);
  expect(opened).toMatchObject({ ok: false, error: { code: 'damaged' } });
  const db = migrated(path, MIGRATIONS.slice(0, 10));
  expect(db.prepare('SELECT COUNT(*) FROM upload').pluck().get()).toBe(2);
});
