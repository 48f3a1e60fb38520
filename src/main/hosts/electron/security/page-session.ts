import { session, type Session } from 'electron';

/** Without the prefix `persist:` the session is kept in memory and ends with the application. */
export const PAGE_PARTITION = 'page';

/**
 * The page's own session. The platform's client, updates and the system's proxy use other sessions, so this
 * one can be locked down completely.
 */
export function pageSession(): Session {
  return session.fromPartition(PAGE_PARTITION, { cache: false });
}
