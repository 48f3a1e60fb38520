import type { Database, Statement, Transaction } from 'better-sqlite3';
import type { UploadState } from '#shared/model/uploads.ts';
import { IS_NOT_ACCEPTED, isNotAccepted } from './not-accepted.ts';

/**
 * The states that an operator has yet to see, as stored in the file, so that SQLite counts by its index.
 */
export const NOT_ACKNOWLEDGED = `${IS_NOT_ACCEPTED} AND acknowledged_at IS NULL`;

const COUNT_WAITING = `
SELECT (SELECT COUNT(*) FROM entry INDEXED BY entry_waiting WHERE upload = 'pending')
  + (SELECT COUNT(*) FROM entry INDEXED BY entry_sent WHERE upload = 'sent')`;
const COUNT_NOT_ACKNOWLEDGED = `
SELECT COUNT(*) FROM (
  SELECT sequence FROM entry INDEXED BY entry_not_accepted WHERE ${NOT_ACKNOWLEDGED}
  UNION SELECT sequence FROM door_conflict WHERE acknowledged_at IS NULL)`;
const OLDEST_WAITING = `
SELECT MIN(oldest) FROM (
  SELECT MIN(platform_time) AS oldest FROM entry INDEXED BY entry_waiting WHERE upload = 'pending'
  UNION ALL SELECT MIN(platform_time) FROM entry INDEXED BY entry_sent WHERE upload = 'sent')`;

/** Undefined: it may have changed, and is queried on demand. */
interface Totals {
  readonly waiting: number;
  readonly oldest: number | null | undefined;
  readonly unacknowledged: number | undefined;
}

/**
 * The number of admissions that wait, the age of the oldest, and the number that an operator has to see; of
 * all platforms and clients. They are needed with each scan, and counting thousands of rows takes too long
 * for that: so they are counted once, and then updated with the commit of every change.
 */
export class UploadTotals {
  readonly #transaction: Transaction<(work: () => unknown) => unknown>;
  readonly #askOldest: Statement<[], number | null>;
  readonly #askUnacknowledged: Statement<[], number>;
  #committed: Totals;
  /** The totals if the commit under way succeeds. */
  #next: Totals;
  #commits = 0;

  constructor(db: Database) {
    this.#transaction = db.transaction((work) => work());
    this.#askOldest = db.prepare<[], number | null>(OLDEST_WAITING).pluck();
    this.#askUnacknowledged = db.prepare<[], number>(COUNT_NOT_ACKNOWLEDGED).pluck();
    const waiting = db.prepare<[], number>(COUNT_WAITING).pluck().get() ?? 0;
    this.#committed = { waiting, oldest: undefined, unacknowledged: undefined };
    this.#next = this.#committed;
  }

  /** The number of admissions that the platform is not known to have. */
  get waiting(): number {
    return this.#committed.waiting;
  }

  /**
   * When the oldest of them was scanned, on the platform's clock; null when there is none. Throws SQLite's
   * errors.
   */
  get oldest(): number | null {
    const known = this.#committed.oldest;
    if (known !== undefined) return known;
    const oldest = this.#askOldest.get() ?? null;
    this.#committed = { ...this.#committed, oldest };
    return oldest;
  }

  /**
   * The number that the platform does not accept, or that another door may have made as well, and that no
   * operator has acknowledged. Throws SQLite's errors.
   */
  get unacknowledged(): number {
    const known = this.#committed.unacknowledged;
    if (known !== undefined) return known;
    const unacknowledged = this.#askUnacknowledged.get() ?? 0;
    this.#committed = { ...this.#committed, unacknowledged };
    return unacknowledged;
  }

  /** How many commits there have been, with those that failed: since then no entry has changed. */
  get commits(): number {
    return this.#commits;
  }

  /** Runs `work` in one commit. Every entry and every change of one has to go through here. */
  commit<T>(work: () => T): T {
    return this.#counted(() => this.#transaction.immediate(work) as T);
  }

  /** The same of `work` that writes by one statement alone, which SQLite commits by itself: a scan waits for less. */
  commitOne<T>(work: () => T): T {
    return this.#counted(work);
  }

  #counted<T>(commit: () => T): T {
    this.#next = this.#committed;
    try {
      const done = commit();
      this.#committed = this.#next;
      return done;
    } finally {
      this.#commits += 1;
    }
  }

  /** Within a commit: one more admission waits, scanned at this time. */
  noteQueued(at: number): void {
    const { waiting, oldest } = this.#next;
    const isOldest = oldest === null || (oldest !== undefined && at < oldest);
    this.#next = { ...this.#next, waiting: waiting + 1, oldest: isOldest ? at : oldest };
  }

  /** Within a commit: an upload has changed its state. */
  noteMoved(from: UploadState, to: UploadState): void {
    const change = Number(isWaiting(to)) - Number(isWaiting(from));
    if (change !== 0) {
      this.#next = { ...this.#next, waiting: this.#next.waiting + change, oldest: undefined };
    }
    if (isNotAccepted(from) !== isNotAccepted(to)) this.noteAcknowledged();
  }

  /** Within a commit: an operator has acknowledged some. */
  noteAcknowledged(): void {
    this.#next = { ...this.#next, unacknowledged: undefined };
  }

  /** Within a commit: times were corrected. */
  noteTimes(): void {
    this.#next = { ...this.#next, oldest: undefined };
  }
}

/** Whether an admission has to be uploaded and the platform is not known to have it. */
function isWaiting(upload: UploadState): boolean {
  return upload === 'pending' || upload === 'sent';
}
