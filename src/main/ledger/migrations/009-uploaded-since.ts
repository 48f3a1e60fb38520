import type { Migration } from '#main/ledger/migrate.ts';

/** A copy of the tickets lacks what was uploaded after it: that is asked for whenever guests are counted. */
export const uploadedSince: Migration = {
  version: 9,
  sql: `CREATE INDEX upload_by_change ON upload (changed_at);`,
};
