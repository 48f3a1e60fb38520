import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** One migration of the file's tables. */
export interface Migration {
  /** The file's `user_version` afterwards; numbered from 1 without gaps. */
  readonly version: number;
  readonly sql: string;
}

/** The number of migrations a file has had; 0 when it is new. */
export function versionOf(db: Database): number {
  return z.int().parse(db.pragma('user_version', { simple: true }));
}

/**
 * Brings the file up to date; each step is in one transaction with its version number. The journal, which may be as large
 * as the file then, is emptied, so that it does not keep that room while the kiosk runs.
 */
export function migrate(db: Database, migrations: readonly Migration[]): void {
  const version = versionOf(db);
  const missing = migrations.filter((migration) => migration.version > version);
  for (const next of missing) {
    db.transaction(() => {
      db.exec(next.sql);
      db.pragma(`user_version = ${next.version}`);
    }).immediate();
  }
  if (missing.length > 0) db.pragma('wal_checkpoint(TRUNCATE)');
}
