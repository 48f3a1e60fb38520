import type { Database } from 'better-sqlite3';
import type { UploadState } from '#shared/model/uploads.ts';

/** Whether the platform is not known to have an admission that it has to be told of. */
export function isWaiting(upload: UploadState): boolean {
  return upload === 'pending' || upload === 'sent';
}

/**
 * How many admissions wait, of all platforms and clients. Counting thousands takes longer than a
 * scan, so they are counted once; from then on every change adds to the number, with its commit.
 */
export class WaitingCount {
  readonly #db: Database;
  #committed: number;
  #change = 0;

  constructor(db: Database) {
    this.#db = db;
    this.#committed =
      db
        .prepare<[], number>(`SELECT COUNT(*) FROM upload WHERE state IN ('pending', 'sent')`)
        .pluck()
        .get() ?? 0;
  }

  get value(): number {
    return this.#committed;
  }

  /** Does all of `work` in one commit, or none of it. All that changes uploads goes this way. */
  commit<T>(work: () => T): T {
    this.#change = 0;
    const done = this.#db.transaction(work).immediate();
    this.#committed += this.#change;
    return done;
  }

  /** Within a commit: so many more wait, or fewer. */
  add(change: number): void {
    this.#change += change;
  }
}
