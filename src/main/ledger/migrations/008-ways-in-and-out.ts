import type { Migration } from '#main/ledger/migrate.ts';

/** Guests leave and come in again, and an admission can be taken back. */
export const waysInAndOut: Migration = {
  version: 8,
  sql: `
-- What an admission or a way out comes after: an entry with the same ticket, here or at another door.
CREATE TABLE follows (
  sequence INTEGER PRIMARY KEY REFERENCES entry,
  id TEXT NOT NULL
) STRICT;

-- Admissions that this door has taken back, and why, in somebody's words.
CREATE TABLE taken_back (
  sequence INTEGER PRIMARY KEY REFERENCES entry,
  at INTEGER NOT NULL,
  sealed_reason BLOB NOT NULL
) STRICT;
`,
};
