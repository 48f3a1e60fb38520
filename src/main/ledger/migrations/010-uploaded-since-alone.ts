import type { Migration } from '#main/ledger/migrate.ts';

/** Only what the platform has is ever asked for by when that was: what still waits needs no place in that index. */
export const uploadedSinceAlone: Migration = {
  version: 10,
  sql: `DROP INDEX upload_by_change;
CREATE INDEX upload_by_change ON upload (changed_at) WHERE state = 'recorded';`,
};
