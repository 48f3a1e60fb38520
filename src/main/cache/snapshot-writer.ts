import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { CachedTicket } from './cache-state.ts';
import { packTicket } from './packed-ticket.ts';
import {
  ABOUT_ROW,
  APPLICATION_ID,
  FORMAT_VERSION,
  INDEX,
  TABLES,
  type AboutSnapshot,
} from './snapshot-format.ts';
import { SALT_BYTES, SnapshotSeal, type CacheKeys } from './snapshot-seal.ts';

/** What SQLite may keep in memory, in KiB. */
const PAGE_CACHE = 16 * 1024;
/** Shared barcodes that are looked at in one go. */
const PAGE = 1000;

/** A ticket that must not get in outdoes one that may: see `dropDuplicates`. */
const STANDING = { good: 0, scanned: 1, invalid: 2 } as const;

/** Counts of a snapshot. */
export interface SnapshotCounts {
  readonly tickets: number;
  readonly duplicates: number;
}

/**
 * Writes a new snapshot beside the one in use, under a name that says that it is not complete. Nothing
 * reaches the disk for sure before `finish`: a snapshot that is not finished is thrown away.
 */
export class SnapshotWriter {
  readonly #path: string;
  readonly #clientId: number;
  readonly #db: Database.Database;
  readonly #seal: SnapshotSeal;
  readonly #salt = randomBytes(SALT_BYTES);
  readonly #insert: Database.Statement<[number, string, number, Buffer]>;
  #rows = 0;

  constructor(path: string, keys: CacheKeys, clientId: number) {
    this.#path = path;
    this.#clientId = clientId;
    this.#seal = new SnapshotSeal(keys, this.#salt);
    this.#db = new Database(path);
    this.#db.pragma('journal_mode = OFF');
    this.#db.pragma('synchronous = OFF');
    this.#db.pragma('locking_mode = EXCLUSIVE');
    this.#db.pragma(`cache_size = -${PAGE_CACHE}`);
    this.#db.exec(`BEGIN; ${TABLES}`);
    this.#insert = this.#db.prepare('INSERT INTO ticket VALUES (?, ?, ?, ?)');
  }

  get rows(): number {
    return this.#rows;
  }

  add(ticket: CachedTicket): void {
    this.#rows += 1;
    const key = this.#seal.lookupKey(this.#clientId, ticket.barcode);
    const sealed = this.#seal.seal(this.#rows, packTicket(ticket));
    this.#insert.run(this.#rows, key, standingOf(ticket), sealed);
  }

  /** Makes it findable, durable and complete: from here on it bears its name. */
  finish(finalPath: string, about: Omit<AboutSnapshot, 'tickets' | 'duplicates'>): SnapshotCounts {
    this.#db.exec(INDEX);
    const duplicates = dropDuplicates(this.#db);
    const counts = { tickets: this.#rows - duplicates, duplicates };
    const sealed = this.#seal.seal(ABOUT_ROW, JSON.stringify({ ...about, ...counts }));
    this.#db.prepare('INSERT INTO snapshot VALUES (?, ?)').run(this.#salt, sealed);
    this.#db.pragma(`application_id = ${APPLICATION_ID}`);
    this.#db.pragma(`user_version = ${FORMAT_VERSION}`);
    this.#db.exec('COMMIT');
    this.close();
    sync(this.#path);
    renameSync(this.#path, finalPath);
    return counts;
  }

  close(): void {
    this.#db.close();
  }
}

function standingOf(ticket: CachedTicket): number {
  if (ticket.refundedOrVoided) return STANDING.invalid;
  return ticket.alreadyScanned ? STANDING.scanned : STANDING.good;
}

/**
 * Leaves one ticket of each barcode. One that was voided stays before one that was scanned, and that
 * one before one that is good: a second person must not get in because the first ticket was hidden,
 * and a guest who is turned away for it can still be helped at the box office. Of equals, the first stays.
 */
function dropDuplicates(db: Database.Database): number {
  const shared = db
    .prepare<[string, number], string>(
      `SELECT lookup_key FROM ticket WHERE lookup_key > ?
       GROUP BY lookup_key HAVING count(*) > 1 ORDER BY lookup_key LIMIT ?`,
    )
    .pluck();
  const drop = db.prepare<[string, string]>(
    `DELETE FROM ticket WHERE lookup_key = ? AND id <> (
       SELECT id FROM ticket WHERE lookup_key = ? ORDER BY standing DESC, id LIMIT 1)`,
  );
  let dropped = 0;
  for (
    let keys = shared.all('', PAGE);
    keys.length > 0;
    keys = shared.all(keys.at(-1) ?? '', PAGE)
  ) {
    for (const key of keys) dropped += drop.run(key, key).changes;
  }
  return dropped;
}

/** Waits until the file is on the disk. */
function sync(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
