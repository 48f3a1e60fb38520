/**
 * The worker that builds one snapshot and ends. It has its own thread, so that a refresh never
 * delays a decision, and its own memory, so that a failure affects only the refresh.
 */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { assertNever } from '#shared/assert-never.ts';
import {
  buildOrderSchema,
  toWorkerSchema,
  type BuildEnd,
  type BuildOrder,
  type FromWorker,
} from './build-messages.ts';
import { SnapshotWriter } from './snapshot-writer.ts';
import { TicketReader } from './ticket-reader.ts';

/** The rest of the disk is reserved for others. */
class DiskFull extends Error {}

if (parentPort === null) throw new Error('this is a worker: it has to be started as one');
const port = parentPort;
const order = buildOrderSchema.parse(workerData);
const say = (message: FromWorker): void => port.postMessage(message);

function build(writer: SnapshotWriter, { filter, baseUrl, username, ...rest }: BuildOrder): void {
  const reader = new TicketReader(filter, (ticket) =>
    writer.add(rest.isOfAnother ? { ...ticket, patron: null } : ticket),
  );
  let memory = 0;

  function finish(): BuildEnd {
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
    const counts = writer.finish(finalPath, about, rest.expected);
    if (counts === null) return { type: 'unreadable', at: 'tickets (another download)' };
    const processor = threadTime();
    return { type: 'built', accessTokenExpiration, ...counts, skipped, memory, processor };
  }

  port.on('message', (message) => {
    const told = toWorkerSchema.parse(message);
    end(() => {
      switch (told.type) {
        case 'chunk': {
          const { buffer, byteOffset, byteLength } = told.bytes;
          leaveRoom(rest);
          const goOn = reader.write(Buffer.from(buffer, byteOffset, byteLength));
          const { heapUsed, external } = process.memoryUsage();
          memory = Math.max(memory, heapUsed + external);
          if (!goOn) return finish();
          say({ type: 'consumed', tickets: writer.rows });
          return null;
        }
        case 'end':
          return finish();
        default:
          return assertNever(told);
      }
    }, writer);
  });
}

/**
 * Runs one piece of work. If it is the last one, or the disk fails, reports the result of the
 * build.
 */
function end(work: () => BuildEnd | null, writer: SnapshotWriter | null): void {
  let outcome: BuildEnd | null;
  try {
    outcome = work();
  } catch (error) {
    const code = diskError(error);
    if (code === null) throw error;
    outcome = { type: 'disk', code };
  }
  if (outcome === null) return;
  writer?.close();
  say({ type: 'ended', end: outcome });
  port.close();
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

/** With it SQLite is loaded, even if the file cannot be opened. */
function openWriter(): SnapshotWriter {
  try {
    return new SnapshotWriter(order.buildingPath, order.keys, order.filter.clientId);
  } finally {
    say({ type: 'loaded' });
  }
}

end(() => {
  build(openWriter(), order);
  return null;
}, null);

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
