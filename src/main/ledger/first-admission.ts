import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ClientRef } from '#shared/model/client-ref.ts';

/** An admission with a ticket, as this kiosk has recorded it. */
export interface Admission {
  readonly kioskId: string;
  /** Milliseconds since the epoch, on the platform's clock. */
  readonly platformTime: number;
}

const admissionsSchema: z.ZodType<readonly Admission[]> = z.array(
  z.object({ kioskId: z.string(), platformTime: z.int() }),
);

/** Prepares the look-up of when a ticket was first admitted here; null if it is not known to have been. */
export function createFirstAdmission(
  db: Database,
): (clientRef: ClientRef, ticketId: number) => Admission | null {
  // Sorted here and not by SQLite, which (with STAT4) would plan the query anew for every ticket: there are
  // only one or two rows.
  const all = db.prepare<[string, number, number]>(`
SELECT kiosk_id AS kioskId, platform_time AS platformTime FROM admission
WHERE platform = ? AND client_id = ? AND ticket_id = ?`);
  return ({ baseUrl, clientId }, ticketId) => {
    const found = all.all(baseUrl, clientId, ticketId);
    if (found.length === 0) return null;
    const inside = admissionsSchema.parse(found);
    return inside.toSorted((a, b) => a.platformTime - b.platformTime)[0] ?? null;
  };
}
