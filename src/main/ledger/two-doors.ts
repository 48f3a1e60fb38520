import type { Database } from 'better-sqlite3';
import { BARCODE_STAYS_FOR } from './same-ticket.ts';
import type { OtherAdmission } from '#shared/model/discrepancy.ts';
import type { UsedAtDoor } from '#shared/model/verdict.ts';
import type { UploadTotals } from './upload-totals.ts';

/**
 * The platform may have heard of this ticket from this kiosk, under this barcode: by an upload, by a question that it answered
 * with an admission, or by one that it never answered.
 */
const ASKED_BY_US = `
SELECT 1 FROM entry AS own LEFT JOIN late_answer USING (sequence)
WHERE own.code_hash = entry.code_hash AND (own.ticket_id = entry.ticket_id
  OR (own.ticket_id IS NULL AND own.platform_time >= entry.platform_time - ${BARCODE_STAYS_FOR}))
AND (
  own.was_sent = 1 OR late_answer.answer <> 'refused'
  OR (own.kind = 'admit' AND own.basis IN ('platform', 'late')))`;

/**
 * The question's own late admission, and those of the same code after it: this kiosk's question may have
 * spent the ticket.
 */
const BY_THIS_QUESTION = `
SELECT late.sequence FROM entry AS asked JOIN entry AS late USING (code_hash)
WHERE asked.sequence = ? AND late.sequence >= asked.sequence
  AND late.kind = 'admit' AND late.basis = 'late'`;

interface OtherDoorRow extends UsedAtDoor {
  readonly id: string;
  readonly isPossible: number;
}

/** Prepares the noting of admissions that another door may have made as well. It belongs into a commit of the totals. */
export function createTwoDoors(db: Database, totals: UploadTotals) {
  const note = db.prepare<[number]>(
    'INSERT INTO door_conflict (sequence) VALUES (?) ON CONFLICT DO NOTHING',
  );
  const noteUnexplained = db.prepare<[string]>(
    `INSERT INTO door_conflict (sequence)
     SELECT entry.sequence FROM entry WHERE entry.id = ? AND NOT EXISTS (${ASKED_BY_US})
     ON CONFLICT DO NOTHING`,
  );

  // Who has acknowledged a possible conflict has not seen that it is certain.
  const noteOther = db.prepare<[OtherDoorRow]>(
    `INSERT INTO door_conflict (sequence, other_door, other_at, is_possible)
     SELECT sequence, :door, :at, :isPossible FROM entry WHERE id = :id AND kind = 'admit'
     ON CONFLICT DO UPDATE SET other_door = :door, other_at = :at, is_possible = :isPossible,
       acknowledged_at = iif(is_possible > :isPossible, NULL, acknowledged_at)
     WHERE other_at IS NULL OR is_possible > :isPossible
       OR (is_possible < :isPossible AND other_at = :at AND other_door IS :door)`,
  );
  const removeOther = db.prepare<[string]>(
    `DELETE FROM door_conflict WHERE other_at IS NOT NULL
       AND sequence = (SELECT sequence FROM entry WHERE id = ?)`,
  );
  const withdraw = db.prepare<[number]>(
    `DELETE FROM door_conflict WHERE other_at IS NULL AND sequence IN (${BY_THIS_QUESTION})`,
  );

  return {
    /** Notes this admission. */
    note(sequence: number): void {
      note.run(sequence);
      totals.noteAcknowledged();
    },
    /**
     * Called when the platform calls these admissions' tickets used: notes those that no request of this
     * kiosk explains. Returns how many.
     */
    noteUnexplained(ids: readonly string[]): number {
      const noted = ids.reduce((sum, id) => sum + noteUnexplained.run(id).changes, 0);
      if (noted > 0) totals.noteAcknowledged();
      return noted;
    },
    /**
     * Called when another door has made this admission as well. The first one counts, until a certain conflict replaces
     * a possible one, or the same one has become possible.
     */
    noteOther(id: string, { door, at, isPossible }: OtherAdmission): void {
      const row = { id, door, at, isPossible: Number(isPossible) };
      if (noteOther.run(row).changes > 0) totals.noteAcknowledged();
    },
    /** Removes what another door has told: it is not believed any more. */
    removeOther(id: string): void {
      if (removeOther.run(id).changes > 0) totals.noteAcknowledged();
    },
    /** Removes the note, unless a door has told: the platform has spent the ticket on this scan, so not on one at another door. */
    withdraw(sequence: number): void {
      if (withdraw.run(sequence).changes > 0) totals.noteAcknowledged();
    },
  };
}

export type TwoDoors = ReturnType<typeof createTwoDoors>;
