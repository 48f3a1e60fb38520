import type { UploadState } from '#shared/model/uploads.ts';
import type { Database } from 'better-sqlite3';
import type { ChangeEntry } from './entry-states.ts';
import type { UploadTotals } from './upload-totals.ts';

export interface SendAgainParts {
  readonly db: Database;
  readonly change: ChangeEntry;
  readonly totals: UploadTotals;
}

/** Prepares the sending of what the platform has refused, by their ids, and the look at what became of it. */
export function createSendAgain({ db, change, totals }: SendAgainParts) {
  const stateOf = db
    .prepare<[string], UploadState>(
      'SELECT upload.state FROM upload JOIN entry USING (sequence) WHERE entry.id = ?',
    )
    .pluck();
  // A second refusal has to be acknowledged again.
  const mark = db.prepare<[{ id: string; at: number }]>(
    `UPDATE upload SET sent_again_at = :at, acknowledged_at = NULL
     WHERE sequence = (SELECT sequence FROM entry WHERE id = :id)`,
  );

  return {
    /** Puts those that are refused back into the queue, in one commit; returns which. */
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
    /** How far each is; those that are not to be uploaded are left out. */
    uploadStates: (ids: readonly string[]): readonly UploadState[] =>
      ids.flatMap((id) => stateOf.get(id) ?? []),
  };
}
