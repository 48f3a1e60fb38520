import { z } from 'zod';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { Logger } from '#main/base/ports.ts';
import { Turns } from '#main/base/turns.ts';

/** A session as it outlives a crash. It holds a token: whoever keeps it seals it. */
export const storedSessionSchema = z.object({
  baseUrl: z.string(),
  username: z.string(),
  token: z.string(),
  /** Platform time, ms since the epoch; at least a minute's precision. */
  expiresAt: z.int(),
  /** Platform time, ms since the epoch. */
  signedInAt: z.int(),
  /** As it was at the sign-in. */
  daysTillPasswordExpires: z.int().nullable(),
});
export type StoredSession = z.infer<typeof storedSessionSchema>;

/** Where the session is kept over a crash. What cannot be read any more is null. */
export interface SessionStore {
  load(): Promise<StoredSession | null>;
  save(session: StoredSession): Promise<void>;
  clear(): Promise<void>;
}

/**
 * The same store, one work after another in the order they were asked for, so that a late save never
 * undoes a clear. A broken store costs the resumption after a crash, never the session: its errors end here.
 */
export function inOrder(
  store: SessionStore,
  logger: Logger,
): SessionStore & { settled(): Promise<void> } {
  const turns = new Turns();
  const queue = <T>(work: () => Promise<T>, instead: T): Promise<T> =>
    turns.take(work).catch((error: unknown) => {
      logger.error('the session store failed', errorFact(error));
      return instead;
    });
  return {
    load: () => queue<StoredSession | null>(() => store.load(), null),
    save: (session) => queue(() => store.save(session), undefined),
    clear: () => queue(() => store.clear(), undefined),
    settled: () => turns.settled(),
  };
}
