import { DEMO_IDS } from '#box-office/demo/programme.ts';
import type { SnapshotsOptions } from '#main/snapshot/options.ts';
import type { Clock } from '#main/base/ports.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { createTicketingClient, type TicketingClient } from '#main/platform/ticketing/client.ts';
import type { Credentials } from '#main/platform/ticketing/failure.ts';
import { createHttp } from '#main/platform/ticketing/http.ts';
import { TIME_LIMITS } from '#main/platform/ticketing/time-limits.ts';
import type { DemoGuide } from '#shared/model/demo-guide.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { valueOf } from '#tests/main/ledger/support.ts';
import { openSnapshotsWith } from './house.ts';
import { listenToTheLine } from './line.ts';
import { userOf } from '#tests/support/demo-users.ts';

const MINUTE = 60_000;

/** What one download took, and how long the kiosk then waits. */
export interface DownloadTaken {
  /** On the line in both directions, with all that HTTP adds. */
  readonly bytes: number;
  /** Of the processors, by this whole process with its threads, in milliseconds. */
  readonly processor: number;
  /** From asking until the snapshot is in use, in milliseconds. */
  readonly time: number;
  /** Until the next one, in milliseconds. */
  readonly pause: number;
}

/** The kiosk's snapshot of the tickets, and its way to the platform. */
export interface TicketDoor {
  /** Downloads when the pause after the last one is over, which it is at once. */
  download(): Promise<DownloadTaken>;
  scan(barcode: string): ReturnType<TicketingClient['validateTicket']>;
  /** In the snapshot. */
  tickets(): number;
  close(): Promise<void>;
}

export interface TicketDoorOptions {
  readonly baseUrl: string;
  readonly guide: DemoGuide;
  readonly directory: string;
  readonly worker: string;
  /** As it is, or in full, uncompressed and every minute (ADR 47). */
  readonly way: 'now' | 'before';
}

export async function openTicketDoor(options: TicketDoorOptions): Promise<TicketDoor> {
  const { baseUrl, directory, worker, way } = options;
  const isNow = way === 'now';
  const listened = listenToTheLine();
  const clock = new SkippingClock();
  const logger = new RecordingLogger();
  const http = createHttp({ logger });
  const client = createTicketingClient({
    ...{ baseUrl, clock, logger, timeLimits: TIME_LIMITS },
    fetch: (url, init) => {
      const headers = { ...init.headers, ...(!isNow && { 'accept-encoding': 'identity' }) };
      return http.fetch(url, { ...init, headers });
    },
  });
  const credentials = await signIn(client, options.guide);
  const filter = { clientId: DEMO_IDS.clientId };
  const download: SnapshotsOptions['download'] = (_filter, signal, known) =>
    client.validTickets(credentials, filter, { signal, known: isNow ? known : null });
  const { snapshots } = openSnapshotsWith({
    ...{ directory, clock, download, workerEntry: worker, random: () => 0.5 },
    platformTime: () => clock.now(),
    scope: () => ({ baseUrl, filter, username: credentials.username }),
    async offered(_filter, signal) {
      valueOf(await client.filterOptions(credentials, { signal }));
      return [];
    },
    pace: () => ({ every: isNow ? 'auto' : MINUTE, untilStart: null }),
  });

  const pauseLeft = (): number => Math.max(0, (snapshots.state().next?.at ?? 0) - clock.now());
  // The first ones are slower: nothing has been compiled yet.
  snapshots.start();
  await snapshots.refresh();
  return {
    async download() {
      clock.skip(pauseLeft());
      const before = listened.bytes();
      const processor = process.cpuUsage();
      const start = performance.now();
      await snapshots.refresh();
      const { user, system } = process.cpuUsage(processor);
      const { problem } = snapshots.state();
      if (problem !== null) throw new Error(`there is no copy: ${problem.type}`);
      return {
        bytes: listened.bytes() - before,
        processor: (user + system) / 1000,
        time: performance.now() - start,
        pause: pauseLeft(),
      };
    },
    scan: (barcode) => client.validateTicket(credentials, { ...filter, barcodeString: barcode }),
    tickets: () => snapshots.state().tickets ?? 0,
    async close() {
      await snapshots.stop();
      await http.close();
      listened.leave();
    },
  };
}

/** As somebody who sees patrons: those are most of what comes. */
async function signIn(client: TicketingClient, guide: DemoGuide): Promise<Credentials> {
  const { username, password } = userOf({ guide }, 'scanner-with-patrons');
  const { accessToken } = valueOf(await client.authenticate(username, password));
  return { username, token: accessToken };
}

/** The machine's clock, and ahead of it by what nobody wants to wait for. */
class SkippingClock implements Clock {
  #skipped = 0;
  readonly after: Clock['after'] = (ms, wake) => systemClock.after(ms, wake);

  now(): number {
    return systemClock.now() + this.#skipped;
  }

  steady(): number {
    return systemClock.steady() + this.#skipped;
  }

  skip(ms: number): void {
    this.#skipped += ms;
  }
}
