import { z } from 'zod';
import type { Conflict } from '#main/ledger/standing.ts';

/** An admission, and another one with the same ticket of which its door did not know. */
export const conflictSchema = z.object({
  /** The id of the admission. */
  id: z.string(),
  other: z.object({
    id: z.string(),
    /** What people call that door. */
    door: z.string(),
    /** In milliseconds since the epoch, on the platform's clock. */
    at: z.int(),
  }),
  /** Its guest may have left before the other one came. */
  isPossible: z.boolean(),
});
export type SeenConflict = z.infer<typeof conflictSchema>;

/** Of so many others an admission is told at most: its door notes one that is not its own. */
const MOST_OTHERS = 8;

/** Returns both views of each conflict, possible ones first; of many, those of other kiosks. */
export function conflictsSeen(conflicts: readonly Conflict[]): readonly SeenConflict[] {
  const counts = new Map<string, number>();
  const isOfOneKiosk = ({ admissions: [one, other] }: Conflict) => one.kioskId === other.kioskId;
  const ofOthersFirst = conflicts.toSorted(
    (a, b) => Number(isOfOneKiosk(a)) - Number(isOfOneKiosk(b)),
  );
  const seen = ofOthersFirst.flatMap(({ admissions: [one, other], isPossible }) =>
    [
      { id: one.id, other },
      { id: other.id, other: one },
    ].flatMap(({ id, other: { id: otherId, door, at } }) => {
      const count = counts.get(id) ?? 0;
      counts.set(id, count + 1);
      return count < MOST_OTHERS ? [{ id, other: { id: otherId, door, at }, isPossible }] : [];
    }),
  );
  return seen.toSorted((a, b) => Number(b.isPossible) - Number(a.isPossible));
}
