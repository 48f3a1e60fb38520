import type { Migration } from '#main/ledger/migrate.ts';

/** Keeps all that a door knew of a ticket when it decided, in place of the newest movement alone. */
export const lineage: Migration = {
  version: 13,
  sql: `
-- What the door knew when it decided, by the ids of ticket events; an entry that nothing was known for has no row.
CREATE TABLE lineage (
  sequence INTEGER PRIMARY KEY REFERENCES entry,
  -- In JSON.
  knew TEXT NOT NULL,
  -- The admission that a check-out ends.
  of_id TEXT,
  -- What the screen showed before staff decided, in JSON; null: nothing.
  shown TEXT
) STRICT;
INSERT INTO lineage (sequence, knew, of_id)
SELECT sequence, json_array(follows.id), iif(kind = 'exit', follows.id, NULL)
FROM follows JOIN entry USING (sequence);
DROP TABLE follows;

DROP VIEW admission;
DROP INDEX entry_by_ticket;
CREATE INDEX entry_by_ticket ON entry (ticket_id) WHERE ticket_id IS NOT NULL;
`,
};
