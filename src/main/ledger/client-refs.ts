import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ClientRef } from '#shared/model/client-ref.ts';

const clientRefSchema: z.ZodType<ClientRef | undefined> = z
  .object({ baseUrl: z.string(), clientId: z.int() })
  .optional();

/** Prepares the list of clients. There are few, so it takes one step along an index for each. */
export function createClientRefs(db: Database): () => readonly ClientRef[] {
  // Two conditions, not a comparison of row values: for that SQLite would scan all entries of the client.
  const [nextClient, nextPlatform] = [
    'base_url = :baseUrl AND client_id > :clientId',
    'base_url > :baseUrl',
  ].map((beyond) =>
    db.prepare<ClientRef>(
      `SELECT base_url AS baseUrl, client_id AS clientId FROM entry
       WHERE ${beyond} ORDER BY base_url, client_id LIMIT 1`,
    ),
  );
  const next = (clientRef: ClientRef) =>
    clientRefSchema.parse(nextClient?.get(clientRef) ?? nextPlatform?.get(clientRef));

  return () => {
    const clientRefs: ClientRef[] = [];
    let clientRef = next({ baseUrl: '', clientId: 0 });
    while (clientRef !== undefined) {
      clientRefs.push(clientRef);
      clientRef = next(clientRef);
    }
    return clientRefs;
  };
}
