import Database from 'better-sqlite3';
import { rmSync, writeFileSync } from 'node:fs';
import { COPY_SCHEMA, COPY_VERSION } from './schema.ts';

/** How long a reader waits for what WAL does not let it read beside a writer, in milliseconds. */
const READER_PATIENCE = 20;
const WRITER_PATIENCE = 5000;

/**
 * Opens the copy for reading, in the main thread. A file that cannot be read or is of another version is
 * deleted and created again. Where there can be no file, there is an empty copy in memory: a door works
 * without a programme.
 */
export function openCopy(file: string): Database.Database {
  return opened(file, openOwn) ?? opened(file, openNew) ?? openNew(':memory:');
}

/** Opens the copy for writing, in a thread of its own; it must be there. */
export function openCopyForWriting(file: string): Database.Database {
  const db = new Database(file, { timeout: WRITER_PATIENCE, fileMustExist: true });
  setUp(db);
  return db;
}

/** Deletes the file and what SQLite keeps beside it. Nobody may have it open. */
export function removeCopy(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** Returns whether an error code of SQLite blames the file itself, and not a temporary state. */
export function isFileAtFault(code: string): boolean {
  return /^SQLITE_(CORRUPT|NOTADB|CANTOPEN|READONLY|IOERR_SHORT_READ)/.test(code);
}

function opened(file: string, open: (file: string) => Database.Database): Database.Database | null {
  try {
    return open(file);
  } catch {
    return null;
  }
}

function openOwn(file: string): Database.Database {
  const db = new Database(file, { timeout: READER_PATIENCE, fileMustExist: true });
  try {
    if (db.pragma('user_version', { simple: true }) === COPY_VERSION) return readOnly(db);
    throw new Error('another version');
  } catch (error) {
    // Windows would not let it be thrown away while it is open.
    db.close();
    throw error;
  }
}

function openNew(file: string): Database.Database {
  if (file !== ':memory:') {
    removeCopy(file);
    // SQLite gives the files beside a database its mode.
    writeFileSync(file, '', { mode: 0o600 });
  }
  const db = new Database(file, { timeout: READER_PATIENCE });
  db.pragma('journal_mode = WAL');
  db.transaction(() => {
    db.exec(COPY_SCHEMA);
    db.pragma(`user_version = ${COPY_VERSION}`);
  })();
  return readOnly(db);
}

function readOnly(db: Database.Database): Database.Database {
  setUp(db);
  db.pragma('query_only = ON');
  return db;
}

function setUp(db: Database.Database): void {
  db.pragma('foreign_keys = ON');
  // A power cut may cost the last refresh; the file stays whole.
  db.pragma('synchronous = NORMAL');
}
