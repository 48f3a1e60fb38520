/** One later change of the file's tables. */
export interface Migration {
  /** The file's `user_version` afterwards. */
  readonly version: number;
  readonly sql: string;
}

/** Marks a file as a ledger (SQLite `application_id`): "USHL". */
export const APPLICATION_ID = 0x5553484c;

/** The version of {@link SCHEMA}. No release wrote a file with a lower one: such a file is renamed aside. */
export const FIRST_VERSION = 14;

/**
 * In order, numbered from {@link FIRST_VERSION} + 1 without gaps. Each runs in a transaction of its own. A released
 * migration and the schema below are never changed: add a migration.
 */
export const MIGRATIONS: readonly Migration[] = [];

/** The version of the files that this program writes. */
export const LEDGER_VERSION = FIRST_VERSION + MIGRATIONS.length;

/**
 * All tables of the ledger (ADR 14). Instants are milliseconds since the epoch, on the platform's clock unless their
 * name says otherwise. Sealed columns are AES-256-GCM over JSON. Ids of tickets, clients and performances are the
 * platform's, which `base_url` names.
 */
export const SCHEMA = `
PRAGMA application_id = ${APPLICATION_ID};

-- One row with one known value: shows whether the key at hand is the one that this file was written with.
CREATE TABLE seal_check (
  sealed BLOB NOT NULL
) STRICT;

-- One row without meaning, rewritten with random bytes to find out whether the disk takes a verdict. It is larger
-- than a verdict, which writes up to 22 pages: fewer may fit where a verdict does not.
CREATE TABLE probe (
  filling BLOB NOT NULL
) STRICT;
INSERT INTO probe (filling) VALUES (zeroblob(32 * 4096));

-- Every verdict, one row each, so that a scan writes as few pages as possible. Rows are only added. Of a row only
-- the upload's columns change, and platform_time: it is corrected when the kiosk learns the platform's time after the
-- scan, unless the platform already has the row under another time.
CREATE TABLE entry (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kiosk_id TEXT NOT NULL,
  base_url TEXT NOT NULL,
  -- What the door was open for.
  client_id INTEGER NOT NULL,
  filter_production_id INTEGER,
  filter_performance_id INTEGER,
  -- Keyed hash of base URL, client and barcode.
  code_hash BLOB NOT NULL,
  source TEXT NOT NULL,
  device TEXT,
  kind TEXT NOT NULL,
  basis TEXT NOT NULL,
  -- The platform's error, or the one that it would have given; null: none.
  error_code INTEGER,
  platform_time INTEGER NOT NULL,
  -- By the kiosk's own clock, and never corrected: shows how wrong that clock was.
  kiosk_time INTEGER NOT NULL,
  -- The ticket, where the snapshot knows it.
  ticket_id INTEGER,
  ticket_performance_id INTEGER,
  -- Barcode, reason, and what lists show of the ticket.
  sealed BLOB NOT NULL,
  -- State of the upload of an admission that was made without the platform; null: nothing to upload.
  -- Not "IN (...)": SQLite would build a table of the states for each row that it checks.
  upload TEXT CHECK (upload = 'none' OR upload = 'pending' OR upload = 'sent' OR upload = 'recorded'
    OR upload = 'refused' OR upload = 'conflict' OR upload = 'expired'),
  upload_changed_at INTEGER,
  upload_sealed_reason BLOB,
  -- Whether it was ever sent: then the platform may have it under this platform_time.
  was_sent INTEGER NOT NULL DEFAULT 0 CHECK (was_sent = 0 OR was_sent = 1),
  -- When staff last queued it again after a refusal; null: never.
  sent_again_at INTEGER,
  -- When staff acknowledged that the platform did not accept it.
  acknowledged_at INTEGER,
  -- Whether platform_time is by the kiosk's clock, because the platform's time was not known yet.
  is_time_guessed INTEGER NOT NULL DEFAULT 0 CHECK (is_time_guessed = 0 OR is_time_guessed = 1),
  CHECK ((ticket_id IS NULL) = (ticket_performance_id IS NULL)),
  CHECK ((upload IS NULL) = (upload_changed_at IS NULL))
) STRICT;

CREATE INDEX entry_by_code ON entry (code_hash);
-- By its number alone: the same number of another client is rare, and the row tells them apart.
CREATE INDEX entry_by_ticket ON entry (ticket_id) WHERE ticket_id IS NOT NULL;
-- Counts of an evening, and the list of clients.
CREATE INDEX entry_by_time ON entry (base_url, client_id, platform_time);
-- The upload queue, oldest first. Partial, so that the seasons behind it cost neither a scan nor a look-up.
CREATE INDEX entry_waiting ON entry (platform_time) WHERE upload = 'pending';
CREATE INDEX entry_sent ON entry (platform_time) WHERE upload = 'sent';
-- What a snapshot lacks that was made before the upload.
CREATE INDEX entry_uploaded ON entry (upload_changed_at) WHERE upload = 'recorded';
-- What staff have to see; with the columns that are counted, so that no row is read for that.
CREATE INDEX entry_not_accepted ON entry (sequence, upload, acknowledged_at)
  WHERE upload = 'refused' OR upload = 'conflict' OR upload = 'expired';

-- The tables below belong to few entries each.

-- Attempts that the platform did not answer in time, and its late answer.
CREATE TABLE late_answer (
  sequence INTEGER PRIMARY KEY REFERENCES entry,
  answer TEXT NOT NULL CHECK (answer IN ('awaited', 'admitted', 'refused', 'missing'))
) STRICT;

-- What the door knew when it decided, by the ids of ticket events; an entry without a row: nothing.
CREATE TABLE lineage (
  sequence INTEGER PRIMARY KEY REFERENCES entry,
  -- A JSON array.
  knew TEXT NOT NULL,
  -- The admission that a check-out ends.
  of_id TEXT,
  -- What the screen showed before staff decided, as a JSON array; null: nothing.
  shown TEXT
) STRICT;

-- Admissions that this door has withdrawn, and why, in somebody's words.
CREATE TABLE withdrawal (
  sequence INTEGER PRIMARY KEY REFERENCES entry,
  at INTEGER NOT NULL,
  sealed_reason BLOB NOT NULL
) STRICT;

-- Admissions with a ticket that another door may have admitted, too: staff have to see them even though the platform
-- accepts them.
CREATE TABLE door_conflict (
  sequence INTEGER PRIMARY KEY REFERENCES entry,
  acknowledged_at INTEGER,
  -- The other door's name, and when it admitted; both null: no door has said so.
  other_door TEXT,
  other_at INTEGER,
  -- Whether a check-out may have come between the two.
  is_possible INTEGER NOT NULL DEFAULT 0 CHECK (is_possible = 0 OR is_possible = 1)
) STRICT;

-- Admissions by the platform of codes that the snapshot did not list. A later complete download that has the code
-- removes the row; one that lacks it shows that the platform matches codes more freely than its list.
CREATE TABLE unlisted (
  sequence INTEGER PRIMARY KEY REFERENCES entry,
  is_missing INTEGER NOT NULL DEFAULT 0 CHECK (is_missing = 0 OR is_missing = 1)
) STRICT;

-- Scans that the platform is being asked about and that have no entry yet: the next run finds them after a crash.
CREATE TABLE question (
  id TEXT PRIMARY KEY,
  sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Keys for the personal data of one evening: destroying a key makes that data unreadable. Nothing uses them yet: all
-- sealed columns are under the installation's key, and the column by which an entry names its evening is still to come.
CREATE TABLE evening_key (
  id INTEGER PRIMARY KEY,
  base_url TEXT NOT NULL,
  client_id INTEGER NOT NULL,
  -- The performance's number; of scans that no performance is known for, the venue's local date (YYYY-MM-DD).
  evening TEXT NOT NULL,
  -- Under the installation's key.
  sealed_key BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  may_destroy_after INTEGER NOT NULL,
  UNIQUE (base_url, client_id, evening)
) STRICT;
`;
