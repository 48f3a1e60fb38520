import { LATE_WORDS, UPLOAD_STATES, type UploadState } from '#shared/model/uploads.ts';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { UploadReason } from './entry.ts';
import { flagSchema } from './schemas.ts';
import type { Sealer } from './sealer.ts';
import { transitionOf, type EntryEvent } from './transitions.ts';
import type { TwoDoors } from './two-doors.ts';
import type { UploadTotals } from './upload-totals.ts';

const rowSchema = z.object({
  sequence: z.int(),
  admitted: flagSchema,
  word: z.enum(LATE_WORDS).nullable(),
  upload: z.enum(UPLOAD_STATES),
});

/** An event that changes the state of an entry. */
export interface Happening {
  readonly event: EntryEvent;
  /** Milliseconds since the epoch, on the platform's clock. */
  readonly at: number;
  /** Stored with the upload's new state. */
  readonly reason?: UploadReason;
}

export interface EntryStatesParts {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly totals: UploadTotals;
  readonly twoDoors: TwoDoors;
}

/** Prepares changing an entry's state. Use it within a commit of the totals. */
export function createEntryStates({ db, sealer, totals, twoDoors }: EntryStatesParts) {
  const find = db.prepare(`
SELECT entry.sequence, answer AS word,
  -- What the platform says of a ticket that is not to be uploaded contradicts nobody.
  kind = 'admit' AND (basis <> 'staff' OR upload IS NOT NULL) AS admitted,
  COALESCE(upload, 'none') AS upload
FROM entry LEFT JOIN late_answer USING (sequence)
WHERE entry.id = ?`);
  const setWord = db.prepare('UPDATE late_answer SET answer = :word WHERE sequence = :sequence');
  const setUpload = db.prepare(
    `UPDATE entry SET upload = :upload, upload_changed_at = :at, upload_sealed_reason = :reason,
       was_sent = was_sent OR :upload = 'sent'
     WHERE sequence = :sequence`,
  );

  /** Throws if the entry does not exist, or if the event is not possible in its state. */
  return (id: string, { event, at, reason }: Happening): void => {
    const row = find.get(id);
    if (row === undefined) throw new Error(`"${event}" happened to an entry that is not there`);
    const { sequence, ...state } = rowSchema.parse(row);
    const { word, upload } = transitionOf(state, event);
    if (word !== state.word) setWord.run({ sequence, word });
    if (event === 'word-admitted') twoDoors.withdraw(sequence);
    if (upload !== state.upload) {
      const sealed = reason === undefined ? null : sealer.seal(reason);
      setUpload.run({ sequence, upload, at, reason: sealed });
      totals.noteMoved(state.upload, upload);
    }
  };
}

export type ChangeEntry = ReturnType<typeof createEntryStates>;

/**
 * Prepares sending again the uploads that the platform has refused, by their ids, and looking up their
 * state.
 */
export function createSendAgain(db: Database, change: ChangeEntry, totals: UploadTotals) {
  const stateOf = db
    .prepare<[string], UploadState | null>('SELECT upload FROM entry WHERE id = ?')
    .pluck();
  // Clears the acknowledgement: if it is refused again, an operator has to see it again.
  const mark = db.prepare<[{ id: string; at: number }]>(
    'UPDATE entry SET sent_again_at = :at, acknowledged_at = NULL WHERE id = :id',
  );

  return {
    /** Puts those that are refused back into the queue, in one commit; returns their ids. */
    sendAgain(ids: readonly string[], at: number): readonly string[] {
      const refused = ids.filter((id) => stateOf.get(id) === 'refused');
      totals.commit(() => {
        for (const id of refused) {
          change(id, { event: 'sent-again', at });
          mark.run({ id, at });
        }
      });
      return refused;
    },
    /** Returns the state of each; those that are not to be uploaded are left out. */
    uploadStates: (ids: readonly string[]): readonly UploadState[] =>
      ids.flatMap((id) => stateOf.get(id) ?? []),
  };
}
