import type { UploadState } from '#shared/model/uploads.ts';
import type { Database } from 'better-sqlite3';
import type { ChangeEntry } from './entry-states.ts';
import type { UploadTotals } from './upload-totals.ts';

export interface SendAgainParts {
  readonly db: Database;
  readonly change: ChangeEntry;
  readonly totals: UploadTotals;
}

/**
 * Prepares sending again the uploads that the platform has refused, by their ids, and looking up their
 * state.
 */
export function createSendAgain({ db, change, totals }: SendAgainParts) {
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
