import { session, type Session } from 'electron';

/** Without the prefix `persist:` the session is kept in memory and ends with the application. */
export const PAGE_PARTITION = 'page';

/** The guest's side has a session of its own, and so a process of its own: neither page can take the other down. */
export const GUEST_PARTITION = 'guest-page';

/**
 * A page's own session. The platform's client, updates and the system's proxy use other sessions, so this
 * one can be locked down completely.
 */
export function pageSession(partition: string = PAGE_PARTITION): Session {
  return session.fromPartition(partition, { cache: false });
}
