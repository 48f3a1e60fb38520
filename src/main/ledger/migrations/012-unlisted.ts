import type { Migration } from '#main/ledger/migrate.ts';

/**
 * Keeps which admissions of the platform its list of tickets did not have, so that a code that the list lacks
 * is not called unknown where the platform matches more freely.
 */
export const unlisted: Migration = {
  version: 12,
  sql: `
-- Admissions by the platform of codes that the snapshot did not list then. A later complete download that has
-- the code removes its row.
CREATE TABLE unlisted (
  sequence INTEGER PRIMARY KEY REFERENCES entry,
  -- When a complete download was made that lacks it, on the platform's clock; null: none was compared yet.
  missing_from INTEGER
) STRICT;
`,
};
