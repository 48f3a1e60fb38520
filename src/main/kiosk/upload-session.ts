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

/** What uploads need now: client, credentials and clients; null if they have to wait. */
export function uploadSession(ports: UploadSessionPorts): UploadSession | null {
  const { client, hasAnswered } = ports.connection;
  const credentials = ports.session.credentials();
  if (client === null || credentials === null || !ports.breaker.reachable) return null;
  // Until the platform's first answer its time is a guess, and so are the times of scans.
  if (!hasAnswered) return null;
  return { client, credentials, clientIds: clientsAt(client.baseUrl, ports) };
}

/**
 * The clients whose scans are to be uploaded. After the last performance a platform may offer
 * nothing of the client whose guests came in. Its scans are uploaded all the same, and the platform
 * decides whether this user may do that.
 */
function clientsAt(baseUrl: string, { offered, settingsFile }: UploadSessionPorts): number[] {
  const { lastSelection } = settingsFile.read();
  const ofTheDoor = lastSelection?.server === baseUrl ? [lastSelection.selection.clientId] : [];
  return [...new Set([...offered.clients(baseUrl).map(({ id }) => id), ...ofTheDoor])];
}
