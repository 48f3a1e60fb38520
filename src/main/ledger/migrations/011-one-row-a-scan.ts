import type { Migration } from '#main/ledger/migrate.ts';

/**
 * Makes a scan one row, which was three in three tables (ADR 14): what becomes of its upload is told by the entry, and
 * who is inside is a view of the entries, which nobody has to keep in step.
 */
export const oneRowAScan: Migration = {
  version: 11,
  sql: `
-- What has become of the upload of an admission that was made without the platform; null: there is none.
-- That, what follows here, and the platform_time are all that ever changes of an entry.
ALTER TABLE entry ADD COLUMN upload TEXT CHECK (upload = 'none' OR upload = 'pending' OR upload = 'sent'
  OR upload = 'recorded' OR upload = 'refused' OR upload = 'conflict' OR upload = 'expired');
ALTER TABLE entry ADD COLUMN upload_changed_at INTEGER CHECK ((upload IS NULL) = (upload_changed_at IS NULL));
ALTER TABLE entry ADD COLUMN upload_sealed_reason BLOB;
-- Whether it ever left for the platform, which may have it since under this time.
ALTER TABLE entry ADD COLUMN was_sent INTEGER NOT NULL DEFAULT 0 CHECK (was_sent = 0 OR was_sent = 1);
-- When it was last put back into the queue after the platform had refused it; null: never.
ALTER TABLE entry ADD COLUMN sent_again_at INTEGER;
ALTER TABLE entry ADD COLUMN acknowledged_at INTEGER;
-- Whether an upload's platform_time is by the kiosk's own clock, because the platform had not told its time yet.
ALTER TABLE entry ADD COLUMN is_time_guessed INTEGER NOT NULL DEFAULT 0
  CHECK (is_time_guessed = 0 OR is_time_guessed = 1);

-- None may be lost: with one whose entry is not there this fails, and the file counts as damaged.
CREATE TEMP TABLE orphans (number INTEGER CHECK (number = 0)) STRICT;
INSERT INTO temp.orphans SELECT COUNT(*) FROM upload WHERE sequence NOT IN (SELECT sequence FROM entry);
DROP TABLE temp.orphans;

UPDATE entry SET upload = old.state, upload_changed_at = old.changed_at,
  upload_sealed_reason = old.sealed_reason, was_sent = old.was_sent, sent_again_at = old.sent_again_at,
  acknowledged_at = old.acknowledged_at, is_time_guessed = old.is_guessed
FROM upload AS old WHERE old.sequence = entry.sequence;
DROP TABLE upload;

-- What goes up next: the oldest.
CREATE INDEX entry_waiting ON entry (platform_time) WHERE upload = 'pending';
CREATE INDEX entry_sent ON entry (platform_time) WHERE upload = 'sent';
CREATE INDEX entry_uploaded ON entry (upload_changed_at) WHERE upload = 'recorded';
-- With what is counted of them, so that their rows need not be read for it.
CREATE INDEX entry_not_accepted ON entry (sequence, upload, acknowledged_at)
  WHERE upload = 'refused' OR upload = 'conflict' OR upload = 'expired';

DROP TABLE admission;
-- By its number alone: the same one of another client is rare, and told apart by its row.
CREATE INDEX entry_by_ticket ON entry (ticket_id) WHERE kind = 'admit';
-- Who is inside, by ticket: what the snapshot cannot know yet. Those that were taken back are not. By this index
-- always: where a time is asked for as well, SQLite would walk through all entries since.
CREATE VIEW admission AS
SELECT platform, client_id, ticket_id, kiosk_id, platform_time FROM entry INDEXED BY entry_by_ticket
WHERE kind = 'admit' AND ticket_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM taken_back WHERE taken_back.sequence = entry.sequence);
`,
};
