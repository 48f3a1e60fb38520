import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { readEvent, knownEvent, withdrawalId } from './house-event.ts';
import { passagesOf, type Passage } from './passages.ts';

const groupSchema = z.object({
  performanceId: z.int().nullable(),
  inside: z.int(),
  /** Ways out where nobody was known to be inside. */
  strayExits: z.int(),
  /** What was added by hand, less what was taken off. */
  byHand: z.int(),
});
/** Who is inside for one performance; null: of tickets that no copy knew, and of the house as a whole. */
type Group = z.infer<typeof groupSchema>;

/** Who is inside, by all that the doors have told. */
export const insideSchema = z.object({
  performances: z.array(groupSchema).readonly(),
  /** Whether anybody was let out at all. */
  hasExits: z.boolean(),
});
export type Inside = z.infer<typeof insideSchema>;

interface Row {
  readonly id: string;
  readonly way: 'in' | 'out';
  readonly mark: string;
  /** Null: no copy knew it. */
  readonly ticket: string | null;
  readonly performanceId: number | null;
  readonly follows: string | null;
  readonly at: number;
  readonly isTakenBack: 0 | 1;
}

/** Prepares counting who is inside, of those who came, went or were corrected after a platform time. */
export function prepareInside(db: Database): (since: number) => Inside {
  const ways = db.prepare<[number], Row>(
    `SELECT id, way, mark, platform || ' ' || client_id || ' ' || ticket_id AS ticket,
       performance_id AS performanceId, follows, at,
       EXISTS (SELECT 1 FROM event AS told WHERE told.id = event.id || '${withdrawalId('')}')
         AS isTakenBack
     FROM event WHERE at > ? AND way IN ('in', 'out')`,
  );
  const corrections = db
    .prepare<[number], string>(`SELECT body FROM event WHERE at > ? AND way = 'by hand'`)
    .pluck();
  return (since) => {
    const rows = ways.all(since);
    const groups = new Map<number | null, Group>();
    const add = (performanceId: number | null, more: Partial<Omit<Group, 'performanceId'>>) => {
      const group = groups.get(performanceId) ?? {
        ...{ performanceId, inside: 0, strayExits: 0, byHand: 0 },
      };
      const { inside = 0, strayExits = 0, byHand = 0 } = more;
      groups.set(performanceId, {
        performanceId,
        inside: group.inside + inside,
        strayExits: group.strayExits + strayExits,
        byHand: group.byHand + byHand,
      });
    };
    for (const ofTicket of byTicket(rows)) {
      const performanceId = ofTicket.find((row) => row.performanceId !== null)?.performanceId;
      const { inside, strayExits } = passagesOf(ofTicket.map(asPassage));
      add(performanceId ?? null, { inside, strayExits });
    }
    for (const [performanceId, by] of correctionsIn(corrections.all(since))) {
      add(performanceId, { byHand: by });
    }
    return { performances: [...groups.values()], hasExits: rows.some(({ way }) => way === 'out') };
  };
}

function asPassage({ isTakenBack, ...row }: Row): Passage {
  return { ...row, isTakenBack: isTakenBack === 1 };
}

/** Divides them by ticket; where no copy knew it, by barcode and performance. */
function byTicket(rows: readonly Row[]): Iterable<readonly Row[]> {
  const ticketOf = new Map<string, string>();
  for (const row of rows) if (row.ticket !== null) ticketOf.set(placeOf(row), row.ticket);
  const tickets = new Map<string, Row[]>();
  for (const row of rows) {
    const ticket = row.ticket ?? ticketOf.get(placeOf(row)) ?? placeOf(row);
    const known = tickets.get(ticket);
    if (known === undefined) tickets.set(ticket, [row]);
    else known.push(row);
  }
  return tickets.values();
}

function placeOf({ mark, performanceId }: Row): string {
  return `${mark} ${performanceId ?? ''}`;
}

/** An event that was told under two origins counts once. */
function correctionsIn(bodies: readonly string[]): readonly (readonly [number | null, number])[] {
  const found = new Map<string, readonly [number | null, number]>();
  for (const body of bodies) {
    const event = readEvent(body);
    const known = event && knownEvent(event);
    if (known?.type === 'correction') found.set(known.id, [known.performanceId, known.by]);
  }
  return [...found.values()];
}
