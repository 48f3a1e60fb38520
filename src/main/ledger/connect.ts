import { err, ok, type Result } from '#shared/result.ts';
import Database from 'better-sqlite3';
import { closeSync, openSync, statSync } from 'node:fs';
import { guarded, type LedgerFault } from './fault.ts';

/** SQLite's number for `synchronous = FULL`: a commit is on the disk before it returns. */
const FULL = 2;

/** How long to wait for a kiosk that is just closing, in milliseconds. */
const WAIT_FOR_PREDECESSOR = 1_000;

/**
 * Opens the file for this process alone: another kiosk on the same file would take this one's uploads for
 * its own. Reads only as much as shows whether the file is a database.
 */
export function connect(path: string): Result<Database.Database, LedgerFault> {
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

/** Makes every commit wait for the disk, and verifies that the setting is in force. */
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
