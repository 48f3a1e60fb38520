import type { Migration } from '#main/ledger/migrate.ts';

/** Admissions that an operator has to see although the platform has recorded them. */
export const twoDoors: Migration = {
  version: 4,
  sql: `
-- Another door may have let somebody in with the same ticket: the platform calls it used, and no request
-- of this kiosk is known to be why.
CREATE TABLE two_doors (
  sequence INTEGER PRIMARY KEY REFERENCES entry,
  noted_at INTEGER NOT NULL,
  acknowledged_at INTEGER
) STRICT;

CREATE INDEX two_doors_to_see ON two_doors (sequence) WHERE acknowledged_at IS NULL;
`,
};
