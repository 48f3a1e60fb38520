import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createPlatformClock } from '#main/base/platform-clock.ts';
import { Uploader } from '#main/sync/upload.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { textOf } from '#main/platform/ticketing/body.ts';
import { createTicketingClient } from '#main/platform/ticketing/client.ts';
import { createHttp } from '#main/platform/ticketing/http.ts';
import { TIME_LIMITS } from '#main/platform/ticketing/time-limits.ts';
import { barcode } from '#tests/main/snapshot/support/tickets.ts';
import { offlineAdmission, valueOf } from '#tests/main/ledger/support.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import type { Figure } from './figures.ts';
import { FILTER, openLedger } from './house.ts';
import { inFolder } from './in-folder.ts';

const BATCH = 200;

/** A platform that takes every scan, after a round trip; and what it saw. */
async function openPlatform(roundTrip: number) {
  const bodies: string[] = [];
  let inFlight = 0;
  let most = 0;
  const server = createServer((request, response) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(body);
      void wait(roundTrip).then(() => {
        inFlight -= 1;
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ failedBarcodes: [] }));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    bodies,
    most: () => most,
    close: () => server.close(),
  };
}

/** Scans of a day without a network go up; beside as many equal requests, bare, one after the other. */
export function measureUpload(scans: number, roundTrip: number): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const platform = await openPlatform(roundTrip);
    const logger = new RecordingLogger();
    const http = createHttp({ logger });
    const { baseUrl } = platform;
    const { ledger, atOnce } = openLedger(folder);
    atOnce(() => {
      const start = Date.now() - 60_000 - scans;
      for (let scan = 0; scan < scans; scan += 1) {
        const ticketIds = { ticketId: scan, performanceId: 31 };
        const scanned = { code: barcode(scan), ticketIds, platformTime: start + scan };
        valueOf(ledger.record(offlineAdmission({ baseUrl, filter: FILTER, ...scanned })));
      }
    });

    const start = performance.now();
    await upload(baseUrl, ledger, http.fetch);
    const ours = performance.now() - start;
    const bodies = platform.bodies.splice(0);

    const bareStart = performance.now();
    for (const body of bodies) {
      const answer = await http.fetch(baseUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(60_000),
        redirect: 'manual',
      });
      await textOf(answer, Infinity);
    }
    const bare = performance.now() - bareStart;
    await http.close();
    platform.close();
    ledger.close();
    return [
      {
        what: `upload of queued scans, at ${roundTrip} ms round trip`,
        size: scans,
        ours: ours / 1000,
        bare: bare / 1000,
        unit: 's',
        toReach: { most: 30 },
      },
      {
        what: 'upload, requests',
        size: scans,
        ours: bodies.length,
        bare: Math.ceil(scans / BATCH),
        unit: 'requests',
        toReach: null,
      },
      {
        what: 'upload, most in flight at a time',
        size: scans,
        ours: platform.most(),
        bare: 1,
        unit: 'requests',
        toReach: { most: 1 },
      },
    ];
  });
}

/** Resolves when the platform has all of them. */
async function upload(
  baseUrl: string,
  { uploads }: ReturnType<typeof openLedger>['ledger'],
  fetch: ReturnType<typeof createHttp>['fetch'],
): Promise<void> {
  const logger = new RecordingLogger();
  const ports = { baseUrl, fetch, clock: systemClock, logger, timeLimits: TIME_LIMITS };
  const credentials = { username: 'somebody', token: 'token-of-somebody' };
  const session = {
    client: createTicketingClient(ports),
    credentials,
  };
  let end = (): void => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const uploader: Uploader = new Uploader({
    queue: uploads,
    clock: systemClock,
    usedAsOf: () => null,
    onTimeCorrected: () => undefined,
    platformClock: createPlatformClock(systemClock),
    session: () => session,
    logger,
    onChange() {
      if (!uploader.state.uploading) end();
    },
  });
  uploader.wake();
  await over;
  await uploader.stop();
  const pending = uploads.pendingCount();
  if (pending > 0)
    throw new Error(`${pending} scans have not been uploaded: ${logger.lines.at(-1)}`);
}
