import type { Offered } from '#main/entrance/door/offered.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import type { Breaker } from '#main/sync/breaker.ts';
import type { UploadSession } from '#main/sync/upload-ports.ts';
import type { Session } from '#main/platform/ticketing/session.ts';
import type { PlatformConnection } from './platform-connection.ts';

export interface UploadSessionPorts {
  readonly connection: Pick<PlatformConnection, 'client' | 'hasAnswered'>;
  readonly session: Pick<Session, 'credentials'>;
  readonly breaker: Pick<Breaker, 'reachable'>;
  readonly offered: Pick<Offered, 'clients'>;
  readonly settingsFile: Pick<SettingsFile, 'read'>;
}

/** The client and credentials for uploads; null if they have to wait. */
export function uploadSession(ports: UploadSessionPorts): UploadSession | null {
  const { client, hasAnswered } = ports.connection;
  const credentials = ports.session.credentials();
  if (client === null || credentials === null || !ports.breaker.reachable) return null;
  // Until its first answer the platform's time is a guess, and so are those of scans.
  if (!hasAnswered) return null;
  return { client, credentials, clientIds: clientsAt(client.baseUrl, ports) };
}

/**
 * After the last performance a platform may offer nothing of the client whose guests came in: what they
 * were let in with is tried all the same, and whether this user may is the platform's word.
 */
function clientsAt(baseUrl: string, { offered, settingsFile }: UploadSessionPorts): number[] {
  const { lastSelection } = settingsFile.read();
  const ofTheDoor = lastSelection?.server === baseUrl ? [lastSelection.selection.clientId] : [];
  return [...new Set([...offered.clients(baseUrl).map(({ id }) => id), ...ofTheDoor])];
}
