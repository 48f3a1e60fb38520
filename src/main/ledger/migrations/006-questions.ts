import type { Migration } from '#main/ledger/migrate.ts';

/**
 * Records questions to the platform, so that a kiosk that ended while it waited for an answer knows of
 * them.
 */
export const questions: Migration = {
  version: 6,
  sql: `
-- The scans that the platform is asked of and that have no entry yet: one, while the kiosk runs. All that
-- there is to an entry is sealed.
CREATE TABLE question (
  id TEXT PRIMARY KEY,
  sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
