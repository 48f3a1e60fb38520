import type { BodyStream } from '#main/platform/ticketing/download.ts';
import type { TicketingFailure } from '#main/platform/ticketing/failure.ts';
import type { BuildEnd, BuildOrder } from './build-calls.ts';
import { BuildWorker, type BuildProgress, type Crash } from './build-worker.ts';

/** The result of a build: the worker's, the download's failure, or a crash of the worker. */
export type BuildOutcome = BuildEnd | TicketingFailure | Crash;

export interface BuildPorts {
  /** The worker's module: snapshot-worker.ts, or what was built from it. */
  readonly workerEntry: string | URL;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BuildProgress) => void;
}

/** Builds a snapshot from a download, in a worker thread. It does not reject. */
export async function buildSnapshot(
  { workerEntry, signal, onProgress }: BuildPorts,
  order: BuildOrder,
  stream: BodyStream,
): Promise<BuildOutcome> {
  const worker = new BuildWorker(workerEntry, order, onProgress);
  const abort = () => worker.giveUp();
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const failure = await feed(worker, stream);
  if (failure === null) worker.endOfDownload();
  else worker.giveUp();
  const outcome = await worker.outcome;
  signal.removeEventListener('abort', abort);
  if (signal.aborted) return { type: 'aborted' };
  return failure ?? outcome;
}

/**
 * Sends the download to the worker, as fast as it reads; returns the failure that the download
 * ended with, or null.
 */
async function feed(worker: BuildWorker, stream: BodyStream): Promise<TicketingFailure | null> {
  let chunk = new Chunk();
  for await (const piece of stream) {
    if (!piece.ok) return piece.error;
    for (let from = 0; from < piece.value.byteLength;) {
      from += chunk.take(piece.value.subarray(from));
      if (!chunk.isFull) continue;
      worker.chunk(chunk.bytes);
      chunk = new Chunk();
      if (!(await worker.ready())) return null;
    }
  }
  worker.chunk(chunk.bytes);
  return null;
}

/**
 * The size of a message to the worker, in bytes. If the network delivers byte by byte, each must
 * not become a message of its own, which would delay the door.
 */
const CHUNK = 64 * 1024;

/**
 * Collects pieces of a download. They are copied, because their buffer is transferred to the worker
 * and could contain other data.
 */
class Chunk {
  readonly #bytes = new Uint8Array(CHUNK);
  #length = 0;

  get isFull(): boolean {
    return this.#length === CHUNK;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Copies as much of a piece as fits, and returns how much that was. */
  take(piece: Uint8Array): number {
    const taken = piece.subarray(0, CHUNK - this.#length);
    this.#bytes.set(taken, this.#length);
    this.#length += taken.byteLength;
    return taken.byteLength;
  }
}
