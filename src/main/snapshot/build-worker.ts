import { Worker } from 'node:worker_threads';
import {
  fromWorkerSchema,
  type BuildEnd,
  type BuildOrder,
  type FromWorker,
  type ToWorker,
} from './build-messages.ts';

/** The worker ended without a result; `code` is Node's reason, if there is one. */
export interface Crash {
  readonly type: 'crashed';
  readonly code: string;
}

/** How far a build is: what the worker has read. */
export interface BuildProgress {
  readonly tickets: number;
  readonly bytes: number;
}

/** How much of a download may be with the worker, in bytes: the rest waits in the network. */
const MOST_IN_HAND = 1024 * 1024;
/**
 * The worker's JavaScript heap, in MB. It needs a fraction of it, and one that runs out of it ends without
 * harm to the kiosk. Objects are short-lived here, so a larger young generation would gain nothing.
 */
const LARGEST_HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** The thread that builds one snapshot, as main sees it. */
export class BuildWorker {
  /** Resolves when the thread has ended and its files are closed. */
  readonly outcome: Promise<BuildEnd | Crash>;
  readonly #worker: Worker;
  readonly #onProgress: (progress: BuildProgress) => void;
  /** The sizes of the chunks that it has been handed and not read yet. */
  readonly #inHand: number[] = [];
  #bytesInHand = 0;
  #bytes = 0;
  #end: BuildEnd | null = null;
  #gone = false;
  #code = 'unknown';
  #wake = (): void => {};

  constructor(
    entry: string | URL,
    order: BuildOrder,
    onProgress: (progress: BuildProgress) => void,
  ) {
    this.#onProgress = onProgress;
    this.#worker = new Worker(entry, {
      workerData: order,
      resourceLimits: LARGEST_HEAP,
    });
    this.#worker.on('message', (message) => this.#hear(fromWorkerSchema.parse(message)));
    // Its code alone: the message may hold what the worker was reading. `exit` follows.
    this.#worker.on('error', (error) => {
      this.#code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    });
    this.outcome = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#gone = true;
        this.#wake();
        resolve(this.#end ?? { type: 'crashed', code: this.#code });
      });
    });
  }

  /** Transfers a piece to the worker. Ignored if the worker has ended. */
  tell(message: ToWorker): void {
    if (message.type === 'end') {
      this.#worker.postMessage(message);
      return;
    }
    this.#inHand.push(message.bytes.byteLength);
    this.#bytesInHand += message.bytes.byteLength;
    this.#worker.postMessage(message, [message.bytes.buffer]);
  }

  /** Waits until the worker can take more. Resolves to false if it has ended. */
  async ready(): Promise<boolean> {
    while (this.#isFull() && !this.#hasEnded()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return !this.#hasEnded();
  }

  /** Terminates the worker at once. */
  giveUp(): void {
    void this.#worker.terminate();
  }

  #hear(message: FromWorker): void {
    if (message.type === 'ended') {
      this.#end = message.end;
    } else {
      const read = this.#inHand.shift() ?? 0;
      this.#bytesInHand -= read;
      this.#bytes += read;
      this.#onProgress({ tickets: message.tickets, bytes: this.#bytes });
    }
    this.#wake();
  }

  #isFull(): boolean {
    return this.#bytesInHand > MOST_IN_HAND;
  }

  #hasEnded(): boolean {
    return this.#gone || this.#end !== null;
  }
}
