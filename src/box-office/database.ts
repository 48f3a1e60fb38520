import Database from 'better-sqlite3';
import { APPLICATION_ID, INDEXES, SCHEMA, SCHEMA_VERSION } from './schema.ts';
import { BoxOfficeStartError } from './start-error.ts';

/**
 * Opens the box office's data: a file, or memory when none is named. It may still be empty.
 * Throws BoxOfficeStartError for a file that is not ours or of another version.
 */
export function openDatabase(file: string | undefined): Database.Database {
  const db = open(file ?? ':memory:');
  try {
    if (!isEmpty(db)) refuseForeign(db);
    db.pragma('foreign_keys = ON');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function open(file: string): Database.Database {
  try {
    const db = new Database(file);
    // A file that is no database shows itself at the first access only: this one.
    db.pragma('journal_mode = WAL');
    return db;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be opened';
    throw new BoxOfficeStartError(`${file} cannot be used as data: ${reason}.`);
  }
}

/** Whether nothing has been written into this database yet. */
export function isEmpty(db: Database.Database): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
}

/**
 * Gives an empty database its tables and what `fill` puts into them, all in one transaction, so
 * that there is never a half-filled file.
 */
export function createTables(db: Database.Database, fill: () => void): void {
  db.transaction(() => {
    db.exec(SCHEMA);
    fill();
    db.exec(INDEXES);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
  })();
  db.exec('ANALYZE');
}

function refuseForeign(db: Database.Database): void {
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new BoxOfficeStartError(`${db.name} holds something else than a box office's data.`);
  }
  const version: unknown = db.pragma('user_version', { simple: true });
  if (version !== SCHEMA_VERSION) {
    throw new BoxOfficeStartError(
      `${db.name} holds data of version ${String(version)}, and this box office needs version ` +
        `${SCHEMA_VERSION}. Name another file, or delete this one to start with fresh demo data.`,
    );
  }
}
