import type { Migration } from '#main/ledger/migrate.ts';

/** Counts for the evening's statistics, which are read often and must not be counted entry by entry. */
export const tallies: Migration = {
  version: 2,
  sql: `
-- The code of the platform's refusal, or the one that it would have given; null where there is none, and
-- of entries that are older than this column.
ALTER TABLE entry ADD COLUMN code INTEGER;

CREATE INDEX entry_by_time ON entry (platform, client_id, platform_time);
`,
};
