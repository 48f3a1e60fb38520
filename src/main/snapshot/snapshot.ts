import Database from 'better-sqlite3';
import type { z } from 'zod';
import type { SealedFile } from '#main/base/vault/sealed-file.ts';
import { plainForm } from '#shared/code-forms.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { asOfFile, asOfSchema } from './as-of.ts';
import type { SnapshotTicket, LookupFailure } from './model.ts';
import { unpackTicket } from './packed-ticket.ts';
import {
  ABOUT_BLOCK,
  aboutSnapshotSchema,
  APPLICATION_ID,
  FORMAT_VERSION,
  MOST_NEAR,
  MOST_OF_A_BARCODE,
  PLACES,
  type AboutSnapshot,
} from './snapshot-format.ts';
import { SnapshotSeal, type SnapshotKeys } from './snapshot-seal.ts';

/** The size of SQLite's cache, in KiB. */
const PAGE_CACHE = 16 * 1024;

/** A complete snapshot, open for look-ups. */
export class Snapshot {
  readonly path: string;
  /** The performances for which it has a valid ticket. */
  readonly sold: ReadonlySet<number>;
  /**
   * The performances for which it has every ticket: offered just before the download, with at least
   * one ticket.
   */
  readonly covers: ReadonlySet<number>;
  /** How many blocks its tickets fill; they count from 1. */
  readonly blocks: number;
  readonly #asOf: SealedFile;
  #about: AboutSnapshot;
  readonly #db: Database.Database;
  readonly #seal: SnapshotSeal;
  // Two statements, because SQLite (with STAT4) prepares a join anew for every look-up.
  readonly #places: Database.Statement<[string], number>;
  readonly #nearPlaces: Database.Statement<[string, string], number>;
  readonly #block: Database.Statement<[number], Buffer>;

  private constructor(path: string, db: Database.Database, { seal, about, asOf }: Opened) {
    this.path = path;
    this.#db = db;
    this.#seal = seal;
    this.#about = about;
    this.#asOf = asOf;
    this.sold = new Set(about.performances.map(({ performanceId }) => performanceId));
    this.covers = new Set(about.offered.filter((performanceId) => this.sold.has(performanceId)));
    this.#places = db
      .prepare<[string], number>(
        `SELECT place FROM ticket WHERE lookup_key = ? LIMIT ${MOST_OF_A_BARCODE + 1}`,
      )
      .pluck();
    // Of the tickets whose barcode is the plain form itself, one stands for all.
    this.#nearPlaces = db
      .prepare<[string, string], number>(
        `SELECT min(place) FROM ticket WHERE lookup_key = ? HAVING count(*) > 0
         UNION SELECT place FROM near WHERE plain_key = ? LIMIT ${MOST_NEAR}`,
      )
      .pluck();
    this.blocks = db.prepare<[], number | null>('SELECT MAX(id) FROM block').pluck().get() ?? 0;
    this.#block = db.prepare<[number], Buffer>('SELECT sealed FROM block WHERE id = ?').pluck();
  }

  /** Opens a file. Returns null if it is no snapshot, has another version or key, or is damaged. */
  static open(path: string, keys: SnapshotKeys): Snapshot | null {
    let db: Database.Database | null = null;
    try {
      db = new Database(path, { readonly: true, fileMustExist: true });
      // It is never written to again, so one lock while it is open suffices, instead of one for
      // each look-up.
      db.pragma('locking_mode = EXCLUSIVE');
      db.pragma(`cache_size = -${PAGE_CACHE}`);
      const opened = isOurs(db) ? readAbout(db, path, keys) : null;
      if (opened !== null) return new Snapshot(path, db, opened);
    } catch {
      // Whatever is wrong with the file, a refresh will replace it.
    }
    db?.close();
    return null;
  }

  get about(): AboutSnapshot {
    return this.#about;
  }

  /**
   * Notes that it matched the platform's data at these times, too, also for the next start. Throws
   * the file system's errors.
   */
  confirm(times: z.infer<typeof asOfSchema>): void {
    this.#about = { ...this.#about, ...times };
    this.#asOf.save(times);
  }

  /** The tickets with this barcode, of one performance or several; empty if there are none. */
  find(code: string): Result<readonly SnapshotTicket[], LookupFailure> {
    try {
      const places = this.#places.all(this.#seal.lookupKey(this.about.filter.clientId, code));
      if (places.length > MOST_OF_A_BARCODE) return err('too-many');
      const tickets: SnapshotTicket[] = [];
      for (const place of places) {
        const ticket = this.at(place);
        if (ticket?.barcode !== code) return err('damaged');
        tickets.push(ticket);
      }
      return ok(tickets);
    } catch (error) {
      // SQLite reads pages on demand, so a damaged one shows here.
      if (error instanceof Database.SqliteError) return err('damaged');
      throw error;
    }
  }

