import type { SnapshotScope } from '#main/snapshot/model.ts';
import type { Door } from '#main/entrance/door/door.ts';
import { filterOf } from '#main/entrance/door/selection-rules.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import type { Session } from '#main/platform/ticketing/session.ts';
import type { PlatformConnection } from './platform-connection.ts';

export interface WantedTicketsPorts {
  readonly connection: Pick<PlatformConnection, 'client'>;
  readonly door: Pick<Door, 'selection'>;
  readonly session: Pick<Session, 'state'>;
  readonly settingsFile: Pick<SettingsFile, 'read'>;
}

/**
 * The tickets that the kiosk keeps a snapshot of: all of the client, so that tickets for something
 * else are recognised; or, by setting, only those that the door is open for. Null while the door is
 * closed.
 */
export function wantedTickets(ports: WantedTicketsPorts): SnapshotScope | null {
  const { client } = ports.connection;
  const { selection } = ports.door;
  if (client === null || selection === null) return null;
  const session = ports.session.state();
  const filter = filterOf(selection);
  const { offlineScope } = ports.settingsFile.read();
  return {
    baseUrl: client.baseUrl,
    filter: offlineScope === 'client' ? { clientId: filter.clientId } : filter,
    // While a sign-in is in progress there is no user, and so no permission to see patrons; the
    // tickets are the same for all users.
    username: 'user' in session ? session.user.username : '',
  };
}
