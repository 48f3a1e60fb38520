import { join } from 'node:path';
import { machineAddresses } from '#main/base/machine-addresses.ts';
import { sealedBy } from '#main/base/vault/sealed-file.ts';
import { houseUrl } from '#main/operations/house-page/house-url.ts';
import { LinkToken } from '#main/operations/house-page/link-token.ts';
import { servedHousePage } from '#main/operations/house-page/served-page.ts';
import { isNear } from '#main/settings/address-schemas.ts';
import { zoneInUse } from '#main/settings/zone-in-use.ts';
import type { HouseLink, HousePageFacts, NoHouseLink } from '#shared/model/house-page.ts';
import { NO_METRICS } from '#shared/model/metrics.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { CommonParts, KioskOptions } from './kiosk.ts';
import type { VenueServices } from './open-venue.ts';

export interface HousePageServices {
  /** The link to the house for phones; made when it is first asked for. */
  housePage: {
    link(): Result<HouseLink, NoHouseLink>;
    /** Returns another one; the one before leads nowhere from now on. */
    renew(): Result<HouseLink, NoHouseLink>;
  };
}

export interface HousePageParts extends CommonParts {
  readonly options: Pick<KioskOptions, 'demo' | 'rehearsal'>;
  readonly venue: Pick<VenueServices, 'look' | 'view'>;
}

/** The house on phones, beside the metrics. A rehearsal has no link, and leaves the page to the door. */
export function openHousePage(parts: HousePageParts): HousePageServices {
  const { ports, vault, options } = parts;
  const { settingsFile, metrics, clock, housePage: load } = ports;
  const isReal = options.demo === null && options.rehearsal?.isOn !== true;
  if (!isReal || metrics === undefined || load === undefined) {
    const none = (): Result<HouseLink, NoHouseLink> =>
      err({ type: isReal ? 'metrics-off' : 'rehearsal' });
    return { housePage: { link: none, renew: none } };
  }
  const token = new LinkToken(
    sealedBy(vault, join(ports.dataDirectory, 'house-link.sealed'), 'house-link'),
    ports.logger.scope('house-page'),
  );
  metrics.serve(
    servedHousePage({
      ...{ token, load, clock },
      look: () => look(parts),
      language: () => settingsFile.read().language,
    }),
  );
  function linkTo(secret: () => string): Result<HouseLink, NoHouseLink> {
    const known = (ports.addresses ?? machineAddresses)();
    const where = houseUrl({
      metrics: metrics?.state ?? NO_METRICS,
      address: settingsFile.read().metricsAddress,
      addresses: [...known.filter(isNear), ...known],
    });
    return where.ok ? ok({ url: `${where.value}${secret()}` }) : where;
  }
  return {
    housePage: {
      link: () => linkTo(() => token.get()),
      renew: () => linkTo(() => token.renew()),
    },
  };
}

async function look({ ports, platformClock, venue }: HousePageParts) {
  const { settingsFile, version } = ports;
  const { venueName, reentry, reentryWithin, capacity, capacityStops, timeStyle } =
    settingsFile.read();
  const { order } = venue.view().hold;
  return {
    ...{ house: await venue.look(), order, venueName, version, timeStyle },
    rules: { reentry, reentryWithin, capacity, capacityStops },
    now: platformClock.now(),
    timeZone: zoneInUse(settingsFile),
  } satisfies Omit<HousePageFacts, 'language'>;
}
