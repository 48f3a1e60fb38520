import Database from 'better-sqlite3';
import { err, ok, type Result } from '#shared/result.ts';
import type { CachedTicket, LookupFailure } from './cache-state.ts';
import { unpackTicket } from './packed-ticket.ts';
import {
  ABOUT_ROW,
  aboutSnapshotSchema,
  APPLICATION_ID,
  FORMAT_VERSION,
  type AboutSnapshot,
} from './snapshot-format.ts';
import { SnapshotSeal, type CacheKeys } from './snapshot-seal.ts';

/** What SQLite may keep in memory of it, in KiB. */
const PAGE_CACHE = 16 * 1024;

interface TicketRow {
  readonly id: number;
  readonly sealed: Buffer;
}

/** A complete snapshot, open for look-ups. */
export class Snapshot {
  readonly about: AboutSnapshot;
  readonly #db: Database.Database;
  readonly #seal: SnapshotSeal;
  readonly #byKey: Database.Statement<[string], TicketRow>;

  private constructor(db: Database.Database, seal: SnapshotSeal, about: AboutSnapshot) {
    this.#db = db;
    this.#seal = seal;
    this.about = about;
    this.#byKey = db.prepare('SELECT id, sealed FROM ticket WHERE lookup_key = ?');
  }

  /** Opens a file. Null: it is none of ours, of another version or key, or damaged. */
  static open(path: string, keys: CacheKeys): Snapshot | null {
    let db: Database.Database | null = null;
    try {
      db = new Database(path, { readonly: true, fileMustExist: true });
      // Nobody writes to it any more: one lock, for as long as it is open, instead of one for each look-up.
      db.pragma('locking_mode = EXCLUSIVE');
      db.pragma(`cache_size = -${PAGE_CACHE}`);
      if (
        db.pragma('application_id', { simple: true }) === APPLICATION_ID &&
        db.pragma('user_version', { simple: true }) === FORMAT_VERSION
      ) {
        const row = db
          .prepare<[], { salt: Buffer; sealed: Buffer }>('SELECT * FROM snapshot')
          .get();
        const seal = row && new SnapshotSeal(keys, row.salt);
        const text = seal?.unseal(ABOUT_ROW, row?.sealed ?? Buffer.alloc(0)) ?? null;
        if (seal !== undefined && text !== null) {
          return new Snapshot(db, seal, aboutSnapshotSchema.parse(JSON.parse(text)));
        }
      }
    } catch {
      // Whatever is wrong with it: the next refresh makes another one.
    }
    db?.close();
    return null;
  }

  /** The ticket with this barcode; null if the snapshot has none. */
  find(code: string): Result<CachedTicket | null, LookupFailure> {
    try {
      const row = this.#byKey.get(this.#seal.lookupKey(this.about.filter.clientId, code));
      if (row === undefined) return ok(null);
      const text = this.#seal.unseal(row.id, row.sealed);
      const ticket = text === null ? null : unpackTicket(text);
      return ticket?.barcode === code ? ok(ticket) : err('damaged');
    } catch (error) {
      // SQLite reads pages when they are needed, so this is where a damaged one shows.
      if (error instanceof Database.SqliteError) return err('damaged');
      throw error;
    }
  }

  close(): void {
    this.#db.close();
  }
}
