import type { BodyStream } from '#main/platform/ticketing/download.ts';
import type { TicketingFailure } from '#main/platform/ticketing/failure.ts';
import type { BuildEnd, BuildOrder } from './build-messages.ts';
import { BuildWorker, type BuildProgress, type Crash } from './build-worker.ts';

/**
 * The outcome of a build: the worker's result, the download's failure, or a worker that ended without a
 * result.
 */
export type BuildOutcome = BuildEnd | TicketingFailure | Crash;

export interface BuildPorts {
  /** The worker's module: snapshot-worker.ts, or what was built from it. */
  readonly workerEntry: string | URL;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BuildProgress) => void;
}

/** Builds a snapshot from a download, in a worker of its own. It does not throw. */
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
  if (failure === null) worker.tell({ type: 'end' });
  else worker.giveUp();
  const outcome = await worker.outcome;
  signal.removeEventListener('abort', abort);
  if (signal.aborted) return { type: 'aborted' };
  return failure ?? outcome;
}

/** Hands the download to the worker, as fast as it takes it; returns the failure that it ended with. */
async function feed(worker: BuildWorker, stream: BodyStream): Promise<TicketingFailure | null> {
  let chunk = new Chunk();
  for await (const piece of stream) {
    if (!piece.ok) return piece.error;
    for (let from = 0; from < piece.value.byteLength;) {
      from += chunk.take(piece.value.subarray(from));
      if (!chunk.isFull) continue;
      worker.tell({ type: 'chunk', bytes: chunk.bytes });
      chunk = new Chunk();
      if (!(await worker.ready())) return null;
    }
  }
  worker.tell({ type: 'chunk', bytes: chunk.bytes });
  return null;
}

/**
 * What is handed over at once, in bytes. A network that brings byte after byte must not cost a message
 * for each: they would keep the door waiting.
 */
const CHUNK = 64 * 1024;

/** Pieces of a download, copied: the bytes change hands, and nobody knows what else lies in their buffer. */
class Chunk {
  readonly #bytes = new Uint8Array(CHUNK);
  #length = 0;

  get isFull(): boolean {
    return this.#length === CHUNK;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Takes as much of a piece as there is room for, and says how much that was. */
  take(piece: Uint8Array): number {
    const taken = piece.subarray(0, CHUNK - this.#length);
    this.#bytes.set(taken, this.#length);
    this.#length += taken.byteLength;
    return taken.byteLength;
  }
}
