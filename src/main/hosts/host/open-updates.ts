import type { HostedKiosk } from '#main/kiosk/kiosk.ts';
import { schemaOnDisk } from '#main/ledger/schema-on-disk.ts';
import type { Clock, Logger } from '#main/base/ports.ts';
import { zoneInUse } from '#main/settings/zone-in-use.ts';
import type { SettingsFile } from '#main/settings/settings-file.ts';
import { createHttp, type HttpOptions } from '#main/platform/ticketing/http.ts';
import { errorFact } from '#main/base/log/error-fact.ts';
import { readFeed } from '#main/operations/updates/feed.ts';
import type { UpdateInstaller } from '#main/operations/updates/installer.ts';
import { openNewestSeen } from '#main/operations/updates/newest-seen.ts';
import type { UpdateTrust } from '#main/operations/updates/trust.ts';
import { Updates, type UpdatesPorts } from '#main/operations/updates/updates.ts';
import { updateObstacle } from '#shared/model/update-obstacle.ts';

export interface UpdatesParts extends Pick<UpdatesPorts, 'endThen'> {
  readonly installer: UpdateInstaller;
  /** Whose updates this package takes. */
  readonly trust: UpdateTrust;
  /** The file that remembers the newest manifest. */
  readonly newestSeen: string;
  readonly settingsFile: SettingsFile;
  /** The ledger of the door, also while the kiosk rehearses. */
  readonly ledger: string;
  readonly http: HttpOptions;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The updates of this installation: one, whatever kiosk is at work. */
export interface OpenedUpdates {
  readonly updates: Updates;
  /** Follows the state of this kiosk, and begins. */
  follow(kiosk: Pick<HostedKiosk, 'state'>): void;
  close(): Promise<void>;
}

export function openUpdates(parts: UpdatesParts): OpenedUpdates {
  const { installer, settingsFile, trust, clock, logger } = parts;
  let followed: Pick<HostedKiosk, 'state'> | null = null;
  let unfollow = (): void => undefined;
  // An HTTP of its own, since the door's is disconnected during a rehearsal.
  const http = createHttp(parts.http);
  const newestSeen = openNewestSeen(parts.newestSeen, trust.id, (error) =>
    logger.error('the date of the newest update was not kept', errorFact(error)),
  );
  // The platform's time where it is known to differ: this machine's clock may be wrong.
  const now = () => clock.now() + (followed?.state().session.clockSkew ?? 0);
  const updates = new Updates({
    installer,
    hasKey: trust.keys.length > 0,
    readFeed: (feed, signal) =>
      readFeed(feed, { ...installer, trust, newestSeen, clock, now, fetch: http.fetch }, signal),
    now,
    settings() {
      const { updateFeed: feed, updateHour: hour } = settingsFile.read();
      return { feed, hour, timeZone: zoneInUse(settingsFile) };
    },
    ledgerSchema: () => schemaOnDisk(parts.ledger),
    obstacle: (unattended) =>
      followed && updateObstacle(followed.state(), unattended ? { now: clock.now() } : null),
    endThen: parts.endThen,
    clock,
    random: Math.random,
    logger,
  });
  return {
    updates,
    follow(kiosk) {
      followed = kiosk;
      unfollow = settingsFile.onChange(() => updates.follow());
      updates.follow();
    },
    async close() {
      unfollow();
      updates.stop();
      await http.close();
    },
  };
}
