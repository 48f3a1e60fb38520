import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startBoxOffice } from '#box-office/server.ts';
import { openFileLog } from '#main/base/log/file-log.ts';
import type { Fetch } from '#main/base/ports.ts';
import { PATRON_DETAILS } from '#shared/model/settings.ts';
import { systemClock } from '#main/base/system-clock.ts';
import type { DemoTicketKind } from '#shared/model/demo-guide.ts';
import { openFaultProxy } from '#tests/support/fault-proxy.ts';
import { eventually } from '#tests/support/eventually.ts';
import { PATIENT_TIMINGS } from '#tests/support/patient-timings.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openHttp } from '#tests/main/platform/ticketing/support/client.ts';
import { choose } from '#tests/support/choice.ts';
import { userOf } from '#tests/support/demo-users.ts';
import { newKiosk } from '#tests/support/new-kiosk.ts';

const KINDS: readonly DemoTicketKind[] = [
  'valid',
  'scanned',
  'voided',
  'refunded',
  'other-performance',
  'other-series',
  'unknown',
];

/**
 * A door at which a user who may see patrons has scanned tickets of each kind, online and then without
 * the network, where scans wait. Everything is kept as in earnest, the log, too.
 */
export async function openBusyDoor() {
  const folder = temporaryFolder();
  const boxOfficeData = join(temporaryFolder(), 'box-office.db');
  const boxOffice = await startBoxOffice({ tickets: 600, data: boxOfficeData });
  onTestFinished(() => boxOffice.close());
  const network = await openFaultProxy(boxOffice.baseUrl, systemClock);
  const logger = openFileLog(join(folder, 'logs'), { console: false });
  const http = openHttp({ logger });
  const headers = new Set<string>();
  const fetch: Fetch = (url, init) => {
    const { Authorization: header } = init.headers;
    if (header !== undefined) headers.add(header);
    return http.fetch(url, init);
  };

  const { kiosk } = newKiosk(
    { baseUrl: network.baseUrl, timings: { ...PATIENT_TIMINGS, verdictAtLeast: 0 } },
    // All that there is to hide.
    {
      ...{ fetch, logger, dataDirectory: folder },
      settings: { patronDetails: [...PATRON_DETAILS] },
    },
  );
  await kiosk.start();
  await kiosk.handlers.signIn(userOf(boxOffice, 'scanner-with-patrons'));
  await choose(kiosk.handlers);
  await eventually(() => expect(kiosk.state().records.snapshot.tickets).not.toBeNull());

  const tickets = KINDS.flatMap((kind) => boxOffice.barcodes(kind, 4));
  const online = tickets.filter((_, index) => index % 2 === 0);
  const offline = tickets.filter((_, index) => index % 2 === 1);
  const scanAll = async (codes: readonly string[]) => {
    for (const code of codes) void kiosk.handlers.scan({ code, source: 'wedge' });
    await eventually(() => expect(kiosk.state().verdict.waiting).toBe(0));
  };
  await scanAll(online);
  expect(kiosk.state().verdict.last?.basis).toBe('platform');
  await network.cut();
  await scanAll(offline);
  expect(kiosk.state().verdict.last?.basis).toBe('cache');
  expect(kiosk.state().records.uploads.pending).toBe(2);
  return { kiosk, folder, boxOfficeData, network, headers: [...headers], codes: tickets };
}
