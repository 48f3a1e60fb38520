import type { Migration } from '#main/ledger/migrate.ts';

/** Marks guessed times, so that a later run of the kiosk knows which they are. */
export const guessedTimes: Migration = {
  version: 5,
  sql: `
-- Whether scanned_at is by the kiosk's own clock, because the platform had not told its time yet.
ALTER TABLE upload ADD COLUMN is_guessed INTEGER NOT NULL DEFAULT 0 CHECK (is_guessed IN (0, 1));
`,
};