  /**
   * The barcodes that equal this code in their plain form (see {@link plainForm}), without itself; at
   * most {@link MOST_NEAR}.
   */
  near(code: string): Result<readonly string[], LookupFailure> {
    const plain = plainForm(code);
    if (plain === '') return ok([]);
    try {
      const key = this.#seal.lookupKey(this.about.filter.clientId, plain);
      const found = new Set<string>();
      for (const place of this.#nearPlaces.all(key, key)) {
        const barcode = this.at(place)?.barcode;
        if (barcode === undefined || plainForm(barcode) !== plain) return err('damaged');
        if (barcode !== code) found.add(barcode);
      }
      return ok([...found]);
    } catch (error) {
      if (error instanceof Database.SqliteError) return err('damaged');
      throw error;
    }
  }

  /** The ticket at this place; null if the file is damaged there. Throws SQLite's errors. */
  at(place: number): SnapshotTicket | null {
    const lines = this.#lines(Math.floor(place / PLACES));
    return lines && unpackTicket(lineOf(lines, place % PLACES));
  }

  /**
   * All tickets with their places; null instead of a ticket if the file is damaged there. Throws
   * SQLite's errors.
   */
  *tickets(): Generator<{ readonly place: number; readonly ticket: SnapshotTicket | null }> {
    const rows = this.#db.prepare<[], number>('SELECT place FROM ticket').pluck().iterate();
    let block = 0;
    let lines: readonly string[] = [];
    for (const place of Float64Array.from(rows).sort()) {
      if (Math.floor(place / PLACES) !== block) {
        block = Math.floor(place / PLACES);
        lines = this.#lines(block)?.toString().split('\n') ?? [];
      }
      yield { place, ticket: unpackTicket(lines[place % PLACES] ?? '') };
    }
  }

  /**
   * All tickets; damaged ones are left out. Throws SQLite's errors.
   *
   * @param onDamaged called for each of these
   */
  *readable(onDamaged = (): void => undefined): Generator<SnapshotTicket> {
    for (const { ticket } of this.tickets()) {
      if (ticket === null) onDamaged();
      else yield ticket;
    }
  }

  /**
   * All tickets of a block in the order of the download, with those that others with the same barcode
   * displace; null instead of a ticket if the file is damaged there. Throws SQLite's errors.
   */
  block(number: number): readonly (SnapshotTicket | null)[] {
    const lines = this.#lines(number);
    return lines === null ? [null] : lines.toString().trimEnd().split('\n').map(unpackTicket);
  }

  close(): void {
    this.#db.close();
  }

  #lines(block: number): Buffer | null {
    const sealed = this.#block.get(block);
    return sealed === undefined ? null : this.#seal.unseal(block, sealed);
  }
}

interface Opened {
  readonly seal: SnapshotSeal;
  readonly about: AboutSnapshot;
  readonly asOf: SealedFile;
}

const LINE_END = 0x0a;

/** The line with this number, counted from 0. */
function lineOf(lines: Buffer, number: number): string {
  let start = 0;
  for (let line = 0; line < number; line += 1) start = lines.indexOf(LINE_END, start) + 1;
  return lines.toString('utf8', start, lines.indexOf(LINE_END, start));
}

function isOurs(db: Database.Database): boolean {
  return (
    db.pragma('application_id', { simple: true }) === APPLICATION_ID &&
    db.pragma('user_version', { simple: true }) === FORMAT_VERSION
  );
}

/** Null if it was sealed with other keys. */
function readAbout(db: Database.Database, path: string, keys: SnapshotKeys): Opened | null {
  const row = db.prepare<[], { salt: Buffer; sealed: Buffer }>('SELECT * FROM snapshot').get();
  if (row === undefined) return null;
  const seal = new SnapshotSeal(keys, row.salt);
  const facts = seal.unseal(ABOUT_BLOCK, row.sealed);
  if (facts === null) return null;
  const asOf = asOfFile(path, keys, row.salt);
  const about = aboutSnapshotSchema.parse(JSON.parse(facts.toString()));
  return { seal, asOf, about: { ...about, ...asOfSchema.safeParse(asOf.load()).data } };
}
