import { WorkerClient } from '#main/base/worker-client.ts';
import type { SnapshotFile } from '#main/snapshot/snapshots.ts';
import type { OrderSign } from './order-sign.ts';
import type { PartyAnswer, PartyCalls } from './party-calls.ts';

/** The thread's JavaScript heap, in MB. */
const LARGEST_HEAP = { maxOldGenerationSizeMb: 256 };

/** A thread that looks through a snapshot for the tickets of one order, once. */
export class PartySearch {
  /** What it has found; null: it was called off before. */
  readonly answer: Promise<PartyAnswer | null>;
  /** Resolves when the thread has ended, and the snapshot is closed. */
  readonly ended: Promise<unknown>;
  readonly #client: WorkerClient<PartyCalls>;
  #isCalledOff = false;

  constructor(
    entry: string | URL,
    { path, keys }: SnapshotFile,
    ticketId: number,
    sign: OrderSign,
  ) {
    this.#client = new WorkerClient(entry, { heap: LARGEST_HEAP, isBackground: true });
    this.ended = this.#client.ended;
    this.answer = this.#ask({ path, keys, ticketId, sign });
  }

  /** Ends the thread; its answer resolves with null immediately. */
  callOff(): void {
    this.#isCalledOff = true;
    this.#client.cancel();
  }

  async #ask(order: Parameters<PartyCalls['party']>[0]): Promise<PartyAnswer | null> {
    const answer = await this.#client.call('party', order);
    void this.#client.end();
    return answer ?? (this.#isCalledOff ? null : { type: 'unreadable' });
  }
}
