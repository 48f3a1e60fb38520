import { Worker } from 'node:worker_threads';
import { onMessage } from '#main/base/on-message.ts';
import { ThreadEnd } from '#main/base/thread-end.ts';
import type { SnapshotFile } from '#main/snapshot/snapshots.ts';
import { partyWordSchema, type PartyAnswer, type PartyOrder, type PartyWord } from './messages.ts';
import type { OrderSign } from './order-sign.ts';

/** The thread's JavaScript heap, in MB. */
const LARGEST_HEAP = { maxOldGenerationSizeMb: 256 };

/** A thread that looks through a snapshot for the tickets that are alike, once. */
export class PartySearch {
  /** What it has found; null: it was called off before. */
  readonly answer: Promise<PartyAnswer | null>;
  /** Resolves when the thread has ended, and the snapshot is closed. */
  readonly ended: Promise<void>;
  readonly #threadEnd: ThreadEnd;
  #callOff = (): void => undefined;

  constructor(
    entry: string | URL,
    { path, keys }: SnapshotFile,
    ticketId: number,
    sign: OrderSign,
  ) {
    const order: PartyOrder = { path, keys, ticketId, sign };
    const worker = new Worker(entry, { workerData: order, resourceLimits: LARGEST_HEAP });
    this.#threadEnd = new ThreadEnd(worker);
    // A kiosk that ends does not wait for it for longer than it wants to.
    worker.unref();
    // Its message may quote data, so it is ignored; `exit` follows.
    worker.on('error', () => undefined);
    this.ended = new Promise((resolve) => worker.on('exit', () => resolve()));
    this.answer = new Promise((resolve) => {
      this.#callOff = () => resolve(null);
      const hear = (word: PartyWord): void => {
        if (word.type === 'loaded') this.#threadEnd.noteLoaded();
        else resolve(word);
      };
      onMessage(worker, partyWordSchema, hear, () => this.#threadEnd.now());
      worker.on('exit', () => resolve({ type: 'unreadable' }));
    });
  }

  /** Ends the thread; who waits for its answer is told so at once. */
  callOff(): void {
    this.#callOff();
    this.#threadEnd.now();
  }
}
