import { Worker } from 'node:worker_threads';
import { onMessage } from '#main/base/on-message.ts';
import { ThreadEnd } from '#main/base/thread-end.ts';
import {
  fromWorkerSchema,
  type BuildEnd,
  type BuildOrder,
  type FromWorker,
  type ToWorker,
} from './build-messages.ts';

/** The worker ended without a result; `code` is the reason as far as Node knows it. */
export interface Crash {
  readonly type: 'crashed';
  readonly code: string;
}

/** The progress of a build: what the worker has read. */
export interface BuildProgress {
  readonly tickets: number;
  readonly bytes: number;
}

/** How many bytes of a download may be queued for the worker: the rest waits in the network. */
const MOST_IN_HAND = 1024 * 1024;
/**
 * The limits of the worker's JavaScript heap, in MB. It needs a fraction of that; if it exceeds the
 * limit, only the worker ends. Its objects are short-lived, so a larger young generation would
 * bring nothing.
 */
const LARGEST_HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** The main thread's handle of the thread that builds one snapshot. */
export class BuildWorker {
  /** Resolves when the thread has ended and all its files are closed. */
  readonly outcome: Promise<BuildEnd | Crash>;
  readonly #worker: Worker;
  readonly #threadEnd: ThreadEnd;
  readonly #onProgress: (progress: BuildProgress) => void;
  /** The sizes of the chunks that were sent to it and that it has not read yet. */
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
    this.#threadEnd = new ThreadEnd(this.#worker);
    onMessage(
      this.#worker,
      fromWorkerSchema,
      (message) => this.#hear(message),
      () => this.giveUp(),
    );
    // Only its code: the message may quote data. `exit` follows.
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

  /**
   * Sends a message; the buffer of a chunk is transferred to the worker. Ignored if the worker has
   * ended.
   */
  tell(message: ToWorker): void {
    if (message.type === 'end') {
      this.#worker.postMessage(message);
      return;
    }
    this.#inHand.push(message.bytes.byteLength);
    this.#bytesInHand += message.bytes.byteLength;
    this.#worker.postMessage(message, [message.bytes.buffer]);
  }

  /** Resolves when the worker can take more; with false if it has ended. */
  async ready(): Promise<boolean> {
    while (this.#isFull() && !this.#hasEnded()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return !this.#hasEnded();
  }

  /** Terminates the thread. */
  giveUp(): void {
    this.#threadEnd.now();
  }

  #hear(message: FromWorker): void {
    if (message.type === 'loaded') {
      this.#threadEnd.noteLoaded();
    } else if (message.type === 'ended') {
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
