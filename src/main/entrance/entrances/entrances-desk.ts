import { WorkerClient } from '#main/base/worker-client.ts';
import type { SnapshotFile } from '#main/snapshot/snapshots.ts';
import type { Entrance } from '#shared/model/entrance.ts';
import { LARGEST_ENTRANCE_FILE, type FileFault } from '#shared/model/entrance-file.ts';
import type { EntranceTrial, NoTrial } from '#shared/model/entrance-trial.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { EntrancesCalls } from './entrances-calls.ts';

/** The thread's JavaScript heap, in MB. */
const LARGEST_HEAP = { maxOldGenerationSizeMb: 256 };

const FAILED = { type: 'failed' } as const;

export interface EntrancesDeskPorts {
  /** The module of the thread: kiosk/ticket-worker.ts, or what was built from it. */
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
    return (await this.#ask((thread) => thread.call('readEntrances', file))) ?? err(FAILED);
  }

  /** Counts where the tickets of this kiosk's copy would go with these entrances. */
  async try(entrances: readonly Entrance[]): Promise<Result<EntranceTrial, NoTrial>> {
    const snapshot = this.#ports.snapshot();
    if (snapshot === null) return err({ type: 'no-snapshot' });
    if (this.#isBusy) return err({ type: 'busy' });
    const { path, keys, builtAt } = snapshot;
    const order = { path, keys, builtAt, entrances };
    const trial = await this.#ask((thread) => thread.call('tryEntrances', order));
    return trial === null ? err(FAILED) : ok(trial);
  }

  /** Asks a thread of its own. */
  async #ask<T>(ask: (thread: WorkerClient<EntrancesCalls>) => Promise<T>): Promise<T> {
    this.#isBusy = true;
    const { workerEntry } = this.#ports;
    const thread = new WorkerClient<EntrancesCalls>(workerEntry, {
      heap: LARGEST_HEAP,
      isBackground: true,
    });
    try {
      return await ask(thread);
    } finally {
      this.#isBusy = false;
      void thread.end();
    }
  }
}
