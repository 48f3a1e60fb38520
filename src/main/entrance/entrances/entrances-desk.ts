import { Worker } from 'node:worker_threads';
import { onMessage } from '#main/base/on-message.ts';
import type { SnapshotFile } from '#main/snapshot/snapshots.ts';
import type { Entrance } from '#shared/model/entrance.ts';
import { LARGEST_ENTRANCE_FILE, type FileFault } from '#shared/model/entrance-file.ts';
import type { EntranceTrial, NoTrial } from '#shared/model/entrance-trial.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { entrancesWordSchema, type EntrancesOrder, type EntrancesWord } from './messages.ts';

/** The thread's JavaScript heap, in MB. */
const LARGEST_HEAP = { maxOldGenerationSizeMb: 256 };

export interface EntrancesDeskPorts {
  /** The module of the thread: entrances-worker.ts, or what was built from it. */
  readonly workerEntry: string | URL;
  /** The snapshot, if it may be used for the door; else null. */
  readonly snapshot: () => SnapshotFile | null;
}

/** Where people work on the list of entrances: reads files and tries lists, one at a time, in a thread. */
export class EntrancesDesk {
  readonly #ports: EntrancesDeskPorts;
  #isBusy = false;

  constructor(ports: EntrancesDeskPorts) {
    this.#ports = ports;
  }

  /** Reads a file of entrances: all of it, or why not. */
  async read(file: Uint8Array): Promise<Result<readonly Entrance[], FileFault>> {
    if (file.length > LARGEST_ENTRANCE_FILE) return err({ type: 'too-large' });
    if (this.#isBusy) return err({ type: 'busy' });
    const word = await this.#order({ type: 'read', file });
    return word?.type === 'read' ? word.result : err({ type: 'failed' });
  }

  /** Counts where the tickets of this kiosk's copy would go with these entrances. */
  async try(entrances: readonly Entrance[]): Promise<Result<EntranceTrial, NoTrial>> {
    const snapshot = this.#ports.snapshot();
    if (snapshot === null) return err({ type: 'no-snapshot' });
    if (this.#isBusy) return err({ type: 'busy' });
    const { path, keys, builtAt } = snapshot;
    const word = await this.#order({ type: 'try', path, keys, builtAt, entrances });
    return word?.type === 'tried' && word.trial !== null ? ok(word.trial) : err({ type: 'failed' });
  }

  /** Resolves with the thread's answer; with null if it ended without one. */
  async #order(order: EntrancesOrder): Promise<EntrancesWord | null> {
    this.#isBusy = true;
    try {
      return await answerOf(this.#ports.workerEntry, order);
    } finally {
      this.#isBusy = false;
    }
  }
}

function answerOf(entry: string | URL, order: EntrancesOrder): Promise<EntrancesWord | null> {
  const worker = new Worker(entry, { workerData: order, resourceLimits: LARGEST_HEAP });
  // A kiosk that ends does not wait for it.
  worker.unref();
  return new Promise((resolve) => {
    onMessage(worker, entrancesWordSchema, resolve, () => void worker.terminate());
    // Its message may quote data, so it is ignored; `exit` follows.
    worker.on('error', () => undefined);
    worker.on('exit', () => resolve(null));
  });
}
