import { mkdirSync } from 'node:fs';
import type { Logger } from '#main/base/ports.ts';
import {
  buildingPath,
  removeOthers,
  snapshotNumbers,
  snapshotPath,
  writtenAt,
} from './snapshot-files.ts';
import { Snapshot } from './snapshot.ts';
import type { SnapshotKeys } from './snapshot-seal.ts';

/** Where a new snapshot is built, and what it is called when it is complete. */
export interface BuildSite {
  readonly number: number;
  readonly buildingPath: string;
  readonly finalPath: string;
}

/** When a download began, on both clocks; ms since the epoch. */
export interface BuildTimes {
  readonly platformTime: number;
  readonly kioskTime: number;
}

/** The snapshots in a folder, of which one at most is in use. */
export class SnapshotStore {
  readonly #directory: string;
  readonly #keys: SnapshotKeys;
  readonly #logger: Logger;
  #current: Snapshot | null = null;
  #currentNumber: number | null = null;
  /** Those that could not be read at the start: the key of one may be there again at the next. */
  readonly #locked = new Set<number>();
  /** The highest number so far. */
  #number = 0;

  constructor(directory: string, keys: SnapshotKeys, logger: Logger) {
    this.#directory = directory;
    this.#keys = keys;
    this.#logger = logger;
  }

  get current(): Snapshot | null {
    return this.#current;
  }

  /**
   * Takes the newest snapshot that can be read into use, and removes what crashes left behind. One
   * that cannot be read stays until there is another. Throws as the file system does.
   */
  open(): void {
    mkdirSync(this.#directory, { recursive: true });
    for (const number of snapshotNumbers(this.#directory)) {
      this.#number = Math.max(this.#number, number);
      if (this.#current === null && !this.adopt(number)) this.#locked.add(number);
    }
    this.sweep();
  }

  /** A place for the next snapshot. Throws as the file system does. */
  site(): BuildSite {
    mkdirSync(this.#directory, { recursive: true });
    this.sweep();
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
    this.#locked.clear();
    this.sweep();
    return true;
  }

  /** Removes all snapshots, the one in use too. */
  forget(): void {
    this.close();
    this.#locked.clear();
    this.sweep();
  }

  /** Removes what is too old to be used, and the people in it. True: that was the one in use. */
  expire(isTooOld: (times: BuildTimes) => boolean): boolean {
    for (const number of this.#locked) {
      // A snapshot that cannot be opened has no age of its own, so the file's is taken.
      const time = writtenAt(this.#directory, number) ?? 0;
      if (isTooOld({ platformTime: time, kioskTime: time })) this.#locked.delete(number);
    }
    const expired = this.#current !== null && isTooOld(this.#current.about);
    if (expired) {
      this.close();
      this.#logger.warn('the snapshot is too old and is removed');
    }
    this.sweep();
    return expired;
  }

  /**
   * Removes what is not in use: also what could not be removed before, or was left by the worker of a
   * build, which must be gone.
   */
  sweep(): void {
    const inUse = this.#currentNumber === null ? [] : [this.#currentNumber];
    const stayed = removeOthers(this.#directory, [...inUse, ...this.#locked]);
    if (stayed > 0) this.#logger.warn('old snapshots could not be removed yet', { files: stayed });
  }

  close(): void {
    this.#current?.close();
    this.#current = null;
    this.#currentNumber = null;
  }
}
