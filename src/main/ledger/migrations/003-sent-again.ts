import type { Migration } from '#main/ledger/migrate.ts';

/** A refused upload can be sent again by an operator; the time of that is stored. */
export const sentAgain: Migration = {
  version: 3,
  sql: `
-- When it was last put back into the queue after the platform had refused it; null: never.
ALTER TABLE upload ADD COLUMN sent_again_at INTEGER;
`,
};
