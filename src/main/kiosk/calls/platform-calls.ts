import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { Door } from '#main/entrance/door/door.ts';
import type { KioskHandlers } from '#main/base/ipc/handlers.ts';
import type { Clock, Fetch, Logger } from '#main/base/ports.ts';
import { ifNotManaged } from '#main/kiosk/settings-in-force.ts';
import type { Lock } from '#main/operations/lock/lock.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import { checkBaseUrl } from '#main/platform/ticketing/check-platform.ts';
import { err, ok } from '#shared/result.ts';
import type { TicketServices } from '../open-tickets.ts';
import type { PlatformConnection } from '../platform-connection.ts';
import type { OperatorSession } from '../operator-session.ts';

export interface PlatformCallParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settingsFile: SettingsFile;
  readonly connection: PlatformConnection;
  readonly operatorSession: OperatorSession;
  readonly door: Door;
  readonly lock: Lock;
  readonly snapshots: Pick<Snapshots, 'refresh' | 'forget' | 'state'>;
  readonly nextPerformances: TicketServices['nextPerformances'];
  /** Called when the platform offers tickets of this client for selection. */
  readonly onOffered: (clientId: number) => void;
  readonly onChange: () => void;
}

type PlatformCalls = Pick<
  KioskHandlers,
  | 'useBaseUrl'
  | 'forgetBaseUrl'
  | 'signIn'
  | 'signOut'
  | 'filterOptions'
  | 'lastOffered'
  | 'select'
  | 'refreshTickets'
  | 'nextPerformances'
>;

/**
 * Calls about which platform the kiosk works with, who is signed in, and what the door is open for.
 */
export function platformCalls(parts: PlatformCallParts): PlatformCalls {
  const { settingsFile, connection, operatorSession, door, snapshots } = parts;

  async function workWith(baseUrl: string | null): Promise<void> {
    settingsFile.write({ server: baseUrl });
    if (baseUrl === (connection.client?.baseUrl ?? null)) return;
    // First of all, because signing out concerns the platform that is being left.
    await operatorSession.signOut();
    connection.connect(baseUrl);
    snapshots.forget();
    parts.onChange();
  }

  /**
   * Anybody can stand at a locked guests' door, and may have an account somewhere on the platform: one that is not
   * offered this door would close it, and could then give the kiosk another PIN.
   */
  function isStranger(username: string): boolean {
    const session = operatorSession.session();
    const isPublic = door.isForGuests && door.selection !== null && !parts.lock.isUnlocked;
    if (!isPublic || session.status !== 'lost') return false;
    return session.user.username.toLowerCase() !== username.trim().toLowerCase();
  }

  return {
    useBaseUrl: ({ address }) =>
      ifNotManaged(settingsFile, 'server', async () => {
        const { plainHttpHost } = settingsFile.read();
        const checked = await checkBaseUrl(address, { ...parts, plainHttpHost });
        if (!checked.ok) return checked;
        await workWith(checked.value);
        return ok(null);
      }),
    forgetBaseUrl: () =>
      ifNotManaged(settingsFile, 'server', async () => {
        await workWith(null);
        return ok(null);
      }),

    async signIn({ username, password }) {
      if (isStranger(username)) return err({ type: 'another-user' });
      return operatorSession.signIn(username, password);
    },
    async signOut() {
      await operatorSession.signOut();
      return ok(null);
    },

    async filterOptions() {
      const offered = await operatorSession.filterOptions();
      const [first] = offered.ok ? offered.value : [];
      if (first !== undefined) parts.onOffered(first.id);
      return offered;
    },
    lastOffered: () => ok(operatorSession.lastOffered()),
    select({ selection }) {
      if (selection !== null && !operatorSession.mayOpen) return err({ type: 'not-signed-in' });
      if (selection !== null && door.isUnguarded) return err({ type: 'no-pin' });
      operatorSession.close();
      const { username } = operatorSession;
      if (selection !== null && connection.client !== null && username !== null)
        door.open(selection, connection.client.baseUrl, username);
      return ok(null);
    },
    refreshTickets() {
      const { heldUntil } = snapshots.state();
      if (heldUntil !== null) return err({ type: 'held', until: heldUntil });
      void snapshots.refresh();
      return ok(null);
    },
    nextPerformances: () => ok(parts.nextPerformances()),
  };
}
