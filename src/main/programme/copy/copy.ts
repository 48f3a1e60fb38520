import Database from 'better-sqlite3';
import { isFileAtFault, openCopy, removeCopy } from './file.ts';
import { CopyReader } from './reader.ts';

/** The kiosk's copy of the programme, as the main thread has it: to be read, and begun anew if it is broken. */
export class ProgrammeCopy {
  readonly #file: string;
  readonly #onBroken: () => void;
  #db: Database.Database;
  #reader: CopyReader;

  /** @param onBroken is told when the copy turned out to be broken, and was begun anew */
  constructor(file: string, onBroken: () => void) {
    this.#file = file;
    this.#onBroken = onBroken;
    this.#db = openCopy(file);
    this.#reader = new CopyReader(this.#db);
  }

  read<T>(query: (reader: CopyReader) => T): T {
    try {
      return query(this.#reader);
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || !isFileAtFault(error.code)) throw error;
      this.beginAnew();
      return query(this.#reader);
    }
  }

  /** Throws the file away. Nobody else may have it open. */
  beginAnew(): void {
    this.#db.close();
    removeCopy(this.#file);
    this.#db = openCopy(this.#file);
    this.#reader = new CopyReader(this.#db);
    this.#onBroken();
  }

  close(): void {
    this.#db.close();
  }
}
