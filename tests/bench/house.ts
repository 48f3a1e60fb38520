import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as otherWork, setTimeout as wait } from 'node:timers/promises';
import { createSnapshots, type Snapshots } from '#main/snapshot/snapshots.ts';
import type { SnapshotsOptions } from '#main/snapshot/options.ts';
import { Ledger } from '#main/ledger/ledger.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import { Sealer } from '#main/ledger/sealer.ts';
import { systemClock } from '#main/base/system-clock.ts';
import type { BodyStream } from '#main/platform/ticketing/download.ts';
import { ok } from '#shared/result.ts';
import { pieces } from '#tests/main/snapshot/support/tickets.ts';
import { wholeDownload } from '#tests/main/snapshot/support/whole-download.ts';
import { testVault, valueOf } from '#tests/main/ledger/support.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';

/** The house whose tickets and scans are measured. */
export const PLATFORM = 'https://tickets.example';
export const FILTER = { clientId: 284 };
export const HOUSE = { baseUrl: PLATFORM, clientId: FILTER.clientId };

const WORKER = new URL('../../src/main/snapshot/snapshot-worker.ts', import.meta.url);

/** A snapshot whose downloads have so many tickets, made while they are read. */
export function openSnapshots(directory: string, tickets: number) {
  return openSnapshotsWith({
    directory,
    download: () => Promise.resolve(ok(wholeDownload(downloadOf(tickets)))),
  });
}

/** A snapshot in this folder, with these downloads; what else is left out is the house's. */
export function openSnapshotsWith(
  options: Pick<SnapshotsOptions, 'directory' | 'download'> & Partial<SnapshotsOptions>,
) {
  const keys = new Map<string, Buffer>();
  const logger = new RecordingLogger();
  const snapshots = createSnapshots({
    vault: {
      key(purpose) {
        const key = keys.get(purpose) ?? randomBytes(32);
        keys.set(purpose, key);
        return key;
      },
    },
    clock: systemClock,
    logger,
    platformTime: Date.now,
    workerEntry: WORKER,
    scope: () => ({ baseUrl: PLATFORM, filter: FILTER, username: 'ada' }),
    offered: () => Promise.resolve([]),
    ...options,
  });
  return { snapshots, logger };
}

/** A download of so many tickets, made while it is read. */
export async function* downloadOf(tickets: number): BodyStream {
  for (const piece of pieces(FILTER, tickets)) {
    // As from a network: other things come in between.
    await otherWork();
    yield ok(piece);
  }
}

/** Starts the snapshot; resolves when its first snapshot is in use. */
export async function startSnapshots(snapshots: Snapshots): Promise<void> {
  snapshots.start();
  while (snapshots.state().refreshing !== null) await wait(1);
  const { problem } = snapshots.state();
  if (problem !== null) throw new Error(`there is no snapshot: ${problem.type}`);
}

/** A ledger in this folder, and how to write many entries at once, to prepare it. */
export function openLedger(folder: string) {
  const db = valueOf(openDatabase(join(folder, 'ledger.db')));
  const ledger = new Ledger({ db, sealer: new Sealer(testVault), kioskId: 'north-door' });
  return { ledger, atOnce: (work: () => void) => db.transaction(work)() };
}
