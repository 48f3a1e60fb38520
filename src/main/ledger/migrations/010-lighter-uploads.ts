import type { Migration } from '#main/ledger/migrate.ts';

/**
 * Makes an upload cheaper to record, as each scan offline does. Only what the platform has is ever asked for by when
 * that was, so nothing else has a place in that index. And for `state IN (…)` of more than two SQLite builds a table
 * with each row that it checks, which takes longer than the row; so the states are compared one by one.
 */
export const lighterUploads: Migration = {
  version: 10,
  sql: `
CREATE TABLE lighter_upload (
  sequence INTEGER PRIMARY KEY REFERENCES entry,
  -- The entry's platform_time, so that the oldest is found at once.
  scanned_at INTEGER NOT NULL,
  -- Whether it ever left for the platform, which may have it since under this time.
  was_sent INTEGER NOT NULL DEFAULT 0 CHECK (was_sent IN (0, 1)),
  state TEXT NOT NULL CHECK (state = 'none' OR state = 'pending' OR state = 'sent' OR state = 'recorded'
    OR state = 'refused' OR state = 'conflict' OR state = 'expired'),
  changed_at INTEGER NOT NULL,
  sealed_reason BLOB,
  acknowledged_at INTEGER,
  -- When it was last put back into the queue after the platform had refused it; null: never.
  sent_again_at INTEGER,
  -- Whether scanned_at is by the kiosk's own clock, because the platform had not told its time yet.
  is_guessed INTEGER NOT NULL DEFAULT 0 CHECK (is_guessed IN (0, 1))
) STRICT;

INSERT INTO lighter_upload (sequence, scanned_at, was_sent, state, changed_at, sealed_reason,
  acknowledged_at, sent_again_at, is_guessed)
SELECT sequence, scanned_at, was_sent, state, changed_at, sealed_reason,
  acknowledged_at, sent_again_at, is_guessed FROM upload;
DROP TABLE upload;
ALTER TABLE lighter_upload RENAME TO upload;
CREATE INDEX upload_by_state ON upload (state, scanned_at);
CREATE INDEX upload_by_change ON upload (changed_at) WHERE state = 'recorded';
`,
};
