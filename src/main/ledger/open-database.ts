import { err, ok, type Result } from '#shared/result.ts';
import Database from 'better-sqlite3';
import { existsSync, statSync } from 'node:fs';
import { connect, makeDurable, orClose } from './connect.ts';
import type { LedgerFault } from './fault.ts';
import { migrate, versionOf, type Migration } from './migrate.ts';
import { APPLICATION_ID } from './migrations/001-entries.ts';

/**
 * Opens the file, checks it, makes commits durable and runs its migrations; creates it if there is none.
 * Nothing is written to a file that is newer, damaged or no ledger.
 */
export function openDatabase(
  path: string,
  migrations: readonly Migration[],
): Result<Database.Database, LedgerFault> {
  if (hasLostItsDatabase(path)) return damaged('journal alone');
  const connected = connect(path);
  if (!connected.ok) return connected;
  const db = connected.value;
  return orClose(db, () => {
    const checked = check(db, migrations.length);
    const durable = checked.ok ? makeDurable(db) : checked;
    if (!durable.ok) return durable;
    const migrated = bringUpToDate(db, migrations);
    return migrated.ok ? ok(db) : migrated;
  });
}

/** A journal whose database is missing or empty; SQLite would delete it silently. */
function hasLostItsDatabase(path: string): boolean {
  return sizeOf(`${path}-wal`) > 0 && sizeOf(path) === 0;
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}

function check(db: Database.Database, known: number): Result<void, LedgerFault> {
  if (db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) return ok();
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) return damaged('foreign');
  const version = versionOf(db);
  if (version > known) return err({ code: 'newer', detail: `version ${version}` });
  const finding: unknown = db.pragma('quick_check(1)', { simple: true });
  return finding === 'ok' ? ok() : damaged('quick_check');
}

/** Rows that no version can have written, and that the quick check does not see, are refused when they are copied. */
function bringUpToDate(
  db: Database.Database,
  migrations: readonly Migration[],
): Result<void, LedgerFault> {
  try {
    migrate(db, migrations);
    return ok();
  } catch (error) {
    const isRefused =
      error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT');
    if (isRefused) return damaged(error.code);
    throw error;
  }
}

function damaged(detail: string): Result<never, LedgerFault> {
  return err({ code: 'damaged', detail });
}
