import Database from 'better-sqlite3';
import Conf from 'conf';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startBoxOffice, type BoxOffice, type BoxOfficeOptions } from '#box-office/server.ts';
import type { DemoRole } from '#shared/model/demo-guide.ts';
import type { Fetch, Logger } from '#main/base/ports.ts';
import { systemClock } from '#main/base/system-clock.ts';
import type { TicketEvent } from '#main/ledger/ticket-event.ts';
import { checkProvisioning, provisioned } from '#main/settings/provisioning.ts';
import { openSettingsFile } from '#main/settings/settings-file.ts';
import { openHttp } from '#tests/main/platform/ticketing/support/client.ts';
import { choose } from '#tests/support/choice.ts';
import { userOf } from '#tests/support/demo-users.ts';
import { SALT } from '#tests/support/door-keys.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openFaultProxy, type FaultProxy } from '#tests/support/fault-proxy.ts';
import { openLinkProxy } from '#tests/support/link-proxy.ts';
import { newKiosk, watch } from '#tests/support/new-kiosk.ts';
import { EACH_SCAN_COUNTS, PATIENT_TIMINGS } from '#tests/support/patient-timings.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { valueOf } from '../../ledger/support.ts';
import { startBroker } from './broker.ts';

/** The passphrase of the house. */
export const KEY = 'Theater am Markt, alle Türen';

const MOVEMENTS: readonly TicketEvent['kind'][] = ['admitted', 'checked-out', 'withdrawn'];

interface Unusual {
  readonly settings?: object;
  /** How many others it must hear before it goes on. */
  readonly otherDoors?: number;
  /** How long a guest waits for the platform's word, in milliseconds. */
  readonly onlineBudget?: number;
  /** Where it logs to, instead of to its recording logger. */
  readonly log?: (dataDirectory: string) => Logger;
  /** Who signs in. */
  readonly user?: DemoRole;
  /** Called between signing in and opening the door. */
  readonly beforeOpening?: (network: FaultProxy) => void;
}

/** An open kiosk of the house, with its copy of the tickets, on a network of its own to the platform. */
export async function openKiosk(
  boxOffice: BoxOffice,
  venueBroker: string,
  kioskName: string,
  unusual: Unusual = {},
) {
  const { settings = {}, otherDoors = 1, user = 'scanner', beforeOpening = () => {} } = unusual;
  const { log } = unusual;
  const { onlineBudget = PATIENT_TIMINGS.onlineBudget } = unusual;
  const network = await openFaultProxy(boxOffice.baseUrl, systemClock);
  const dataDirectory = temporaryFolder();
  const logger = new RecordingLogger();
  const own = openSettingsFile(Conf, { directory: dataDirectory, version: '0.1.0', logger });
  const managed = valueOf(
    checkProvisioning({ kioskName, venueBroker, venueKey: KEY, venueSalt: SALT, ...settings }),
  );
  // All doors know the platform by one address; this one's requests go through a network of its own.
  const http = openHttp({ logger });
  const fetch: Fetch = (url, init) =>
    http.fetch(url.replace(boxOffice.baseUrl, network.baseUrl), init);
  const { kiosk } = newKiosk(
    {
      baseUrl: boxOffice.baseUrl,
      timings: { ...EACH_SCAN_COUNTS, onlineBudget },
    },
    {
      fetch,
      dataDirectory,
      logger: log?.(dataDirectory) ?? logger,
      settingsFile: provisioned(own, 'settings.json', managed),
    },
  );
  onTestFinished(() => kiosk.stop());
  const { verdicts } = watch(kiosk);
  await kiosk.start();
  await eventually(() =>
    expect(kiosk.state().peers).toMatchObject({ status: 'joined', doors: otherDoors }),
  );
  await kiosk.handlers.signIn(userOf(boxOffice, user));
  beforeOpening(network);
  await choose(kiosk.handlers);
  await eventually(() => expect(kiosk.state().records.snapshot.tickets).not.toBeNull());
  const scan = async (code: string) => {
    const before = verdicts.length;
    await kiosk.handlers.scan({ code, source: 'wedge' });
    return eventually(() => {
      const verdict = verdicts[before];
      if (verdict === undefined) throw new Error('there is no verdict yet');
      return verdict;
    });
  };
  /** Waits until other doors have published so many movements, or events of these kinds. */
  const hears = (count: number, kinds: readonly TicketEvent['kind'][] = MOVEMENTS) =>
    eventually(() => {
      const db = new Database(join(dataDirectory, 'house.db'), { readonly: true });
      try {
        const own = kiosk.state().machine.kiosk.id;
        const bodies = db
          .prepare<[], string>('SELECT body FROM event WHERE ticket_hash IS NOT NULL')
          .pluck();
        const heard = bodies
          .all()
          .map((body) => JSON.parse(body) as TicketEvent)
          .filter(({ kioskId, kind }) => kioskId !== own && kinds.includes(kind));
        expect(heard).toHaveLength(count);
      } finally {
        db.close();
      }
    });
  return { kiosk, network, logger, dataDirectory, scan, hears };
}

/**
 * Waits until the tickets of these doors are older than a second: a platform tells its time by the second, so that
 * what one door records within it may lie before the copy of another, which then does not count it.
 */
export async function pastTheirSecond(doors: readonly Awaited<ReturnType<typeof openKiosk>>[]) {
  const builtAt = doors.map(({ kiosk }) => kiosk.state().records.snapshot.builtAt ?? Infinity);
  await eventually(() => expect(Date.now() - Math.max(...builtAt)).toBeGreaterThan(1_100));
}

/** Two open kiosks, each of which hears the other, over links to the broker that can be cut. */
export async function openHouse(settings: object = {}, platform: BoxOfficeOptions = {}) {
  const boxOffice = await startBoxOffice({ tickets: 200, ...platform });
  onTestFinished(() => boxOffice.close());
  const broker = await startBroker();
  const links = await Promise.all([openLinkProxy(broker.url), openLinkProxy(broker.url)]);
  onTestFinished(async () => void (await Promise.all(links.map((link) => link.close()))));
  const [toLeft, toRight] = links;
  const [left, right] = await Promise.all([
    openKiosk(boxOffice, toLeft.url, 'Balcony left', { settings }),
    openKiosk(boxOffice, toRight.url, 'Foyer right', { settings }),
  ]);
  const [code = '', another = ''] = boxOffice.barcodes('valid', 2);
  return { boxOffice, broker, toLeft, toRight, left, right, code, another };
}
