/**
 * The worker that builds one snapshot and ends. It has its own thread, so that a refresh never
 * delays a decision, and its own memory, so that a failure affects only the refresh.
 */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { serveWorker } from '#main/base/serve-worker.ts';
import type { BuildCalls, BuildEnd, BuildOrder } from './build-calls.ts';
import { SnapshotWriter } from './snapshot-writer.ts';
import { TicketReader } from './ticket-reader.ts';

/** The rest of the disk is reserved for others. */
class DiskFull extends Error {}

/** A build that has begun. `conclude` is called once, when the writer is closed. */
function startBuild(
  { filter, baseUrl, username, ...rest }: BuildOrder,
  progress: (tickets: number) => void,
  conclude: (end: BuildEnd) => void,
): Omit<BuildCalls, 'build'> {
  let writer: SnapshotWriter | null = null;
  let hasEnded = false;
  let memory = 0;
  const reader = new TicketReader(filter, (ticket) =>
    writer?.add(rest.isOfAnother ? { ...ticket, patron: null } : ticket),
  );

  /** Does one piece of work. If it is the last one, or the disk fails, the build ends. */
  function step(work: () => BuildEnd | null): void {
    if (hasEnded) return;
    let outcome: BuildEnd | null;
    try {
      outcome = work();
    } catch (error) {
      const code = diskError(error);
      if (code === null) throw error;
      outcome = { type: 'disk', code };
    }
    if (outcome === null) return;
    hasEnded = true;
    writer?.close();
    conclude(outcome);
  }

  function finish(into: SnapshotWriter): BuildEnd {
    const reading = reader.end();
    if (reading.type === 'unreadable') return reading;
    const { accessTokenExpiration } = reading;
    if (reading.type === 'refusal') {
      return { type: 'refused', accessTokenExpiration, error: reading.error };
    }
    const { finalPath, isOfAnother, platformTime, kioskTime, offered } = rest;
    const skipped = reader.skipped + rest.skippedBefore;
    const times = { platformTime, kioskTime };
    const about = {
      isOfAnother,
      baseUrl,
      filter,
      username,
      ...times,
      offered,
      skipped,
      platformValidators: rest.platformValidators,
    };
    const counts = into.finish(finalPath, about, rest.expected);
    if (counts === null) return { type: 'unreadable', at: 'tickets (another download)' };
    const processor = threadTime();
    return { type: 'built', accessTokenExpiration, ...counts, skipped, memory, processor };
  }

  let opened: SnapshotWriter;
  step(() => {
    opened = new SnapshotWriter(rest.buildingPath, rest.keys, filter.clientId);
    writer = opened;
    return null;
  });
  return {
    chunk: ({ buffer, byteOffset, byteLength }) =>
      step(() => {
        leaveRoom(rest);
        const goOn = reader.write(Buffer.from(buffer, byteOffset, byteLength));
        const { heapUsed, external } = process.memoryUsage();
        memory = Math.max(memory, heapUsed + external);
        if (!goOn) return finish(opened);
        progress(opened.rows);
        return null;
      }),
    endOfDownload: () => step(() => finish(opened)),
  };
}

/** Throws, as on a full disk, before the build uses disk space that others need. */
function leaveRoom({ buildingPath, spare }: Pick<BuildOrder, 'buildingPath' | 'spare'>): void {
  const { bavail, bsize } = statfsSync(dirname(buildingPath));
  if (bavail * bsize < spare) throw new DiskFull();
}

/** The code of an error of SQLite or of the file system; null for a bug. */
function diskError(error: unknown): string | null {
  if (error instanceof DiskFull) return 'ENOSPC';
  if (error instanceof Database.SqliteError) return error.code;
  if (error instanceof Error && 'syscall' in error && 'code' in error) return String(error.code);
  return null;
}

/**
 * The processor time of this thread so far, in milliseconds. If the runtime does not provide it
 * (Node before 22.19), the time in which it was not waiting, which is an upper bound.
 */
function threadTime(): number {
  // An older runtime lacks the function, whatever its types say.
  if (typeof process.threadCpuUsage !== 'function') {
    return performance.eventLoopUtilization().active;
  }
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

serveWorker<BuildCalls, number>(({ progress }) => {
  let running: Omit<BuildCalls, 'build'> | null = null;
  return {
    build: (order) =>
      new Promise((resolve) => {
        running = startBuild(order, progress, resolve);
      }),
    chunk: (bytes) => running?.chunk(bytes),
    endOfDownload: () => running?.endOfDownload(null),
  };
});
