import Database from 'better-sqlite3';
import { isFileAtFault, openCopy, removeCopy } from './file.ts';
import { CopyReader } from './reader.ts';

interface OpenCopy {
  readonly db: Database.Database;
  readonly reader: CopyReader;
}

/**
 * The main thread's access to the kiosk's copy of the programme: reads it, and replaces it by an empty one
 * if it is broken.
 */
export class ProgrammeCopy {
  readonly #file: string;
  readonly #onBroken: () => void;
  #open: OpenCopy;

  /** @param onBroken called when the copy was found to be broken and was replaced by an empty one */
  constructor(file: string, onBroken: () => void) {
    this.#file = file;
    this.#onBroken = onBroken;
    this.#open = openToRead(file);
  }

  read<T>(query: (reader: CopyReader) => T): T {
    try {
      return query(this.#open.reader);
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || !isFileAtFault(error.code)) throw error;
      this.beginAnew();
      return query(this.#open.reader);
    }
  }

  /** Deletes the file. No other connection may have it open. */
  beginAnew(): void {
    this.#open.db.close();
    removeCopy(this.#file);
    this.#open = openToRead(this.#file);
    this.#onBroken();
  }

  close(): void {
    this.#open.db.close();
  }
}

function openToRead(file: string): OpenCopy {
  const db = openCopy(file);
  try {
    return { db, reader: new CopyReader(db) };
  } catch {
    // The version is right, but the tables are not.
    db.close();
    removeCopy(file);
    const anew = openCopy(file);
    return { db: anew, reader: new CopyReader(anew) };
  }
}
