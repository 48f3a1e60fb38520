import { WorkerClient } from '#main/base/worker-client.ts';
import type { BuildCalls, BuildEnd, BuildOrder } from './build-calls.ts';

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
  readonly #client: WorkerClient<BuildCalls, number>;
  readonly #onProgress: (progress: BuildProgress) => void;
  /** The sizes of the chunks that were sent to it and that it has not read yet. */
  readonly #inHand: number[] = [];
  #bytesInHand = 0;
  #bytes = 0;
  #hasEnded = false;
  #wake = (): void => {};

  constructor(
    entry: string | URL,
    order: BuildOrder,
    onProgress: (progress: BuildProgress) => void,
  ) {
    this.#onProgress = onProgress;
    this.#client = new WorkerClient(entry, {
      heap: LARGEST_HEAP,
      onProgress: (tickets) => this.#noteRead(tickets),
    });
    this.outcome = this.#build(order);
  }

  /** Sends a chunk, whose buffer belongs to the worker from then on. Ignored if the worker has ended. */
  chunk(bytes: Uint8Array<ArrayBuffer>): void {
    this.#inHand.push(bytes.byteLength);
    this.#bytesInHand += bytes.byteLength;
    this.#client.send('chunk', bytes, [bytes.buffer]);
  }

  /** To be called after the last chunk. */
  endOfDownload(): void {
    this.#client.send('endOfDownload', null);
  }

  /** Resolves when the worker can take more; with false if it has ended. */
  async ready(): Promise<boolean> {
    while (this.#isFull() && !this.#hasEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return !this.#hasEnded;
  }

  /** Terminates the thread. */
  giveUp(): void {
    this.#client.cancel();
  }

  async #build(order: BuildOrder): Promise<BuildEnd | Crash> {
    const end = await this.#client.call('build', order);
    this.#hasEnded = true;
    this.#wake();
    void this.#client.end();
    const code = await this.#client.ended;
    return end ?? { type: 'crashed', code: code ?? 'unknown' };
  }

  #noteRead(tickets: number): void {
    const read = this.#inHand.shift() ?? 0;
    this.#bytesInHand -= read;
    this.#bytes += read;
    this.#onProgress({ tickets, bytes: this.#bytes });
    this.#wake();
  }

  #isFull(): boolean {
    return this.#bytesInHand > MOST_IN_HAND;
  }
}
