import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ClientRef } from '#shared/model/client-ref.ts';

const houseSchema: z.ZodType<ClientRef | undefined> = z
  .object({ baseUrl: z.string(), clientId: z.int() })
  .optional();

/** Prepares the list of the houses, of which there are few: a step along an index for each. */
export function createHouses(db: Database): () => readonly ClientRef[] {
  // Both at once, as a row value, SQLite would look for by walking through the whole house.
  const [nextClient, nextPlatform] = [
    'platform = :baseUrl AND client_id > :clientId',
    'platform > :baseUrl',
  ].map((beyond) =>
    db.prepare<ClientRef>(
      `SELECT platform AS baseUrl, client_id AS clientId FROM entry
       WHERE ${beyond} ORDER BY platform, client_id LIMIT 1`,
    ),
  );
  const next = (house: ClientRef) =>
    houseSchema.parse(nextClient?.get(house) ?? nextPlatform?.get(house));

  return () => {
    const houses: ClientRef[] = [];
    let house = next({ baseUrl: '', clientId: 0 });
    while (house !== undefined) {
      houses.push(house);
      house = next(house);
    }
    return houses;
  };
}
