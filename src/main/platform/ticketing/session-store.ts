import { z } from 'zod';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { Logger } from '#main/base/ports.ts';
import { Turns } from '#main/base/turns.ts';

/** A session as it is stored to survive a crash. It contains a token, so a store has to seal it. */
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

/** Stores the session to survive a crash. Returns null for one that cannot be read any more. */
export interface SessionStore {
  load(): Promise<StoredSession | null>;
  save(session: StoredSession): Promise<void>;
  clear(): Promise<void>;
}

/**
 * The same store, with its operations one after another in the order of their calls, so that a late save
 * never undoes a clear. Errors of the store are caught here: they prevent the resumption after a crash, but
 * never end the session.
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
