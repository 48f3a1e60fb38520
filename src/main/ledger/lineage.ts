import { z } from 'zod';

/** What an entry's door knew when it was decided, by the ids of events. */
export interface Lineage {
  /** See `knew` of a ticket event. */
  readonly knew: readonly string[];
  /** The admission that a check-out ends; null: none. */
  readonly of: string | null;
  /** What the screen showed before staff decided. */
  readonly shown: readonly string[];
}

export const NO_LINEAGE: Lineage = { knew: [], of: null, shown: [] };

const idsSchema = z.array(z.string());

/** Reads the lineage from the columns of an entry's row; null in all of them: nothing was known. */
export function lineageOf(knew: string | null, of: string | null, shown: string | null): Lineage {
  if (knew === null) return NO_LINEAGE;
  return { knew: idsIn(knew), of, shown: shown === null ? [] : idsIn(shown) };
}

function idsIn(text: string): readonly string[] {
  return idsSchema.parse(JSON.parse(text));
}
