import { err, ok, type Result } from '#shared/result.ts';
import type Database from 'better-sqlite3';
import { existsSync, statSync } from 'node:fs';
import { z } from 'zod';
import { connect, makeDurable, orClose } from './connect.ts';
import type { LedgerFault } from './fault.ts';
import { APPLICATION_ID, FIRST_VERSION, MIGRATIONS, SCHEMA } from './schema.ts';

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

function check(db: Database.Database, newest: number): Result<void, LedgerFault> {
  if (db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) return ok();
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) return damaged('foreign');
  const version = versionOf(db);
  if (version > newest) return err({ code: 'newer', detail: `version ${version}` });
  if (version < FIRST_VERSION) return err({ code: 'older', detail: `version ${version}` });
  const finding: unknown = db.pragma('quick_check(1)', { simple: true });
  return finding === 'ok' ? ok() : damaged('quick_check');
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
