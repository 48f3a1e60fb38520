import { err, ok, type Result } from '#shared/result.ts';
import Database from 'better-sqlite3';
import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { z } from 'zod';
import { guarded, type LedgerFault } from './fault.ts';
import { APPLICATION_ID, FIRST_VERSION, MIGRATIONS, SCHEMA } from './schema.ts';

/** SQLite's number for `synchronous = FULL`: a commit is on the disk before it returns. */
const FULL = 2;

/** How long to wait for a kiosk that is just closing, in milliseconds. */
const WAIT_FOR_PREDECESSOR = 1_000;

/**
 * Opens the file, checks it, makes commits durable and runs the migrations that it lacks; creates it if there
 * is none. Nothing is written to a file of a newer or an older version, or to one that is damaged or no ledger.
 */
export function openDatabase(
  path: string,
  migrations = MIGRATIONS,
): Result<Database.Database, LedgerFault> {
  if (hasLostItsDatabase(path)) return damaged('journal alone');
  const connected = connect(path);
  if (!connected.ok) return connected;
  const db = connected.value;
  return orClose(db, () => {
    const checked = check(db, FIRST_VERSION + migrations.length);
    const durable = checked.ok ? makeDurable(db) : checked;
    if (!durable.ok) return durable;
    migrate(db, [{ version: FIRST_VERSION, sql: SCHEMA }, ...migrations]);
    return ok(db);
  });
}

/** Runs one more step of opening; closes the database if the step fails. */
export function orClose<T>(
  db: Database.Database,
  step: () => Result<T, LedgerFault>,
): Result<T, LedgerFault> {
  let isGood = false;
  try {
    const done = guarded(step);
    const outcome = done.ok ? done.value : done;
    isGood = outcome.ok;
    return outcome;
  } finally {
    if (!isGood) db.close();
  }
}

/** The version of the file's tables; 0 when it is new. */
export function versionOf(db: Database.Database): number {
  return z.int().parse(db.pragma('user_version', { simple: true }));
}

/** A journal whose database is missing or empty; SQLite would delete it silently. */
function hasLostItsDatabase(path: string): boolean {
  return sizeOf(`${path}-wal`) > 0 && sizeOf(path) === 0;
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}

/**
 * Opens the file for this process alone: another kiosk on the same file would take this one's uploads for
 * its own. Reads only as much as shows whether the file is a database.
 */
function connect(path: string): Result<Database.Database, LedgerFault> {
  const made = guarded(() => {
    // Checked first: for a folder Windows reports that access is denied, which would suggest missing
    // rights.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return null;
    // Fails with the operating system's error if the file cannot be opened, and restricts it to its owner.
    closeSync(openSync(path, 'a', 0o600));
    return new Database(path, { timeout: WAIT_FOR_PREDECESSOR });
  });
  if (!made.ok) return made;
  const db = made.value;
  if (db === null) return err({ code: 'unreadable', detail: 'EISDIR' });
  return orClose(db, () => {
    db.pragma('locking_mode = EXCLUSIVE');
    // The first access, which fails if another process holds the lock or the file is no database.
    db.exec('BEGIN IMMEDIATE; COMMIT');
    return ok(db);
  });
}

function check(db: Database.Database, newest: number): Result<void, LedgerFault> {
  if (db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) return ok();
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) return damaged('foreign');
  const version = versionOf(db);
  if (version > newest) return err({ code: 'newer', detail: `version ${version}` });
  if (version < FIRST_VERSION) return err({ code: 'older', detail: `version ${version}` });
  const finding: unknown = db.pragma('quick_check(1)', { simple: true });
  return finding === 'ok' ? ok() : damaged('quick_check');
}

/** Makes every commit wait for the disk, and verifies that the setting is in force. */
function makeDurable(db: Database.Database): Result<void, LedgerFault> {
  const journal: unknown = db.pragma('journal_mode = WAL', { simple: true });
  // After the journal mode: on turning to WAL the library falls back to NORMAL.
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  const synchronous: unknown = db.pragma('synchronous', { simple: true });
  return journal === 'wal' && synchronous === FULL
    ? ok()
    : err({ code: 'not-durable', detail: `${String(journal)} ${String(synchronous)}` });
}

/**
 * Runs the steps that the file lacks, each in one transaction with its version number. Then empties the journal, which
 * may be as large as the file.
 */
function migrate(db: Database.Database, steps: typeof MIGRATIONS): void {
  const version = versionOf(db);
  const missing = steps.filter((step) => step.version > version);
  for (const next of missing) {
    db.transaction(() => {
      db.exec(next.sql);
      db.pragma(`user_version = ${next.version}`);
    }).immediate();
  }
  if (missing.length > 0) db.pragma('wal_checkpoint(TRUNCATE)');
}

function damaged(detail: string): Result<never, LedgerFault> {
  return err({ code: 'damaged', detail });
}
