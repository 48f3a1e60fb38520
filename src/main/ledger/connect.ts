import { err, ok, type Result } from '#shared/result.ts';
import Database from 'better-sqlite3';
import { closeSync, openSync, statSync } from 'node:fs';
import { guarded, type LedgerFault } from './fault.ts';

/** SQLite's number for `synchronous = FULL`: a commit is on the disk before it returns. */
const FULL = 2;

/** How long to wait for a kiosk that is just closing, in milliseconds. */
const WAIT_FOR_PREDECESSOR = 1_000;

/**
 * Opens the file for this process alone: another kiosk on the same file would take this one's uploads
 * for its own. Nothing is read yet but what shows whether it is a database at all.
 */
export function connect(path: string): Result<Database.Database, LedgerFault> {
  const made = guarded(() => {
    // Of a folder Windows says that access is denied, as if somebody had to be given rights.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return null;
    // Fails with the operating system's code, and creates the file with its mode.
    closeSync(openSync(path, 'a', 0o600));
    return new Database(path, { timeout: WAIT_FOR_PREDECESSOR });
  });
  if (!made.ok) return made;
  const db = made.value;
  if (db === null) return err({ code: 'unreadable', detail: 'EISDIR' });
  return orClose(db, () => {
    db.pragma('locking_mode = EXCLUSIVE');
    // The first access: a lock that another one holds, or a file that is no database, shows here.
    db.exec('BEGIN IMMEDIATE; COMMIT');
    return ok(db);
  });
}

/** Does one more step of opening; closes the database if it ends in anything but success. */
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

/** Makes every commit wait for the disk, and makes sure of it. */
export function makeDurable(db: Database.Database): Result<void, LedgerFault> {
  const journal: unknown = db.pragma('journal_mode = WAL', { simple: true });
  // After the journal mode: on turning to WAL the library falls back to NORMAL.
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  const synchronous: unknown = db.pragma('synchronous', { simple: true });
  return journal === 'wal' && synchronous === FULL
    ? ok()
    : err({ code: 'not-durable', detail: `${String(journal)} ${String(synchronous)}` });
}
