import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { House } from './entry.ts';

const houseSchema: z.ZodType<House | undefined> = z
  .object({ platform: z.string(), clientId: z.int() })
  .optional();

/** Prepares the list of the houses, of which there are few: a step along an index for each. */
export function createHouses(db: Database): () => readonly House[] {
  // Both at once, as a row value, SQLite would look for by walking through the whole house.
  const [nextClient, nextPlatform] = [
    'platform = :platform AND client_id > :clientId',
    'platform > :platform',
  ].map((beyond) =>
    db.prepare<House>(
      `SELECT platform, client_id AS clientId FROM entry
       WHERE ${beyond} ORDER BY platform, client_id LIMIT 1`,
    ),
  );
  const next = (house: House) =>
    houseSchema.parse(nextClient?.get(house) ?? nextPlatform?.get(house));

  return () => {
    const houses: House[] = [];
    let house = next({ platform: '', clientId: 0 });
    while (house !== undefined) {
      houses.push(house);
      house = next(house);
    }
    return houses;
  };
}
