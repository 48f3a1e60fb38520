import { session, type Session } from 'electron';

/** No `persist:` before it: the session is in memory, and nothing of it outlives the application. */
export const PAGE_PARTITION = 'page';

/**
 * The page's own session. What the platform's client, updates and the system's proxy need is not in
 * it, and so it can do without all of that.
 */
export function pageSession(): Session {
  return session.fromPartition(PAGE_PARTITION, { cache: false });
}
