import { Worker } from 'node:worker_threads';
import type { BodyStream } from '#main/ticketing/download.ts';
import type { TicketingFailure } from '#main/ticketing/failure.ts';
import {
  fromWorkerSchema,
  type BuildEnd,
  type BuildOrder,
  type FromWorker,
  type ToWorker,
} from './build-messages.ts';

/** The worker ended without a word; `code` says why, as far as Node knows. */
export interface Crash {
  readonly type: 'crashed';
  readonly code: string;
}

/** What came of a build: the worker's word, the download's failure, or a worker without a word. */
export type BuildOutcome = BuildEnd | TicketingFailure | Crash;

export interface BuildPorts {
  /** The worker's module: snapshot-worker.ts, or what was built from it. */
  readonly workerEntry: string | URL;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly tickets: number; readonly bytes: number }) => void;
}

/** How much of a download may be with the worker, in bytes: the rest waits in the network. */
const MOST_IN_HAND = 1024 * 1024;
/** The worker's JavaScript heap, in MB. It needs a tenth; one that runs wild ends alone. */
const LARGEST_HEAP = 128;

/** Builds a snapshot from a download, in a worker of its own. It does not throw. */
export async function buildSnapshot(
  ports: BuildPorts,
  order: BuildOrder,
  stream: BodyStream,
): Promise<BuildOutcome> {
  const worker = startWorker(ports.workerEntry, order);
  const abort = () => worker.giveUp();
  ports.signal.addEventListener('abort', abort, { once: true });
  try {
    if (ports.signal.aborted) abort();
    const failure = await feed(worker, stream, ports.onProgress);
    if (failure === null) worker.tell({ type: 'end' });
    else worker.giveUp();
    const outcome = await worker.outcome;
    if (ports.signal.aborted) return { type: 'aborted' };
    return failure ?? outcome;
  } finally {
    ports.signal.removeEventListener('abort', abort);
  }
}

/** Hands the download to the worker, as fast as it takes it; brings the failure that it ended with. */
async function feed(
  worker: BuildWorker,
  stream: BodyStream,
  onProgress: BuildPorts['onProgress'],
): Promise<TicketingFailure | null> {
  let bytes = 0;
  for await (const piece of stream) {
    if (!piece.ok) return piece.error;
    // A copy, because the bytes change hands and nobody knows what else lies in their buffer.
    const chunk = new Uint8Array(piece.value);
    bytes += chunk.byteLength;
    worker.tell({ type: 'chunk', bytes: chunk });
    const more = await worker.ready();
    onProgress({ tickets: worker.tickets(), bytes });
    if (!more) break;
  }
  return null;
}

interface BuildWorker {
  tell(message: ToWorker): void;
  /** Tickets so far. */
  tickets(): number;
  /** Waits until the worker can take more. False: it has ended. */
  ready(): Promise<boolean>;
  /** Ends it wherever it is. */
  giveUp(): void;
  /** Comes when its thread has ended, and with it all that it had open. */
  readonly outcome: Promise<BuildEnd | Crash>;
}

function startWorker(entry: string | URL, order: BuildOrder): BuildWorker {
  const resourceLimits = { maxOldGenerationSizeMb: LARGEST_HEAP };
  const worker = new Worker(entry, { workerData: order, resourceLimits });
  const inHand: number[] = [];
  let tickets = 0;
  let end: BuildEnd | null = null;
  let gone = false;
  let code = 'unknown';
  let wake = (): void => {};

  function hear(message: FromWorker): void {
    if (message.type === 'ended') {
      end = message.end;
    } else {
      tickets = message.tickets;
      inHand.shift();
    }
    wake();
  }

  worker.on('message', (message) => hear(fromWorkerSchema.parse(message)));
  // Its code or name alone: the message may hold what the worker was reading. `exit` follows.
  worker.on('error', (error) => {
    code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  });
  const outcome = new Promise<BuildEnd | Crash>((resolve) => {
    worker.once('exit', () => {
      gone = true;
      wake();
      resolve(end ?? { type: 'crashed', code });
    });
  });
  const ended = () => gone || end !== null;
  const full = () => inHand.reduce((sum, size) => sum + size, 0) > MOST_IN_HAND;

  return {
    outcome,
    tickets: () => tickets,
    tell(message) {
      if (message.type === 'chunk') {
        inHand.push(message.bytes.byteLength);
        worker.postMessage(message, [message.bytes.buffer]);
      } else {
        worker.postMessage(message);
      }
    },
    async ready() {
      while (full() && !ended()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return !ended();
    },
    giveUp: () => void worker.terminate(),
  };
}
