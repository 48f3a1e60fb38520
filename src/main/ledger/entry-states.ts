import { LATE_WORDS, UPLOAD_STATES } from '#shared/model/uploads.ts';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { UploadReason } from './entry.ts';
import type { Sealer } from './sealer.ts';
import { transitionOf, type EntryEvent } from './transitions.ts';
import { isWaiting, type WaitingCount } from './waiting-count.ts';

const rowSchema = z.object({
  sequence: z.int(),
  admitted: z.int().transform((flag) => flag === 1),
  word: z.enum(LATE_WORDS).nullable(),
  upload: z.enum(UPLOAD_STATES),
});

/** An event in the life of an entry. */
export interface Happening {
  readonly event: EntryEvent;
  /** Milliseconds since the epoch, on the platform's clock. */
  readonly at: number;
  /** Kept with the upload's new state. */
  readonly reason?: UploadReason;
}

/** Prepares the changing of an entry's state. It belongs into a commit of the count of those that wait. */
export function createEntryStates(db: Database, sealer: Sealer, waiting: WaitingCount) {
  const find = db.prepare(`
SELECT entry.sequence, entry.kind = 'admit' AS admitted, doubt.word,
  COALESCE(upload.state, 'none') AS upload
FROM entry LEFT JOIN doubt USING (sequence) LEFT JOIN upload USING (sequence)
WHERE entry.id = ?`);
  const setWord = db.prepare(
    'UPDATE doubt SET word = :word, changed_at = :at WHERE sequence = :sequence',
  );
  const setUpload = db.prepare(
    `UPDATE upload SET state = :upload, changed_at = :at, sealed_reason = :reason,
       was_sent = was_sent OR :upload = 'sent'
     WHERE sequence = :sequence`,
  );

  /** Throws for an entry that is not there, and for an event that cannot happen to it. */
  return (id: string, { event, at, reason }: Happening): void => {
    const row = find.get(id);
    if (row === undefined) throw new Error(`"${event}" happened to an entry that is not there`);
    const { sequence, ...state } = rowSchema.parse(row);
    const { word, upload } = transitionOf(state, event);
    if (word !== state.word) setWord.run({ sequence, word, at });
    if (upload !== state.upload) {
      const sealed = reason === undefined ? null : sealer.seal(reason);
      setUpload.run({ sequence, upload, at, reason: sealed });
      waiting.add(Number(isWaiting(upload)) - Number(isWaiting(state.upload)));
    }
  };
}

export type ChangeEntry = ReturnType<typeof createEntryStates>;
