import Database from 'better-sqlite3';
import type { SnapshotKeys } from '#main/snapshot/snapshot-seal.ts';
import { Snapshot } from '#main/snapshot/snapshot.ts';
import type { FileFault } from '#shared/model/entrance-file.ts';
import type { EntranceTrial } from '#shared/model/entrance-trial.ts';
import type { Entrance } from '#shared/model/entrance.ts';
import type { Result } from '#shared/result.ts';
import { readEntrances } from './read-entrances.ts';
import { tryEntrances } from './try-entrances.ts';

/** A list of entrances, and the snapshot to try it on. */
export interface EntrancesTrialOrder {
  readonly path: string;
  readonly keys: SnapshotKeys;
  readonly builtAt: number;
  readonly entrances: readonly Entrance[];
}

/** What a thread can be asked about entrances. */
export interface EntrancesCalls {
  /** Reads a file of entrances. */
  readEntrances(file: Uint8Array): Result<readonly Entrance[], FileFault>;
  /** Null: the snapshot is missing or damaged. */
  tryEntrances(order: EntrancesTrialOrder): EntranceTrial | null;
}

export const entrancesCalls: EntrancesCalls = {
  readEntrances,
  tryEntrances({ path, keys, entrances, builtAt }) {
    const snapshot = Snapshot.open(path, keys);
    if (snapshot === null) return null;
    try {
      return tryEntrances(entrances, snapshot.readable(), builtAt);
    } catch (error) {
      // SQLite reads pages on demand, so damage may show at any time.
      if (error instanceof Database.SqliteError) return null;
      throw error;
    } finally {
      snapshot.close();
    }
  },
};
