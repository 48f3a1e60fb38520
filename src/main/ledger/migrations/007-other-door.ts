import type { Migration } from '#main/ledger/migrate.ts';

/** Which other door has let somebody in with the same ticket, where it has told. */
export const otherDoor: Migration = {
  version: 7,
  sql: `
-- What people call that door, and when it was there, on the platform's clock; null: nobody has told.
ALTER TABLE two_doors ADD COLUMN other_door TEXT;
ALTER TABLE two_doors ADD COLUMN other_at INTEGER;
`,
};
