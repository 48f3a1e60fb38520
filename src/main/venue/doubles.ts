import { BARCODE_STAYS_FOR } from '#main/ledger/code-history.ts';
import { z } from 'zod';
import type { HousePassage } from './house-event.ts';
import type { KnownPassage } from './house-store.ts';
import { passagesOf } from './passages.ts';

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
export function doublesAmong(passages: readonly KnownPassage[]): readonly Double[] {
  return ticketsAmong(passages).flatMap((ofTicket) => {
    const ways = ofTicket.map(
      (one) => ({ ...one, way: one.type === 'exit' ? 'out' : 'in' }) as const,
    );
    const groups = passagesOf(ways).doubles.map((ids) =>
      ofTicket.filter(({ id }) => ids.includes(id)),
    );
    return groups.flatMap((group) =>
      group.flatMap((one) =>
        group
          .filter((other) => other.id !== one.id && isDouble(one, other))
          .map(({ id, door, at }) => ({ id: one.id, other: { id, door, at } })),
      ),
    );
  });
}

/** Divides them by ticket. */
function ticketsAmong(passages: readonly KnownPassage[]): readonly (readonly KnownPassage[])[] {
  let tickets: KnownPassage[][] = [];
  for (const one of passages) {
    const [same, ...more] = tickets.filter((ticket) =>
      ticket.some((other) => isSameTicket(one, other)),
    );
    if (same === undefined) {
      tickets.push([one]);
      continue;
    }
    // It shows that several are the same one.
    same.push(...more.flat(), one);
    tickets = tickets.filter((ticket) => !more.includes(ticket));
  }
  return tickets;
}

/** Where the platform has let in both for the first time, it knew what it did. */
function isDouble(one: HousePassage, other: HousePassage): boolean {
  return isSameTicket(one, other) && !(isByPlatform(one) && isByPlatform(other));
}

function isByPlatform(one: HousePassage): boolean {
  return one.type === 'admission' && one.isSettled && one.follows === null;
}

/**
 * By ticket, where both doors knew it; else by barcode, unless that may belong to another ticket by now, or was
 * for another performance.
 */
function isSameTicket(one: HousePassage, other: HousePassage): boolean {
  if (one.baseUrl !== other.baseUrl || one.clientId !== other.clientId) return false;
  if (one.ticketId !== null && other.ticketId !== null) return one.ticketId === other.ticketId;
  const isForAnother =
    one.performanceId !== null &&
    other.performanceId !== null &&
    one.performanceId !== other.performanceId;
  const isLongAgo = Math.abs(one.at - other.at) > BARCODE_STAYS_FOR;
  return one.mark === other.mark && !isForAnother && !isLongAgo;
}
