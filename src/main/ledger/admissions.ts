import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ClientRef } from '#shared/model/client-ref.ts';

/** An admission with a ticket, as this kiosk has recorded it. */
export interface Admission {
  readonly kioskId: string;
  /** Milliseconds since the epoch, on the platform's clock. */
  readonly platformTime: number;
}

/** An admission to be entered, with a ticket of this client. */
interface NewAdmission extends Admission, ClientRef {
  readonly ticketId: number;
}

const admissionsSchema: z.ZodType<readonly Admission[]> = z.array(
  z.object({ kioskId: z.string(), platformTime: z.int() }),
);

/**
 * Prepares the statements for the table of admissions by ticket. The caller runs changes within its
 * transaction.
 */
export function createAdmissions(db: Database) {
  const enter = db.prepare<[string, number, number, string, number]>(`
INSERT INTO admission (platform, client_id, ticket_id, kiosk_id, platform_time)
VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  const enterAgain = db.prepare<[number]>(`
INSERT INTO admission (platform, client_id, ticket_id, kiosk_id, platform_time)
SELECT platform, client_id, ticket_id, kiosk_id, platform_time FROM entry
WHERE sequence = ? AND kind = 'admit' AND ticket_id IS NOT NULL ON CONFLICT DO NOTHING`);
  const strike = db.prepare<[number]>(`
DELETE FROM admission WHERE (platform, client_id, ticket_id, kiosk_id, platform_time) = (
  SELECT platform, client_id, ticket_id, kiosk_id, platform_time FROM entry
  WHERE sequence = ? AND kind = 'admit')`);
  // Sorted here and not by SQLite, which (with STAT4) would plan the query anew for every ticket: there are
  // only one or two rows.
  const all = db.prepare<[string, number, number]>(`
SELECT kiosk_id AS kioskId, platform_time AS platformTime FROM admission
WHERE platform = ? AND client_id = ? AND ticket_id = ?`);

  return {
    /** Enters an admission. */
    enter: ({ baseUrl, clientId, ticketId, kioskId, platformTime }: NewAdmission): void => {
      enter.run(baseUrl, clientId, ticketId, kioskId, platformTime);
    },
    /** Enters the admission that this entry made; an entry that admits no known ticket changes nothing. */
    enterAgain: (sequence: number): void => {
      enterAgain.run(sequence);
    },
    /** Removes the admission that this entry made. */
    strike: (sequence: number): void => {
      strike.run(sequence);
    },
    /** Returns when this ticket was first admitted; null if it is not known to have been. */
    first: ({ baseUrl, clientId }: ClientRef, ticketId: number): Admission | null => {
      const found = all.all(baseUrl, clientId, ticketId);
      if (found.length === 0) return null;
      const inside = admissionsSchema.parse(found);
      return inside.toSorted((a, b) => a.platformTime - b.platformTime)[0] ?? null;
    },
  };
}
