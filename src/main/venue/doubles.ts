import { BARCODE_STAYS_FOR } from '#main/ledger/code-history.ts';
import { z } from 'zod';
import type { HouseAdmission } from './house-event.ts';

/** An admission, and another one with the same ticket of which that door did not know. */
export const doubleSchema = z.object({
  /** The id of the admission. */
  id: z.string(),
  other: z.object({
    id: z.string(),
    /** What people call that door. */
    door: z.string(),
    /** In milliseconds since the epoch, on the platform's clock. */
    at: z.int(),
  }),
});
export type Double = z.infer<typeof doubleSchema>;

/** Returns both views of each pair of admissions that should not both have been. */
export function doublesAmong(admissions: readonly HouseAdmission[]): readonly Double[] {
  return admissions.flatMap((one) =>
    admissions
      .filter((other) => other.id !== one.id && isDouble(one, other))
      .map(({ id, door, at }) => ({ id: one.id, other: { id, door, at } })),
  );
}

/** Where the platform has let in both, it knew what it did. */
function isDouble(one: HouseAdmission, other: HouseAdmission): boolean {
  return isSameTicket(one, other) && !(one.isSettled && other.isSettled);
}

/**
 * By ticket, where both doors knew it; else by barcode, unless that may belong to another ticket by now, or was
 * for another performance.
 */
function isSameTicket(one: HouseAdmission, other: HouseAdmission): boolean {
  if (one.baseUrl !== other.baseUrl || one.clientId !== other.clientId) return false;
  if (one.ticketId !== null && other.ticketId !== null) return one.ticketId === other.ticketId;
  const isForAnother =
    one.performanceId !== null &&
    other.performanceId !== null &&
    one.performanceId !== other.performanceId;
  const isLongAgo = Math.abs(one.at - other.at) > BARCODE_STAYS_FOR;
  return one.mark === other.mark && !isForAnother && !isLongAgo;
}
