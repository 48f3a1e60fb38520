import type { Breaker } from '#main/sync/breaker.ts';
import type { UploadSession } from '#main/sync/upload-ports.ts';
import type { Session } from '#main/platform/ticketing/session.ts';
import type { PlatformConnection } from './platform-connection.ts';

export interface UploadSessionPorts {
  readonly connection: Pick<PlatformConnection, 'client' | 'hasAnswered'>;
  readonly session: Pick<Session, 'credentials'>;
  readonly breaker: Pick<Breaker, 'reachable'>;
}

/** What uploads need now: client and credentials; null if they have to wait. */
export function uploadSession(ports: UploadSessionPorts): UploadSession | null {
  const { client, hasAnswered } = ports.connection;
  const credentials = ports.session.credentials();
  if (client === null || credentials === null || !ports.breaker.reachable) return null;
  // Until the platform's first answer its time is a guess, and so are the times of scans.
  return hasAnswered ? { client, credentials } : null;
}
