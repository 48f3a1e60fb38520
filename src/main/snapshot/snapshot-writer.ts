import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { renamePatiently } from '#main/base/rename-patiently.ts';
import { plainForm } from '#shared/code-forms.ts';
import Database from 'better-sqlite3';
import type { SnapshotTicket } from './model.ts';
import { ContentDigest } from './content-digest.ts';
import { packTicket } from './packed-ticket.ts';
import { PerformanceCounts } from './performance-counts.ts';
import { ScriptsOfNames } from './scripts-of-names.ts';
import {
  ABOUT_BLOCK,
  APPLICATION_ID,
  FORMAT_VERSION,
  LARGEST_BLOCK,
  PLACES,
  TABLES,
  type AboutSnapshot,
  type ExpectedDownload,
} from './snapshot-format.ts';
import { SALT_BYTES, SnapshotSeal, type SnapshotKeys } from './snapshot-seal.ts';

/** The size of SQLite's cache, in KiB. */
const PAGE_CACHE = 16 * 1024;
/** The same for the staging table, which is written once and read once. */
const STAGED_CACHE = 4 * 1024;

/**
 * The positions of the tickets, in the order of the download. Sorting them once at the end is far
 * cheaper than inserting random keys in order; until then they are in SQLite's temporary file.
 */
const STAGING = `
  CREATE TEMP TABLE staged (lookup_key TEXT, performance INTEGER, ticket INTEGER, rank INTEGER);
  CREATE TEMP TABLE staged_near (plain_key TEXT, lookup_key TEXT, place INTEGER);`;
/** The number of rows that one statement inserts: a call costs more than a row. */
const BATCH = 100;
/** A rank is a ticket's standing times this, plus its place, which is always smaller than this. */
const RANKS = 2 ** 45;
/** The values that are staged for a ticket: its look-up key, its performance, its id, its rank. */
const VALUES = 4;
/** Those that are staged for a near match: its plain key, its look-up key, its place. */
const NEAR_VALUES = 3;
/**
 * All tickets that share a barcode are kept: which of them is meant, the door decides. Only the same
 * ticket in the same standing is kept once.
 */
const TAKE_OVER = `
  INSERT INTO ticket SELECT lookup_key, min(rank) % ${RANKS} FROM staged
  GROUP BY lookup_key, performance, ticket, rank / ${RANKS}`;
const STANDING = { invalid: 0, scanned: 1, good: 2 } as const;

const TAKE_OVER_NEAR = `
  INSERT INTO near SELECT plain_key, min(place) FROM staged_near GROUP BY plain_key, lookup_key`;

/** The facts of a snapshot that are known before its tickets are read. */
type AboutDownload = Omit<
  AboutSnapshot,
  'download' | 'patronsDigest' | 'tickets' | 'duplicates' | 'patrons' | 'performances' | 'scripts'
>;

/** Counts of a snapshot. */
export interface SnapshotCounts {
  readonly tickets: number;
  readonly duplicates: number;
}

/** Inserts rows into a staging table, many with one statement. */
class Stage {
  readonly #one: Database.Statement;
  readonly #batch: Database.Statement;
  readonly #width: number;
  /** The rows to insert next, one after another. */
  #values: (string | number)[] = [];

  constructor(db: Database.Database, table: string, width: number) {
    this.#width = width;
    const row = `(${Array<string>(width).fill('?').join()})`;
    this.#one = db.prepare(`INSERT INTO ${table} VALUES ${row}`);
    const rows = Array<string>(BATCH).fill(row).join();
    this.#batch = db.prepare(`INSERT INTO ${table} VALUES ${rows}`);
  }

  /** Adds a row. */
  add(...row: readonly (string | number)[]): void {
    this.#values.push(...row);
    if (this.#values.length < this.#width * BATCH) return;
    this.#batch.run(this.#values);
    this.#values = [];
  }

  /** Inserts what is left of the last batch. */
  end(): void {
    for (let at = 0; at < this.#values.length; at += this.#width) {
      this.#one.run(this.#values.slice(at, at + this.#width));
    }
    this.#values = [];
  }
}

/**
 * Writes a new snapshot beside the one in use, under a name that marks it as incomplete. It is
 * durable only after `finish`; a snapshot that was not finished is discarded.
 */
export class SnapshotWriter {
  readonly #path: string;
  readonly #clientId: number;
  readonly #db: Database.Database;
  readonly #seal: SnapshotSeal;
  readonly #salt = randomBytes(SALT_BYTES);
  readonly #staged: Stage;
  readonly #near: Stage;
  readonly #insertBlock: Database.Statement<[number, Buffer]>;
  readonly #performances = new PerformanceCounts();
  readonly #scripts = new ScriptsOfNames();
  readonly #digest = new ContentDigest();
  #rows = 0;
  #patrons = 0;
  #block = 1;
  #lines: string[] = [];
  #length = 0;

