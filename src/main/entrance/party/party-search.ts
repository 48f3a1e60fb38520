import { Worker } from 'node:worker_threads';
import type { SnapshotFile } from '#main/snapshot/snapshots.ts';
import { partyWordSchema, type PartyOrder, type PartyWord } from './messages.ts';
import type { OrderSign } from './order-sign.ts';

/** The thread's JavaScript heap, in MB. */
const LARGEST_HEAP = { maxOldGenerationSizeMb: 256 };

/** Looks through a snapshot, in a thread, for the tickets that are alike. */
export function searchParty(
  entry: string | URL,
  { path, keys }: SnapshotFile,
  ticketId: number,
  sign: OrderSign,
): Promise<PartyWord> {
  const order: PartyOrder = { path, keys, ticketId, sign };
  const worker = new Worker(entry, { workerData: order, resourceLimits: LARGEST_HEAP });
  // A kiosk that ends does not wait for it.
  worker.unref();
  return new Promise((resolve) => {
    worker.on('message', (message) => resolve(partyWordSchema.parse(message)));
    // Its message may quote data, so it is ignored; `exit` follows.
    worker.on('error', () => undefined);
    worker.on('exit', () => resolve({ type: 'unreadable' }));
  });
}
