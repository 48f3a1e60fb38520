import type { Migration } from '#main/ledger/migrate.ts';

/** Marks a file as a ledger (SQLite `application_id`): "USHL". */
export const APPLICATION_ID = 0x5553484c;

/**
 * Instants are milliseconds since the epoch, on the platform's clock unless their name says otherwise.
 * Sealed parts are AES-256-GCM over JSON; `lookup` is a keyed hash of platform, client
 * and barcode. All other numbers are those of their platform, which is given by its base URL.
 */
export const entries: Migration = {
  version: 1,
  sql: `
PRAGMA application_id = ${APPLICATION_ID};

-- One row, and so one value, for the whole file: tells whether the key at hand is the one of this file.
CREATE TABLE seal_check (
  sealed BLOB NOT NULL
) STRICT;

-- One row of no meaning, as large as all that a verdict may write: 32 pages, where up to 22 were seen.
-- It is filled anew to find out whether the disk takes a verdict. The same bytes again SQLite would not
-- write, and fewer may find room where a verdict finds none.
CREATE TABLE probe (
  filling BLOB NOT NULL
) STRICT;

INSERT INTO probe (filling) VALUES (zeroblob(32 * 4096));

-- Every verdict. Rows are added, never changed; but for platform_time, which is put right when a kiosk
-- learns the platform's time after the scan, as long as the platform has not been told another.
CREATE TABLE entry (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kiosk_id TEXT NOT NULL,
  platform TEXT NOT NULL,
  -- What the door was open for.
  client_id INTEGER NOT NULL,
  filter_production_id INTEGER,
  filter_performance_id INTEGER,
  lookup BLOB NOT NULL,
  source TEXT NOT NULL,
  device TEXT,
  kind TEXT NOT NULL,
  basis TEXT NOT NULL,
  platform_time INTEGER NOT NULL,
  kiosk_time INTEGER NOT NULL,
  -- The ticket, where the snapshot knows it.
  ticket_id INTEGER,
  performance_id INTEGER,
  -- Barcode, reason, and what lists show of the ticket.
  sealed BLOB NOT NULL,
  CHECK ((ticket_id IS NULL) = (performance_id IS NULL))
) STRICT;

CREATE INDEX entry_by_code ON entry (lookup);

-- The attempts in doubt, and what became of them.
CREATE TABLE doubt (
  sequence INTEGER PRIMARY KEY REFERENCES entry,
  word TEXT NOT NULL CHECK (word IN ('awaited', 'admitted', 'refused', 'missing')),
  changed_at INTEGER NOT NULL
) STRICT;

CREATE INDEX doubt_awaited ON doubt (word) WHERE word = 'awaited';

-- The admissions that were made without the platform: those that it has yet to be told of, and the
-- others for good.
CREATE TABLE upload (
  sequence INTEGER PRIMARY KEY REFERENCES entry,
  -- The entry's platform_time, so that the oldest is found at once.
  scanned_at INTEGER NOT NULL,
  -- Whether it ever left for the platform, which may have it since under this time.
  was_sent INTEGER NOT NULL DEFAULT 0 CHECK (was_sent IN (0, 1)),
  state TEXT NOT NULL
    CHECK (state IN ('none', 'pending', 'sent', 'recorded', 'refused', 'conflict', 'expired')),
  changed_at INTEGER NOT NULL,
  sealed_reason BLOB,
  acknowledged_at INTEGER
) STRICT;

CREATE INDEX upload_by_state ON upload (state, scanned_at);

-- Who is inside, by ticket: what the snapshot cannot know yet. Made here or at another kiosk.
CREATE TABLE admission (
  platform TEXT NOT NULL,
  client_id INTEGER NOT NULL,
  ticket_id INTEGER NOT NULL,
  kiosk_id TEXT NOT NULL,
  platform_time INTEGER NOT NULL,
  PRIMARY KEY (platform, client_id, ticket_id, kiosk_id, platform_time)
) STRICT, WITHOUT ROWID;
`,
};
