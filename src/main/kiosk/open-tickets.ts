import type { PlayingPerformance } from '#main/platform/programme/playing.ts';
import type { LookUp } from '#main/entrance/admission/evidence.ts';
import type { DoorScope } from '#main/entrance/admission/door-scope.ts';
import type { SnapshotScope } from '#main/snapshot/model.ts';
import type { Neighbours } from '#main/snapshot/neighbours.ts';
import type { PerformanceCount } from '#main/snapshot/snapshot-format.ts';
import { createSnapshots, type SnapshotFile, type Snapshots } from '#main/snapshot/snapshots.ts';
import { Door } from '#main/entrance/door/door.ts';
import { Offered } from '#main/entrance/door/offered.ts';
import { OnNow, type ProgrammeNow } from '#main/entrance/door/on-now.ts';
import { productionBy } from '#main/entrance/door/productions.ts';
import { filterOf } from '#main/entrance/door/selection-rules.ts';
import { upcomingAt } from '#main/entrance/door/upcoming.ts';
import type { CommonParts } from '#main/kiosk/kiosk.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import type { NextPerformance } from '#shared/model/next-performance.ts';
import { zoneInUse } from '#main/settings/zone-in-use.ts';
import { KeyedHash } from '#main/base/vault/keyed-hash.ts';
import { sealedBy } from '#main/base/vault/sealed-file.ts';
import { join } from 'node:path';
import { refreshPace } from './refresh-pace.ts';
import { snapshotLookUp, usableSnapshot } from '#main/entrance/admission/snapshot-lookup.ts';
import { nextPerformances } from './next-performances.ts';
import type { PlatformServices } from './open-platform.ts';
import { wantedTickets } from './wanted-tickets.ts';

export interface TicketsParts extends CommonParts {
  readonly platform: Pick<PlatformServices, 'connection' | 'session'>;
  readonly programme: ProgrammeNow;
  /** Whether the kiosk has a PIN. */
  readonly hasPin: () => boolean;
  /** Locks the kiosk. */
  readonly lock: () => void;
  /** Whether guests are waiting for the platform's answer. */
  readonly isBusy: () => boolean;
  /** Whether the platform has admitted codes that the snapshot lacks although it should have them. */
  readonly lacksAdmitted: () => boolean;
  /** The other doors of the house, which may have the same tickets. */
  readonly neighbours: Neighbours;
  /** Called when the door is open for something else, or closed. */
  readonly onDoor: () => void;
  /** Called when there is another snapshot, or one is being downloaded. */
  readonly onSnapshot: () => void;
}

/** What the door is open for, and what this kiosk knows about the tickets for it. */
export interface TicketServices {
  readonly door: Door;
  readonly offered: Offered;
  readonly snapshots: Snapshots;
  /** What the door is open for, and on which platform; null while it is closed. */
  readonly scopeNow: () => DoorScope | null;
  /** The tickets that there should be a snapshot of; null while the door is closed. */
  readonly wanted: () => SnapshotScope | null;
  /** Reads the snapshot for the door. */
  readonly lookUp: LookUp;
  /**
   * What the door may be open for within the next day, and whether the kiosk could then decide
   * without the platform.
   */
  readonly nextPerformances: () => NextPerformance[];
  /** Whether a performance of the door's client may be on now. */
  readonly isPlausible: (performance: PerformanceCount) => boolean;
  /** The snapshot, if it may decide for what the door is open for now. */
  readonly usableSnapshot: () => SnapshotFile | null;
}

/** Opens what the kiosk knows of tickets without asking the platform. */
export function openTickets(parts: TicketsParts): TicketServices {
  const { ports, vault, platformClock, onDoor, onSnapshot } = parts;
  const { connection, session } = parts.platform;
  const { clock, logger, settingsFile, dataDirectory } = ports;

  const { hasPin, lock } = parts;
  const offered = new Offered(
    sealedBy(vault, join(dataDirectory, 'offered.sealed'), 'offered'),
    logger.scope('door'),
    () => platformClock.now(),
  );
  const { programme } = parts;
  const timeZone = () => zoneInUse(settingsFile);
  const onNow = new OnNow({ offered, platformClock, programme, timeZone });
  const userHash = new KeyedHash(vault.key('door user'));
  const door = new Door({
    ...{ settings: settingsFile, platformClock, onNow, hasPin, lock },
    onChange: onDoor,
    hashUser: (username) => userHash.of(username.trim().toLowerCase()),
  });
  const productionOf = productionBy({ offered, programme });
  const wanted = (): SnapshotScope | null =>
    wantedTickets({ connection, door, session, settingsFile });
  const snapshots: Snapshots = createSnapshots({
    ...{ vault, clock, logger },
    onChange: onSnapshot,
    directory: join(dataDirectory, 'snapshots'),
    platformTime: () => platformClock.surely(),
    lacksAdmitted: parts.lacksAdmitted,
    workerEntry: ports.workers.snapshot,
    scope: wanted,
    offered: (filter, signal) => askWhatIsOffered(filter, signal),
    upcoming,
    ...{ isBusy: parts.isBusy, neighbours: parts.neighbours },
    pace: () =>
      refreshPace({
        ...{ snapshots, door, productionOf, platformClock, settingsFile },
        baseUrl: () => connection.client?.baseUrl ?? null,
      }),
    download: (filter, signal, known) => connection.download(filter, signal, known),
    onEnvelope: (envelope) => connection.noteEnvelope(envelope),
  });

  async function askWhatIsOffered(
    { clientId }: ScanFilter,
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    const { client } = connection;
    const credentials = session.credentials();
    const answer = await connection.offered(signal);
    if (client === null || credentials === null || !answer.ok) return [];
    offered.keep(client.baseUrl, answer.value, credentials.username);
    const { performances } = offered.performances(client.baseUrl, clientId);
    return performances.map(({ performanceId }) => performanceId);
  }

  function upcoming(): readonly PlayingPerformance[] {
    const { client } = connection;
    const { selection } = door;
    if (client === null || selection === null) return [];
    return upcomingAt({ onNow, platformClock }, client.baseUrl, selection);
  }

  function mayDecide(): boolean {
    const scope = scopeNow();
    return scope !== null && usableSnapshot(snapshots, platformClock, scope.filter) !== null;
  }

  function scopeNow(): DoorScope | null {
    const { client } = connection;
    const { selection } = door;
    if (client === null || selection === null) return null;
    return { baseUrl: client.baseUrl, filter: filterOf(selection) };
  }

  return {
    ...{ door, offered, snapshots, scopeNow, wanted },
    lookUp: snapshotLookUp({
      ...{ snapshots, productionOf, onNow, platformClock },
      lacksAdmitted: parts.lacksAdmitted,
    }),
    nextPerformances: () => nextPerformances(upcoming(), snapshots, mayDecide()),
    isPlausible: ({ performanceId, performanceStart: start }) =>
      onNow.isPlausible(wanted()?.filter.clientId ?? null, { performanceId, start }),
    usableSnapshot: () => (mayDecide() ? snapshots.file() : null),
  };
}
