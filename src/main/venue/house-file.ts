import Database from 'better-sqlite3';
import { closeSync, openSync, rmSync } from 'node:fs';

/** Increased with every change of the file's content: another version's file is made anew. */
const FORMAT_VERSION = 11;
/** Marks the file as what the doors of a house have told ("UshH"). */
const APPLICATION_ID = 0x55736848;

/**
 * `had` is the number up to which this door has had everything of an origin; some of it may have been
 * forgotten since. After a gap there may be more, which does not count until the gap is filled. An event that
 * was told twice, under two origins, is in both: so what a door passes on of an origin is complete. `digest` is a
 * hash of the body: a faulty door may give two events one number, and then both are kept. `signature` is its door's.
 * `at` and `until` are the event's as far as they can be believed. The columns of a ticket are empty in other events;
 * `kind` is a ticket event's, or the type of another event; `of_id` is the event that it is a consequence of, or ends;
 * `heard_at` is by this kiosk's clock, and null for what happened here. An origin begins with its door's key, of 43
 * characters. `door` has the latest report of each run of a door, also of those that are gone; `known` since when each
 * door is known; `hold` the orders to hold the doors. `trust` has the doors about whose claims something was decided;
 * evidence is read from `believed`, which leaves out those that are disregarded. `house` tells of which house all that
 * is, without revealing it.
 */
const TABLES = `
CREATE TABLE origin (origin TEXT PRIMARY KEY, had INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE event (
  origin TEXT NOT NULL,
  number INTEGER NOT NULL,
  id TEXT NOT NULL,
  until INTEGER NOT NULL,
  heard_at INTEGER,
  at INTEGER,
  ticket_hash TEXT,
  platform TEXT,
  client_id INTEGER,
  ticket_id INTEGER,
  kind TEXT,
  of_id TEXT,
  body TEXT NOT NULL,
  digest TEXT NOT NULL,
  signature TEXT NOT NULL,
  PRIMARY KEY (origin, number, digest)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_by_id ON event (id);
CREATE INDEX event_by_hash ON event (ticket_hash) WHERE ticket_hash IS NOT NULL;
CREATE INDEX event_by_ticket ON event (platform, client_id, ticket_id) WHERE ticket_id IS NOT NULL;
CREATE INDEX event_by_until ON event (until);
CREATE INDEX event_by_kind ON event (kind, id)
  WHERE kind IN ('correction', 'note', 'note end', 'disregard', 'disregard end');
CREATE TABLE door (
  origin TEXT PRIMARY KEY,
  kiosk TEXT NOT NULL,
  heard_at INTEGER NOT NULL,
  report TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE known (
  door TEXT PRIMARY KEY,
  since INTEGER NOT NULL,
  heard_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE trust (
  door TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  why TEXT NOT NULL,
  count INTEGER NOT NULL,
  batch INTEGER NOT NULL,
  since INTEGER NOT NULL,
  by_name TEXT
) STRICT, WITHOUT ROWID;
CREATE VIEW believed AS SELECT * FROM event WHERE NOT EXISTS (
  SELECT 1 FROM trust WHERE trust.door = substr(event.origin, 1, 43) AND trust.state = 'disregarded');
CREATE TABLE hold (only INTEGER PRIMARY KEY CHECK (only = 1), body TEXT NOT NULL) STRICT;
CREATE TABLE house (only INTEGER PRIMARY KEY CHECK (only = 1), name TEXT NOT NULL) STRICT;`;

/**
 * Opens the file with what the doors of a house have told, for its only writer; one that is missing, damaged, of
 * another version or of another house is made anew: no house is told of another one's guests. Throws the file
 * system's errors.
 *
 * @param house what only this house has, and reveals nothing of it
 */
export function openHouseFile(path: string, house = ''): Database.Database {
  return openOurs(path, house) ?? create(path, house);
}

function openOurs(path: string, house: string): Database.Database | null {
  let db: Database.Database | null = null;
  try {
    db = new Database(path, { fileMustExist: true });
    const isOurs =
      db.pragma('application_id', { simple: true }) === APPLICATION_ID &&
      db.pragma('user_version', { simple: true }) === FORMAT_VERSION &&
      db.pragma('quick_check(1)', { simple: true }) === 'ok' &&
      db.prepare('SELECT name FROM house').pluck().get() === house;
    if (isOurs) return makeQuick(db);
  } catch {
    // Whatever is wrong with it, the other doors have what was in it.
  }
  db?.close();
  return null;
}

function create(path: string, house: string): Database.Database {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  closeSync(openSync(path, 'a', 0o600));
  const db = makeQuick(new Database(path));
  db.transaction(() => {
    db.exec(TABLES);
    db.prepare('INSERT INTO house VALUES (1, ?)').run(house);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${FORMAT_VERSION}`);
  }).immediate();
  return db;
}

/**
 * Writes what no ledger has, and nobody could tell anew after a power cut: it is on the disk when this returns.
 * Not within a transaction.
 */
export function durably<T>(db: Database.Database, write: () => T): T {
  db.pragma('synchronous = FULL');
  try {
    return write();
  } finally {
    db.pragma('synchronous = NORMAL');
  }
}

/** Lets the door read while something is being written; after a power cut the newest may be missing. */
function makeQuick(db: Database.Database): Database.Database {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  return db;
}
