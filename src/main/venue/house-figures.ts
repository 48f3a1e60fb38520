import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { LATE_MINUTES } from '#shared/model/house.ts';
import { settledId, withdrawalId } from './house-event.ts';
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
  /** Who has used a ticket since the moment that was asked for, or is not known to have been uploaded until now. */
  since: z.array(group).readonly(),
});
export type HouseFigures = z.infer<typeof figuresSchema>;
type Group = HouseFigures['admitted'][number];

/** Whether an event has such a member; SQLite reads no JSON as deep as other doors may send it. */
function bodyHas(event: string, member: string): string {
  const body = `iif(json_valid(${event}.body), ${event}.body, '{}')`;
  return `(json_extract(${body}, '$.${member}') IS NOT NULL)`;
}

/** Whether an event is an admission that was taken back. */
function isTakenBack(event: string): string {
  return `EXISTS (
    SELECT 1 FROM believed AS withdrawal WHERE withdrawal.id = ${event}.id || '${withdrawalId('')}')`;
}

/** Whether a door waits to upload an admission: the platform does not know of it yet. */
const WAITS = `kiosk IN (
    SELECT kiosk FROM door WHERE json_extract(iif(json_valid(report), report, '{}'), '$.waiting') > 0)
  AND json_extract(iif(json_valid(event.body), event.body, '{}'), '$.isSettled') = 0
  AND NOT EXISTS (SELECT 1 FROM believed AS settled WHERE settled.id = event.id || '${settledId('')}')`;

/**
 * Guests are counted when they first come: not one whose admission was taken back, not who left and came back, and
 * not who was let in anyway with a ticket that some door had let in. Who came before what is counted comes first
 * again: a ticket for several days is a guest on each. A way out that comes after no way in is of somebody who was
 * never counted in; one after something that is not known here, of somebody who was.
 */
const CAME_IN = `way = 'in' AND NOT ${isTakenBack('event')}
  AND (event.follows IS NULL OR NOT EXISTS (
    WITH RECURSIVE past (id, way, at, follows) AS (
      SELECT before.id, before.way, before.at, before.follows FROM believed AS before
      WHERE before.id = event.follows
        AND (before.way = 'out' OR ${bodyHas('event', 'overrules')})
      UNION
      SELECT before.id, before.way, before.at, before.follows
      FROM past JOIN believed AS before ON before.id = past.follows
      WHERE past.at > :counted)
    SELECT 1 FROM past WHERE at > :counted AND CASE way
      WHEN 'in' THEN NOT ${isTakenBack('past')}
      ELSE follows IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM believed AS before WHERE before.id = past.follows) END))`;

/** Whoever was let in anyway with a ticket that was used or not good is a guest, and has used no ticket. */
const USED_A_TICKET = `NOT ${bodyHas('event', 'refusedFor')}`;

/** After when somebody must have come to be counted, and after when whoever had come before is no other guest. */
interface Spans {
  readonly since: number;
  readonly counted: number;
}

/** All that is remembered. */
const EVER = Number.MIN_SAFE_INTEGER;

/**
 * Counts the guests of all doors, at a platform time and since another, null: none. An event that was told twice
 * counts once.
 */
export function prepareFigures(db: Database): (now: number, since: number | null) => HouseFigures {
  const admitted: Statement<[Spans], Group> = db.prepare(
    `SELECT kiosk AS kioskId, performance_id AS performanceId, count(DISTINCT id) AS count
     FROM believed AS event WHERE at > :since AND ${CAME_IN} GROUP BY kiosk, performance_id`,
  );
  const used = (when: string): Statement<[Spans], Group> =>
    db.prepare(
      `SELECT kiosk AS kioskId, performance_id AS performanceId, count(DISTINCT id) AS count
       FROM believed AS event WHERE ${when} AND ${CAME_IN} AND ${USED_A_TICKET} GROUP BY kiosk, performance_id`,
    );
  const usedSince = used('at > :since');
  const waiting = used(`at <= :since AND at > :since - ${EVENING} AND ${WAITS}`);
  const lately: Statement<[Spans & { now: number }], Group & { ago: number }> = db.prepare(
    `SELECT kiosk AS kioskId, performance_id AS performanceId,
       CAST(max(0, :now - at) / ${MINUTE} AS INTEGER) AS ago, count(DISTINCT id) AS count
     FROM believed AS event WHERE at > :since AND ${CAME_IN} GROUP BY kiosk, performance_id, ago`,
  );
  return (now, since) => {
    const evening = now - EVENING;
    // A ticket is used once, on whichever day that was.
    const spans = since === null ? null : { since, counted: EVER };
    return {
      admitted: admitted.all({ since: evening, counted: evening }),
      lately: lately.all({ now, since: now - LATE_MINUTES * MINUTE, counted: evening }),
      since: spans === null ? [] : [...usedSince.all(spans), ...waiting.all(spans)],
    };
  };
}
