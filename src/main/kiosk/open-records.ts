import type { ExportParts } from '#main/base/export/parts.ts';
import type { CommonParts, KioskOptions } from '#main/kiosk/kiosk.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import type { Lock } from '#main/operations/lock/lock.ts';
import { countEvening } from '#main/operations/records/statistics.ts';
import { Discrepancies } from '#main/operations/records/discrepancies.ts';
import { History } from '#main/operations/records/history.ts';
import { zoneInUse } from '#main/settings/zone-in-use.ts';
import { SupportBundle } from '#main/operations/support/bundle.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { Bookkeeping } from './open-bookkeeping.ts';
import type { Repeats } from '#main/operations/records/repeats.ts';
import { takeBack } from '#main/operations/records/take-back.ts';
import type { Entrance } from '#main/entrance/entrance.ts';
import type { VenueServices } from './open-venue.ts';
import type { TicketServices } from './open-tickets.ts';

export interface RecordsParts extends Pick<CommonParts, 'ports' | 'platformClock'> {
  readonly options: Pick<KioskOptions, 'rehearsal'>;
  readonly bookkeeping: Pick<Bookkeeping, 'keeper' | 'uploader'>;
  readonly tickets: Pick<TicketServices, 'snapshots' | 'scopeNow'>;
  readonly repeats: Pick<Repeats, 'since'>;
  readonly lock: Lock;
  readonly venue: Pick<VenueServices, 'tellAgain' | 'cameElsewhere'>;
  readonly entrance: Pick<Entrance, 'isFollowed'>;
  readonly state: () => KioskState;
}

/** Creates what people can read of the ledger, and export as files. */
export function openRecords(parts: RecordsParts) {
  const { ports, options, platformClock, lock, state } = parts;
  const { settingsFile, logger, machine } = ports;
  const { keeper, uploader } = parts.bookkeeping;
  const { snapshots, scopeNow } = parts.tickets;
  const exports: ExportParts = {
    folder: ports.exportFolder,
    ofKiosk() {
      const { kioskName, patronDetails } = settingsFile.read();
      // In the file's name and in every line, so that it is never mistaken for the records of a
      // real door.
      return {
        kioskName: options.rehearsal?.isOn ? `${kioskName} (rehearsal)` : kioskName,
        timeZone: zoneInUse(settingsFile),
        showsNames: patronDetails.includes('name'),
      };
    },
  };
  /** The client whose tickets are scanned here. */
  function clientRef(): ClientRef | null {
    const scope = scopeNow();
    return scope && { baseUrl: scope.baseUrl, clientId: scope.filter.clientId };
  }

  return {
    takeBack: (request: { readonly id: string; readonly why: string }) =>
      takeBack({ keeper, platformClock, ...parts.venue, ...parts.entrance }, request),
    statistics: (hours: number) =>
      countEvening(
        {
          ...{ keeper, snapshots, platformClock, clientRef, repeats: parts.repeats },
          cameElsewhere: (since) => parts.venue.cameElsewhere(since),
        },
        hours,
      ),
    discrepancies: new Discrepancies(keeper, platformClock, exports, uploader),
    history: new History(keeper, platformClock, exports, () => {
      const { hasPin, isUnlocked } = lock.state();
      // Without a PIN, anybody could be looking.
      return hasPin && isUnlocked;
    }),
    supportBundle: new SupportBundle({
      ...{ exports, state, keeper, settingsFile },
      clock: ports.clock,
      logger: logger.scope('support'),
      dataDirectory: ports.dataDirectory,
      ...(machine && { machine }),
    }),
  };
}
