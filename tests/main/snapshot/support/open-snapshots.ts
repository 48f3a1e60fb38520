import { randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import type { SnapshotScope } from '#main/snapshot/model.ts';
import { createSnapshots, type Snapshots } from '#main/snapshot/snapshots.ts';
import type { DownloadEnvelope, SnapshotsOptions } from '#main/snapshot/options.ts';
import { SNAPSHOT_TIMINGS } from '#main/snapshot/timings.ts';
import type { Clock } from '#main/base/ports.ts';
import type { BodyStream, Download } from '#main/platform/ticketing/download.ts';
import type { TicketingFailure } from '#main/platform/ticketing/failure.ts';
import { ok, type Result } from '#shared/result.ts';
import { eventually } from '#tests/support/eventually.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { WORKERS } from '#tests/support/workers.ts';
import { pieces } from './tickets.ts';

export const WORKER = pathToFileURL(WORKERS.snapshot);
export const PLATFORM = 'https://tickets.example';
export const SCOPE: SnapshotScope = {
  baseUrl: PLATFORM,
  filter: { clientId: 284 },
  username: 'ada',
};
/** How far the platform's clock is ahead of the kiosk's, in these tests. */
export const SKEW = 5000;

/** A vault whose keys last as long as the test. */
export function newVault() {
  const keys = new Map<string, Buffer>();
  return {
    key(purpose: string) {
      const key = keys.get(purpose) ?? randomBytes(32);
      keys.set(purpose, key);
      return key;
    },
  };
}

type Changes = Omit<Partial<SnapshotsOptions>, 'download'> & {
  /** As the snapshot has it, or the tickets alone. */
  readonly download: (
    ...asked: Parameters<SnapshotsOptions['download']>
  ) => Promise<Result<Download | BodyStream, TicketingFailure>>;
};

/** A snapshot that waits for its first refresh, ended with its test. */
export function openSnapshots(changes: Changes) {
  const clock = new FakeClock();
  const logger = new RecordingLogger();
  const directory = changes.directory ?? temporaryFolder();
  const envelopes: DownloadEnvelope[] = [];
  const told: (string | null)[] = [];
  const snapshots = createSnapshots({
    directory,
    vault: newVault(),
    clock,
    logger,
    platformTime: () => clock.now() + SKEW,
    workerEntry: WORKER,
    scope: () => SCOPE,
    offered: () => Promise.resolve([]),
    timings: SNAPSHOT_TIMINGS,
    random: () => 0.5,
    onEnvelope: (envelope) => envelopes.push(envelope),
    ...changes,
    async download(...asked) {
      const came = await changes.download(...asked);
      if (!came.ok) return came;
      return ok('type' in came.value ? came.value : downloadOf(came.value, clock));
    },
    onChange: () => told.push(snapshots.state().refreshing && 'refreshing'),
  });
  onTestFinished(() => snapshots.stop());
  return { snapshots, clock, logger, directory, envelopes, told };
}

/** Starts a snapshot and waits until its first refresh has ended. */
export async function start(snapshots: Snapshots): Promise<void> {
  snapshots.start();
  await eventually(() => expect(snapshots.state().refreshing).toBeNull());
}

/** What a kiosk leaves on the disk when it ends: its snapshot of 300 made-up tickets. */
export async function leaveSnapshot(changes: Partial<Changes> = {}) {
  const left = { directory: temporaryFolder(), vault: changes.vault ?? newVault() };
  const { snapshots } = openSnapshots({
    download: () => Promise.resolve(ok(streamOf(pieces(SCOPE.filter, 300)))),
    ...changes,
    ...left,
  });
  await start(snapshots);
  await snapshots.stop();
  return left;
}

/** A download without marks; it takes as long as its reader sees. */
function downloadOf(stream: BodyStream, clock: Clock): Download {
  const began = clock.steady();
  let transfer = 0;
  async function* watched(): BodyStream {
    yield* stream;
    transfer = clock.steady() - began;
  }
  const line = () => ({ bytes: 0, transfer });
  return { type: 'body', stream: watched(), line, validators: null, age: 0 };
}

/** A download of these pieces. */
export async function* streamOf(pieces: Iterable<Uint8Array>): BodyStream {
  for (const piece of pieces) {
    // As from a network: never at once.
    await Promise.resolve();
    yield ok(piece);
  }
}