  constructor(path: string, keys: SnapshotKeys, clientId: number) {
    this.#path = path;
    this.#clientId = clientId;
    this.#seal = new SnapshotSeal(keys, this.#salt);
    // Readable for its owner only, although it is encrypted.
    closeSync(openSync(path, 'a', 0o600));
    this.#db = new Database(path);
    // Nothing is ever rolled back, and all pages are new, so this journal stays empty. OFF would be
    // ignored.
    this.#db.pragma('page_size = 16384');
    this.#db.pragma('journal_mode = MEMORY');
    this.#db.pragma('synchronous = OFF');
    this.#db.pragma('locking_mode = EXCLUSIVE');
    this.#db.pragma(`cache_size = -${PAGE_CACHE}`);
    this.#db.exec(`BEGIN; ${TABLES} ${STAGING}`);
    // The default is a number of pages, and with these large ones the staging table could take four
    // times as much.
    this.#db.pragma(`temp.cache_size = -${STAGED_CACHE}`);
    this.#staged = new Stage(this.#db, 'staged', VALUES);
    this.#near = new Stage(this.#db, 'staged_near', NEAR_VALUES);
    this.#insertBlock = this.#db.prepare('INSERT INTO block VALUES (?, ?)');
  }

  /** The number of tickets so far. */
  get rows(): number {
    return this.#rows;
  }

  add(ticket: SnapshotTicket): void {
    const line = packTicket(ticket);
    if (this.#length + line.length > LARGEST_BLOCK) this.#endBlock();
    const key = this.#seal.lookupKey(this.#clientId, ticket.barcode);
    const place = this.#block * PLACES + this.#lines.length;
    const { performanceId, ticketId } = ticket;
    this.#staged.add(key, performanceId, ticketId, standingOf(ticket) * RANKS + place);
    const plain = plainForm(ticket.barcode);
    if (plain !== ticket.barcode && plain !== '') {
      this.#near.add(this.#seal.lookupKey(this.#clientId, plain), key, place);
    }
    this.#performances.add(ticket);
    this.#scripts.add(ticket);
    this.#rows += 1;
    if (ticket.patron !== null) this.#patrons += 1;
    const patron = JSON.stringify(ticket.patron);
    this.#digest.add(line.slice(0, -patron.length - 1), patron);
    this.#lines.push(line);
    this.#length += line.length + 1;
  }

  /**
   * Builds the index, makes the file durable, and renames it to its final name. Returns null, and does nothing of
   * that, if it is not the expected download of another door (null: it comes from the platform).
   */
  finish(
    finalPath: string,
    about: AboutDownload,
    expected: ExpectedDownload | null = null,
  ): SnapshotCounts | null {
    // Patrons that were left out cannot be digested here: the lender's digest of them is taken.
    const patronsDigest =
      (about.isOfAnother ? expected?.patronsDigest : null) ?? this.#digest.patrons;
    const download = this.#digest.idOf(about, patronsDigest);
    if (expected !== null && download !== expected.download) return null;
    this.#endBlock();
    this.#staged.end();
    this.#near.end();
    const tickets = this.#db.prepare(TAKE_OVER).run().changes;
    this.#db.exec(TAKE_OVER_NEAR);
    const counts = { tickets, duplicates: this.#rows - tickets };
    const facts = JSON.stringify({
      ...{ ...about, ...counts, download, patronsDigest, patrons: this.#patrons },
      performances: this.#performances.all(),
      scripts: this.#scripts.all(),
    });
    this.#db
      .prepare('INSERT INTO snapshot VALUES (?, ?)')
      .run(this.#salt, this.#seal.seal(ABOUT_BLOCK, facts));
    this.#db.pragma(`application_id = ${APPLICATION_ID}`);
    this.#db.pragma(`user_version = ${FORMAT_VERSION}`);
    this.#db.exec('COMMIT');
    this.close();
    sync(this.#path, 'r+');
    renamePatiently(this.#path, finalPath);
    // The new name has to be durable as well, before the old snapshot is removed. Windows has no
    // such call for folders.
    if (process.platform !== 'win32') sync(dirname(finalPath), 'r');
    return counts;
  }

  close(): void {
    this.#db.close();
  }

  #endBlock(): void {
    if (this.#lines.length === 0) return;
    const sealed = this.#seal.seal(this.#block, `${this.#lines.join('\n')}\n`);
    this.#insertBlock.run(this.#block, sealed);
    this.#block += 1;
    this.#lines = [];
    this.#length = 0;
  }
}

function standingOf(ticket: SnapshotTicket): number {
  if (ticket.refundedOrVoided) return STANDING.invalid;
  return ticket.alreadyScanned ? STANDING.scanned : STANDING.good;
}

/** Waits until the file or folder has been written to the disk. */
function sync(path: string, mode: 'r' | 'r+'): void {
  const file = openSync(path, mode);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
