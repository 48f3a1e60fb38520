import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { House } from './entry.ts';

/** Somebody is inside with this ticket. */
export interface Admission {
  readonly kioskId: string;
  /** Milliseconds since the epoch, on the platform's clock. */
  readonly platformTime: number;
}

const admissionSchema = z.object({ kioskId: z.string(), platformTime: z.int() });

/** Prepares the book of who is inside, by ticket. Changes belong into a transaction of their caller. */
export function createAdmissions(db: Database) {
  const enter = db.prepare<[number]>(`
INSERT INTO admission (platform, client_id, ticket_id, kiosk_id, platform_time)
SELECT platform, client_id, ticket_id, kiosk_id, platform_time FROM entry
WHERE sequence = ? AND kind = 'admit' AND ticket_id IS NOT NULL ON CONFLICT DO NOTHING`);
  const strike = db.prepare<[number]>(`
DELETE FROM admission WHERE (platform, client_id, ticket_id, kiosk_id, platform_time) = (
  SELECT platform, client_id, ticket_id, kiosk_id, platform_time FROM entry
  WHERE sequence = ? AND kind = 'admit')`);
  const first = db.prepare<[House & { ticketId: number }]>(`
SELECT kiosk_id AS kioskId, platform_time AS platformTime FROM admission
WHERE platform = :platform AND client_id = :clientId AND ticket_id = :ticketId
ORDER BY platform_time LIMIT 1`);

  return {
    /** Enters who came in with this entry; one that is no admission of a known ticket changes nothing. */
    enter: (sequence: number): void => {
      enter.run(sequence);
    },
    /** Takes out again what `enter` has entered. */
    strike: (sequence: number): void => {
      strike.run(sequence);
    },
    /** The first time that somebody came in with this ticket; null if nobody is known to have. */
    first: (house: House, ticketId: number): Admission | null => {
      const row = first.get({ ...house, ticketId });
      return row === undefined ? null : admissionSchema.parse(row);
    },
  };
}
