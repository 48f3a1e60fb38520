import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, vi } from 'vitest';
import type { CacheScope } from '#main/cache/cache-state.ts';
import {
  createTicketCache,
  type DownloadEnvelope,
  type TicketCache,
  type TicketCacheOptions,
} from '#main/cache/ticket-cache.ts';
import { CACHE_TIMINGS } from '#main/cache/timings.ts';
import type { BodyStream } from '#main/ticketing/download.ts';
import { ok } from '#shared/result.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

export const WORKER = new URL('../../../../src/main/cache/snapshot-worker.ts', import.meta.url);
export const PLATFORM = 'https://tickets.example';
export const SCOPE: CacheScope = {
  platform: PLATFORM,
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

type Changes = Partial<TicketCacheOptions> & Pick<TicketCacheOptions, 'download'>;

/** A cache that waits for its first refresh, ended with its test. */
export function openCache(changes: Changes) {
  const clock = new FakeClock();
  const logger = new RecordingLogger();
  const directory = changes.directory ?? temporaryFolder();
  const envelopes: DownloadEnvelope[] = [];
  const told: (string | null)[] = [];
  const cache = createTicketCache({
    directory,
    vault: newVault(),
    clock,
    logger,
    platformNow: () => clock.now() + SKEW,
    workerEntry: WORKER,
    scope: () => SCOPE,
    timings: CACHE_TIMINGS,
    random: () => 0.5,
    onEnvelope: (envelope) => envelopes.push(envelope),
    ...changes,
    onChange: () => told.push(cache.state().refreshing && 'refreshing'),
  });
  onTestFinished(() => cache.stop());
  return { cache, clock, logger, directory, envelopes, told };
}

/** Threads start slowly on a busy machine. */
export const PATIENCE = { timeout: 60_000 };

/** Starts a cache and waits until its first refresh has ended. */
export async function start(cache: TicketCache): Promise<void> {
  cache.start();
  await vi.waitFor(() => expect(cache.state().refreshing).toBeNull(), PATIENCE);
}

/** A download of these pieces. */
export async function* streamOf(pieces: Iterable<Uint8Array>): BodyStream {
  for (const piece of pieces) {
    // As from a network: never at once.
    await Promise.resolve();
    yield ok(piece);
  }
}
