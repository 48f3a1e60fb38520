import Database from 'better-sqlite3';
import { rmSync, writeFileSync } from 'node:fs';
import { COPY_SCHEMA, COPY_VERSION } from './schema.ts';

/** How long a reader waits for locks that even WAL has beside a writer, in milliseconds. */
const READER_PATIENCE = 20;
const WRITER_PATIENCE = 5000;

/**
 * Opens the copy for reading, in the main thread. A file that cannot be read or has another version is
 * deleted and created anew. If no file can be created, an empty copy is kept in memory: scanning works
 * without a programme.
 */
export function openCopy(file: string): Database.Database {
  return opened(file, openOwn) ?? opened(file, openNew) ?? openNew(':memory:');
}

/** Opens the copy for writing, in a thread of its own; the file must exist. */
export function openCopyForWriting(file: string): Database.Database {
  const db = new Database(file, { timeout: WRITER_PATIENCE, fileMustExist: true });
  setUp(db);
  return db;
}

/** Deletes the file and SQLite's files beside it. No connection may have it open. */
export function removeCopy(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** Whether SQLite's error code means that the file itself is broken, rather than a temporary condition. */
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
    // Windows does not delete a file that is open.
    db.close();
    throw error;
  }
}

function openNew(file: string): Database.Database {
  if (file !== ':memory:') {
    removeCopy(file);
    // SQLite gives its files beside the database the same permissions as the database.
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
  // After a power cut the last refresh may be missing; the file stays intact.
  db.pragma('synchronous = NORMAL');
}
