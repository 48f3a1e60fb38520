import { mkdirSync } from 'node:fs';
import type { Logger } from '#main/ports.ts';
import {
  buildingPath,
  removeSnapshot,
  removeSnapshots,
  removeUnfinished,
  snapshotNumbers,
  snapshotPath,
} from './snapshot-files.ts';
import { Snapshot } from './snapshot.ts';
import type { CacheKeys } from './snapshot-seal.ts';

/** Where a new snapshot is built, and what it is called when it is complete. */
export interface BuildSite {
  readonly number: number;
  readonly buildingPath: string;
  readonly finalPath: string;
}

/** The snapshots in a folder, of which one at most is in use. */
export class SnapshotStore {
  readonly #directory: string;
  readonly #keys: CacheKeys;
  readonly #logger: Logger;
  #current: Snapshot | null = null;
  #currentNumber: number | null = null;
  /** The highest number so far. */
  #number = 0;

  constructor(directory: string, keys: CacheKeys, logger: Logger) {
    this.#directory = directory;
    this.#keys = keys;
    this.#logger = logger;
  }

  get current(): Snapshot | null {
    return this.#current;
  }

  /**
   * Takes the newest snapshot that can be read into use, and removes what crashes left behind. One
   * that cannot be read stays until there is another: its key may be there again at the next start.
   * Throws as the file system does.
   */
  open(): void {
    mkdirSync(this.#directory, { recursive: true });
    this.#note(removeUnfinished(this.#directory));
    for (const number of snapshotNumbers(this.#directory)) {
      this.#number = Math.max(this.#number, number);
      if (this.#current === null) this.adopt(number);
    }
  }

  /** A place for the next snapshot. Throws as the file system does. */
  site(): BuildSite {
    mkdirSync(this.#directory, { recursive: true });
    this.#note(removeUnfinished(this.#directory));
    this.#number += 1;
    const number = this.#number;
    return {
      number,
      buildingPath: buildingPath(this.#directory, number),
      finalPath: snapshotPath(this.#directory, number),
    };
  }

  /** Puts a complete snapshot in the place of the one in use, which goes. False: it cannot be read. */
  adopt(number: number): boolean {
    const next = Snapshot.open(snapshotPath(this.#directory, number), this.#keys);
    if (next === null) return false;
    this.close();
    this.#current = next;
    this.#currentNumber = number;
    this.#note(removeSnapshots(this.#directory, number));
    return true;
  }

  /** Removes all snapshots, the one in use too. */
  forget(): void {
    this.close();
    this.#note(removeSnapshots(this.#directory, null));
  }

  /** Once the worker of a build is gone: removes what it left, unless that is in use. */
  clean({ number }: BuildSite): void {
    this.#note(removeUnfinished(this.#directory));
    if (number !== this.#currentNumber) this.#note(removeSnapshot(this.#directory, number));
  }

  close(): void {
    this.#current?.close();
    this.#current = null;
    this.#currentNumber = null;
  }

  #note(stayed: number): void {
    if (stayed > 0) this.#logger.warn('old snapshots could not be removed yet', { files: stayed });
  }
}
