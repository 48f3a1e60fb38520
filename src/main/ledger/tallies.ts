import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import { flagSchema, KINDS } from './schemas.ts';

/** A group of verdicts that have all of this in common, and their number. */
export interface Tally {
  readonly kind: VerdictKind;
  /** The platform's code of the refusal, or the one that it would have given; null: none. */
  readonly code: number | null;
  /** Null: of tickets that the snapshot did not know. */
  readonly performanceId: number | null;
  /** The start of the interval in which they were, {@link STRETCH} long, on the platform's clock. */
  readonly from: number;
  /** They were let in although they had been refused. */
  readonly isOverruled: boolean;
  /** They had left, and came in again. */
  readonly isReturn: boolean;
  readonly count: number;
}

/** A quarter of an hour, in milliseconds: full hours of every time zone begin with one. */
export const STRETCH = 15 * 60_000;

const talliesSchema = z.array(
  z.object({
    kind: z.enum(KINDS),
    code: z.int().nullable(),
    performanceId: z.int().nullable(),
    from: z.int(),
    isOverruled: flagSchema,
    isReturn: flagSchema,
    count: z.int(),
  }),
);

const GROUP = `kind, error_code AS code, ticket_performance_id AS performanceId,
  platform_time / ${STRETCH} * ${STRETCH} AS "from",
  basis = 'staff' AS isOverruled, kind = 'admit' AND basis = 'venue' AS isReturn, COUNT(*) AS count`;
const OF_CLIENT = `base_url = :baseUrl AND client_id = :clientId
  AND NOT EXISTS (SELECT 1 FROM withdrawal WHERE withdrawal.sequence = entry.sequence)`;
const GROUPED = 'GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 4, 1, 2, 3, 5, 6';

/**
 * Prepares the counting of one client's verdicts, scanned from `from` to before `until`; without admissions that were
 * taken back.
 */
export function createTallies(
  db: Database,
): (clientRef: ClientRef, from: number, until: number) => readonly Tally[] {
  const count = db.prepare(
    `SELECT ${GROUP} FROM entry
     WHERE ${OF_CLIENT} AND platform_time >= :from AND platform_time < :until ${GROUPED}`,
  );
  return ({ baseUrl, clientId }, from, until) =>
    talliesSchema.parse(count.all({ baseUrl, clientId, from, until }));
}

/** They are few beside all entries, so they come first. */
const UNTOLD = `
SELECT sequence FROM entry INDEXED BY entry_waiting WHERE upload = 'pending' AND platform_time < :at
UNION ALL
SELECT sequence FROM entry INDEXED BY entry_sent WHERE upload = 'sent' AND platform_time < :at
UNION ALL
SELECT sequence FROM entry INDEXED BY entry_uploaded
WHERE upload = 'recorded' AND upload_changed_at >= :at`;

/**
 * Prepares the counting of one client's admissions that the platform had not been told of at `at`, although they had
 * been made: a copy of its tickets of then lacks them.
 */
export function createUntold(db: Database): (clientRef: ClientRef, at: number) => readonly Tally[] {
  const count = db.prepare(
    `SELECT ${GROUP} FROM (${UNTOLD}) CROSS JOIN entry USING (sequence)
     WHERE ${OF_CLIENT} AND platform_time < :at ${GROUPED}`,
  );
  return ({ baseUrl, clientId }, at) => talliesSchema.parse(count.all({ baseUrl, clientId, at }));
}
