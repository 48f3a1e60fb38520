import type { CommonParts, KioskOptions } from '#main/kiosk/kiosk.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import { programmeClientOf } from '#main/platform/programme/programme-client.ts';
import { Slice } from '#main/base/slice.ts';
import type { ProgrammeState } from '#shared/model/programme.ts';
import { Programme } from '#main/platform/programme/programme.ts';
import { zoneInUse } from '#main/settings/zone-in-use.ts';
import type { Entrance } from '#main/entrance/entrance.ts';
import type { PlatformServices } from './open-platform.ts';
import type { TicketServices } from './open-tickets.ts';

export interface ProgrammeParts extends Pick<CommonParts, 'ports' | 'platformClock'> {
  readonly options: Pick<KioskOptions, 'programmeTimings'>;
  readonly platform: Pick<PlatformServices, 'connection'>;
  readonly tickets: Pick<TicketServices, 'door'>;
  readonly entrance: Pick<Entrance, 'admission'>;
}

export interface ProgrammeServices {
  readonly programme: Programme;
  /** Called when the platform offers tickets of this client for selection. */
  readonly onOffered: (clientId: number) => void;
  readonly programmeSlice: Slice<ProgrammeState>;
}

/**
 * Opens the stored programme of future events, for the client whose tickets are scanned here, or
 * would be.
 */
export function openProgramme(parts: ProgrammeParts): ProgrammeServices {
  const { ports, platformClock, options, tickets, entrance } = parts;
  const { connection } = parts.platform;
  const { settingsFile } = ports;
  const programmeSlice = new Slice(() => programme.state());
  let offered: ClientRef | null = null;
  const programme: Programme = new Programme({
    ...ports,
    platformClock,
    logger: ports.logger.scope('programme'),
    timings: options.programmeTimings,
    workerFile: ports.workers.programme,
    client: () => connection.client,
    clientRef: () =>
      programmeClientOf({
        ...settingsFile.read(),
        baseUrl: connection.client?.baseUrl ?? null,
        selection: tickets.door.selection,
        offered,
      }),
    timeZone: () => zoneInUse(settingsFile),
    isBusy: () => entrance.admission.waiting > 0,
    onChange: programmeSlice.changed,
  });
  return {
    programme,
    programmeSlice,
    onOffered(clientId) {
      offered = connection.client && { baseUrl: connection.client.baseUrl, clientId };
      programmeSlice.changed();
    },
  };
}
