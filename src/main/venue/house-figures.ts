import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { LATE_MINUTES } from '#shared/model/house.ts';
import { withdrawalId } from './house-event.ts';
import { HOUR, MINUTE } from '#shared/time.ts';

/** Who was let in for so long counts as this evening's, in milliseconds. */
export const EVENING = 12 * HOUR;

const group = z.object({ kioskId: z.string(), performanceId: z.int().nullable(), count: z.int() });

/** Guests that were let in, by door and performance. */
export const figuresSchema = z.object({
  /** This evening. */
  admitted: z.array(group).readonly(),
  /** In the latest minutes, by how many whole minutes ago. */
  lately: z.array(group.extend({ ago: z.int() })).readonly(),
  /** Who has used a ticket since the moment that was asked for. */
  since: z.array(group).readonly(),
});
export type HouseFigures = z.infer<typeof figuresSchema>;
type Group = HouseFigures['admitted'][number];

/** Whether an event has such a member; SQLite reads no JSON as deep as other doors may send it. */
function bodyHas(event: string, member: string): string {
  const body = `iif(json_valid(${event}.body), ${event}.body, '{}')`;
  return `(json_extract(${body}, '$.${member}') IS NOT NULL)`;
}

/**
 * Guests are counted when they first come: not one whose admission was taken back, not who left and came back, and
 * not who was let in anyway with a ticket that some door had let in. A way out that follows nothing is of somebody
 * who was never counted in.
 */
const CAME_IN = `at > :since AND way = 'in'
  AND NOT EXISTS (
    SELECT 1 FROM event AS withdrawal WHERE withdrawal.id = event.id || '${withdrawalId('')}')
  AND NOT EXISTS (
    SELECT 1 FROM event AS before
    WHERE before.id = event.follows AND CASE before.way
      WHEN 'out' THEN before.follows IS NOT NULL
      ELSE ${bodyHas('event', 'overrules')} END)`;

/** Whoever was let in anyway with a ticket that was used or not good is a guest, and has used no ticket. */
const USED_A_TICKET = `NOT ${bodyHas('event', 'refusedFor')}`;

/**
 * Counts the guests of all doors, at a platform time and since another, null: none. An event that was told twice
 * counts once.
 */
export function prepareFigures(db: Database): (now: number, since: number | null) => HouseFigures {
  const admitted: Statement<[{ since: number }], Group> = db.prepare(
    `SELECT kiosk AS kioskId, performance_id AS performanceId, count(DISTINCT id) AS count
     FROM event WHERE ${CAME_IN} GROUP BY kiosk, performance_id`,
  );
  const used: Statement<[{ since: number }], Group> = db.prepare(
    `SELECT kiosk AS kioskId, performance_id AS performanceId, count(DISTINCT id) AS count
     FROM event WHERE ${CAME_IN} AND ${USED_A_TICKET} GROUP BY kiosk, performance_id`,
  );
  const lately: Statement<[{ now: number; since: number }], Group & { ago: number }> = db.prepare(
    `SELECT kiosk AS kioskId, performance_id AS performanceId,
       CAST(max(0, :now - at) / ${MINUTE} AS INTEGER) AS ago, count(DISTINCT id) AS count
     FROM event WHERE ${CAME_IN} GROUP BY kiosk, performance_id, ago`,
  );
  return (now, since) => ({
    admitted: admitted.all({ since: now - EVENING }),
    lately: lately.all({ now, since: now - LATE_MINUTES * MINUTE }),
    since: since === null ? [] : used.all({ since }),
  });
}
