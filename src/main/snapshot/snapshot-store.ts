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

/** Where a new snapshot is built, and its path when it is complete. */
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

/** The snapshots in a folder; at most one of them is in use. */
export class SnapshotStore {
  readonly #directory: string;
  readonly #keys: SnapshotKeys;
  readonly #logger: Logger;
  #current: Snapshot | null = null;
  #currentNumber: number | null = null;
  /**
   * Those that could not be read at the start: the key may be available again at the next start.
   */
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
   * Opens the newest snapshot that can be read, and removes what crashes left behind. One that
   * cannot be read is kept until there is a new one. Throws the file system's errors.
   */
  open(): void {
    mkdirSync(this.#directory, { recursive: true });
    for (const number of snapshotNumbers(this.#directory)) {
      this.#number = Math.max(this.#number, number);
      if (this.#current === null && !this.adopt(number)) this.#locked.add(number);
    }
    this.sweep();
  }

  /** Returns the paths for the next snapshot. Throws the file system's errors. */
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

  /**
   * Replaces the snapshot in use by a complete one, and removes the old one. Returns false if the
   * new one cannot be read.
   */
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

  /** Removes all snapshots, including the one in use. */
  forget(): void {
    this.close();
    this.#locked.clear();
    this.sweep();
  }

  /**
   * Removes snapshots that are too old to be used, because they contain personal data. Returns
   * whether the one in use was removed.
   */
  expire(isTooOld: (times: BuildTimes) => boolean): boolean {
    for (const number of this.#locked) {
      // Its age cannot be read, so the file's date is used.
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
   * Removes all snapshots that are not in use, including those that could not be removed before, or
   * that a build's worker has left. The worker must have ended.
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
