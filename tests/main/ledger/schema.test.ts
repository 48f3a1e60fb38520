import { openDatabase } from '#main/ledger/open-database.ts';
import { FIRST_VERSION, LEDGER_VERSION, MIGRATIONS, type Migration } from '#main/ledger/schema.ts';
import type { Database } from 'better-sqlite3';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { valueOf } from './support.ts';

const newPath = () => join(temporaryFolder(), 'ledger.db');

function openAt(path: string, migrations?: readonly Migration[]): Database {
  const db = valueOf(openDatabase(path, migrations));
  onTestFinished(() => {
    db.close();
  });
  return db;
}

const versionOf = (db: Database) => db.pragma('user_version', { simple: true });
const tablesOf = (db: Database) =>
  db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();

const ENTRY = `INSERT INTO entry (id, kiosk_id, base_url, client_id, code_hash, source, kind, basis, platform_time,
  kiosk_time, sealed, upload, upload_changed_at)
  VALUES ('a', 'k', 'https://t.example', 7, x'00', 'wedge', 'admit', 'cache', 5, 5, x'00', 'pending', 5)`;

/** The migration that comes next. */
const next: Migration = {
  version: LEDGER_VERSION + 1,
  sql: 'CREATE TABLE next (id INTEGER) STRICT; INSERT INTO next VALUES (1);',
};

test('numbers migrations from the schema on, without gaps', () => {
  const versions = MIGRATIONS.map(({ version }) => version);
  expect(versions).toEqual(versions.map((_, index) => FIRST_VERSION + 1 + index));
});

test('gives a new file the newest version, and empties its journal', () => {
  const path = newPath();
  expect(versionOf(openAt(path))).toBe(LEDGER_VERSION);
  expect(statSync(`${path}-wal`).size).toBe(0);
});

test('migrates a file to the next version, and keeps its rows', () => {
  const path = newPath();
  const before = valueOf(openDatabase(path));
  before.exec(ENTRY);
  before.close();
  const db = openAt(path, [...MIGRATIONS, next]);
  expect(db.prepare('SELECT id FROM entry').pluck().all()).toEqual(['a']);
  expect(db.prepare('SELECT id FROM next').pluck().all()).toEqual([1]);
  expect(versionOf(db)).toBe(next.version);
});

test('rolls a migration back that fails half-way', () => {
  const path = newPath();
  valueOf(openDatabase(path)).close();
  const broken = { ...next, sql: `${next.sql} INSERT INTO missing VALUES (1);` };
  expect(() => openDatabase(path, [...MIGRATIONS, broken])).toThrow('missing');
  const db = openAt(path);
  expect(versionOf(db)).toBe(LEDGER_VERSION);
  expect(tablesOf(db)).not.toContain('next');
});

test('leaves a file empty whose creation fails half-way', () => {
  const path = newPath();
  const broken = { ...next, sql: 'INSERT INTO missing VALUES (1);' };
  expect(() => openDatabase(path, [broken])).toThrow('missing');
  const db = openAt(path);
  expect(versionOf(db)).toBe(LEDGER_VERSION);
  expect(db.prepare('SELECT COUNT(*) FROM probe').pluck().get()).toBe(1);
});

test('accepts every upload state and no other', () => {
  const db = openAt(newPath());
  db.exec(ENTRY);
  const update = (change: string) => db.exec(`UPDATE entry SET ${change}`);
  const states = ['none', 'pending', 'sent', 'recorded', 'refused', 'conflict', 'expired'];
  for (const state of states) update(`upload = '${state}'`);
  expect(() => update(`upload = 'lost'`)).toThrow('CHECK');
  expect(() => update('upload_changed_at = NULL')).toThrow('CHECK');
  expect(() => update('was_sent = 2')).toThrow('CHECK');
  expect(() => update('is_time_guessed = 2')).toThrow('CHECK');
  expect(() => update('ticket_id = 1')).toThrow('CHECK');
});

test('checks the row of a scan without a temporary table', () => {
  const steps = openAt(newPath()).prepare<[], { opcode: string }>(`EXPLAIN ${ENTRY}`).all();
  expect(steps.map(({ opcode }) => opcode)).not.toContain('OpenEphemeral');
});

test.each(['late_answer', 'lineage', 'withdrawal', 'door_conflict', 'unlisted'])(
  'ties each row of %s to an entry',
  (table) => {
    const keys = openAt(newPath()).pragma(`foreign_key_list(${table})`);
    expect(keys).toMatchObject([{ table: 'entry', from: 'sequence' }]);
  },
);

test('names an evening once per client', () => {
  const db = openAt(newPath());
  const insert = db.prepare(
    `INSERT INTO evening_key (base_url, client_id, evening, sealed_key, created_at, may_destroy_after)
     VALUES ('https://t.example', 7, ?, x'00', 5, 6)`,
  );
  insert.run('31');
  insert.run('2026-11-21');
  expect(() => insert.run('31')).toThrow('UNIQUE');
});
