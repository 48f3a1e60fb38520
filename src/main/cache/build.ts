import type { BodyStream } from '#main/ticketing/download.ts';
import type { TicketingFailure } from '#main/ticketing/failure.ts';
import type { BuildEnd, BuildOrder } from './build-messages.ts';
import { BuildWorker, type BuildProgress, type Crash } from './build-worker.ts';

/** What came of a build: the worker's word, the download's failure, or a worker without a word. */
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

/** Hands the download to the worker, as fast as it takes it; brings the failure that it ended with. */
async function feed(worker: BuildWorker, stream: BodyStream): Promise<TicketingFailure | null> {
  for await (const piece of stream) {
    if (!piece.ok) return piece.error;
    // A copy, because the bytes change hands and nobody knows what else lies in their buffer.
    worker.tell({ type: 'chunk', bytes: new Uint8Array(piece.value) });
    if (!(await worker.ready())) break;
  }
  return null;
}
