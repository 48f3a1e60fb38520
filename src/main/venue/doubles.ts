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

/** Of so many others an admission is told at most: its door notes one that is not its own. */
const MOST_OTHERS = 8;

/** Returns both views of each pair of admissions that should not both have been; of many, those of other kiosks. */
export function doublesAmong(passages: readonly KnownPassage[]): readonly Double[] {
  return ticketsAmong(passages).flatMap((ofTicket) => {
    const ways = ofTicket.map(
      (one) => ({ ...one, way: one.type === 'exit' ? 'out' : 'in' }) as const,
    );
    const byId = new Map(ofTicket.map((one) => [one.id, one]));
    const groups = passagesOf(ways).doubles.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
    return groups.flatMap((group) =>
      group.flatMap((one) =>
        othersOf(one, group).map(({ id, door, at }) => ({ id: one.id, other: { id, door, at } })),
      ),
    );
  });
}

function othersOf(one: KnownPassage, group: readonly KnownPassage[]): readonly KnownPassage[] {
  const others: KnownPassage[] = [];
  for (const isOwnKiosk of [false, true]) {
    for (const other of group) {
      if (others.length === MOST_OTHERS) return others;
      if ((other.kioskId === one.kioskId) !== isOwnKiosk || other.id === one.id) continue;
      if (isDouble(one, other)) others.push(other);
    }
  }
  return others;
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
    for (const other of [...more.flat(), one]) same.push(other);
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
