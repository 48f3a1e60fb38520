import type { LookUp } from '#main/admission/copy.ts';
import type { Opening } from '#main/admission/opening.ts';
import type { CacheScope } from '#main/cache/cache-state.ts';
import {
  createTicketCache,
  type SnapshotFile,
  type TicketCache,
} from '#main/cache/ticket-cache.ts';
import { Door } from '#main/door/door.ts';
import { Offered } from '#main/door/offered.ts';
import { filterOf } from '#main/door/selection-rules.ts';
import type { CommonParts } from '#main/kiosk-ports.ts';
import { sealedBy } from '#main/vault/sealed-file.ts';
import { join } from 'node:path';
import { copyReader, usableCopy } from './copy-reader.ts';
import type { PlatformServices } from './open-platform.ts';
import { wantedTickets } from './wanted-tickets.ts';

export interface TicketsParts extends CommonParts {
  readonly platform: Pick<PlatformServices, 'link' | 'session'>;
}

/** What the door is open for, and what is known here of the tickets for it. */
export interface TicketServices {
  readonly door: Door;
  readonly offered: Offered;
  readonly cache: TicketCache;
  /** What the door is open for, and on which platform; null while it is closed. */
  readonly openingNow: () => Opening | null;
  /** Of which tickets there should be a snapshot; null while the door is closed. */
  readonly wanted: () => CacheScope | null;
  /** Reads the snapshot for the door. */
  readonly lookUp: LookUp;
  /** The snapshot, if it may decide for the door as it is open now. */
  readonly usableSnapshot: () => SnapshotFile | null;
}

/** Opens what the kiosk knows of tickets without asking the platform. */
export function openTickets(parts: TicketsParts): TicketServices {
  const { ports, vault, platformClock, onChange } = parts;
  const { link, session } = parts.platform;
  const { clock, logger, settingsFile, dataDirectory } = ports;

  const door = new Door(settingsFile, onChange);
  const offered = new Offered(
    sealedBy(vault, join(dataDirectory, 'offered.sealed'), 'offered'),
    logger.scope('door'),
  );
  const wanted = (): CacheScope | null => wantedTickets({ link, door, session, settingsFile });
  const cache = createTicketCache({
    ...{ vault, clock, logger, onChange },
    directory: join(dataDirectory, 'snapshots'),
    platformNow: () => platformClock.now(),
    workerEntry: ports.workers.snapshot,
    scope: wanted,
    download: (filter, signal) => link.download(filter, signal),
    onEnvelope: (envelope) => link.noteEnvelope(envelope),
  });

  function openingNow(): Opening | null {
    const { client } = link;
    const { selection } = door;
    if (client === null || selection === null) return null;
    return { platform: client.baseUrl, filter: filterOf(selection) };
  }

  return {
    ...{ door, offered, cache, openingNow, wanted },
    lookUp: copyReader({ cache, offered, platformClock }),
    usableSnapshot() {
      const opening = openingNow();
      const isUsable = opening !== null && usableCopy({ cache, platformClock }, opening.filter);
      return isUsable ? cache.file() : null;
    },
  };
}
