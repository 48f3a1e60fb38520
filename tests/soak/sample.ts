import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FakeClock } from '#tests/support/fake-clock.ts';
import type { Sample } from './messages.ts';

/** What this process holds now, after everything has been collected that can be. */
export function takeSample(
  { folder, clock }: { readonly folder: string; readonly clock: FakeClock },
  at: number,
  scans: number,
): Sample {
  if (globalThis.gc === undefined) throw new Error('start Node with --expose-gc');
  // The first lets finalizers run, whose garbage the second collects.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  return {
    ...{ at, scans, heap: heapUsed, external, resident: rss },
    resources: process.getActiveResourcesInfo().length,
    files: entriesOf('/proc/self/fd'),
    threads: entriesOf('/proc/self/task'),
    waiting: clock.waiting,
    wal: sizeOf(join(folder, 'ledger.db-wal')),
    snapshots: entriesOf(join(folder, 'snapshots')),
  };
}

function entriesOf(folder: string): number {
  try {
    return readdirSync(folder).length;
  } catch {
    // Not Linux, or not made yet.
    return 0;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
