import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LONGEST_PERFORMANCE } from '#shared/model/programme.ts';
import { ok, type Result } from '#shared/result.ts';
import type { SnapshotTicket, SnapshotScope, LookupFailure, SingleSnapshot } from './model.ts';
import { REFRESH_RULES, NO_WEIGHT, priceOf, sumOf, type Weight } from './refresh-interval.ts';
import type { UpcomingPerformance } from './options.ts';
import { PerformanceSnapshot, type PerformanceSnapshotPorts } from './performance-snapshot.ts';
import type { AboutSnapshot, PerformanceCount } from './snapshot-format.ts';
import type { Snapshot } from './snapshot.ts';
import { SnapshotStore, type BuildTimes } from './snapshot-store.ts';

export interface PerformanceSnapshotsPorts extends Omit<PerformanceSnapshotPorts, 'store'> {
  /** The folder, with a subfolder for each performance. */
  readonly directory: string;
  /** What the door may be open for until tomorrow, soonest first. */
  readonly upcoming: () => readonly UpcomingPerformance[];
  /** Whether guests are waiting for the platform. */
  readonly isBusy: () => boolean;
}

/** The result of one round of downloads. */
export interface Round {
  /** The total of all downloads. */
  readonly weight: Weight;
  /** For how long the platform asks not to be called, in milliseconds; null if it does not. */
  readonly hold: number | null;
}

/**
 * The most performances with a snapshot of their own. A house with more of them plays every few
 * minutes: there, the next ones are soon in the platform’s scan window, and so in the large
 * snapshot.
 */
export const MOST_PERFORMANCES = 12;

/** A ticket, and who downloaded it. */
export interface FoundTicket {
  readonly ticket: SnapshotTicket;
  readonly username: string;
}

/**
 * Snapshots of performances that the large snapshot has no tickets of, because the platform’s scan
 * window was not open for them. Each has a snapshot of its own, so that they do not depend on each
 * other.
 */
export class PerformanceSnapshots {
  readonly #ports: PerformanceSnapshotsPorts;
  readonly #snapshots = new Map<number, PerformanceSnapshot>();
  #controller = new AbortController();
  /** The one that is being downloaded; null if none is. */
  #underway: PerformanceSnapshot | null = null;

  constructor(ports: PerformanceSnapshotsPorts) {
    this.#ports = ports;
  }

  /** The progress of a download; null if none is in progress. */
  get progress() {
    return this.#underway && (this.#underway.progress ?? { tickets: 0, bytes: 0 });
  }

  /**
   * Opens the snapshots on the disk. Throws the file system's errors.
   *
   * @param ageOf returns how old the data was at these times, in milliseconds
   */
  open(ageOf: (times: BuildTimes) => number): void {
    const { directory } = this.#ports;
    if (!existsSync(directory)) return;
    for (const name of readdirSync(directory)) {
      if (!/^\d{1,15}$/.test(name)) continue;
      const snapshot = this.#snapshotOf(Number(name));
      snapshot.store.open();
      const about = snapshot.store.current?.about;
      if (about !== undefined) snapshot.noteAge(ageOf(about));
    }
  }

  /**
   * Downloads the performances that `large` has no tickets of and whose own snapshots are old, one
   * after another. It downloads only as many as fit into the following pause, none while guests
   * wait, and stops after the first that the platform did not answer.
   */
  async refresh(scope: SnapshotScope, large: Snapshot): Promise<Round> {
    const { isBusy, upcoming } = this.#ports;
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    const next = upcoming();
    // An all-day event goes on for longer than a performance does after its start.
    const isNext = new Set(next.map(({ performanceId }) => performanceId));
    const isOfOthers = ({ store: { current } }: PerformanceSnapshot) =>
      current !== null && !isOfTheSame(current.about, large.about);
    this.#removeWhere(
      (snapshot) =>
        large.sold.has(snapshot.performanceId) ||
        (this.#isOver(snapshot) && !isNext.has(snapshot.performanceId)) ||
        isOfOthers(snapshot),
    );
    let weight = NO_WEIGHT;
    // If the scope names a performance, the large snapshot has all of it already.
    if (scope.filter.performanceId !== undefined) return { weight, hold: null };
    // What the platform offered just before is contained in the large snapshot, even if there were
    // no tickets.
    const came = new Set([...large.sold, ...large.about.offered]);
    const missing = next.filter(({ performanceId }) => !came.has(performanceId));
    for (const { performanceId, productionId } of missing.slice(0, MOST_PERFORMANCES)) {
      const snapshot = this.#snapshotOf(performanceId);
      const production = productionId === null ? {} : { productionId };
      const wanted = { ...scope, filter: { ...scope.filter, ...production, performanceId } };
      if (!snapshot.isDue(wanted)) continue;
      if (isBusy() || priceOf(weight) >= REFRESH_RULES.longest) break;
      this.#underway = snapshot;
      const attempt = await snapshot.refresh(wanted);
      this.#underway = null;
      weight = sumOf(weight, attempt.weight);
      const { hold, isAnswered } = attempt;
      if (hold !== null || !isAnswered || signal.aborted) return { weight, hold };
    }
    return { weight, hold: null };
  }

  /** Aborts the download in progress. */
  abort(): void {
    this.#controller.abort();
    this.#underway?.abort();
  }

  /** The facts of those that may decide besides `large`, by performance. */
  beside(large: Snapshot): ReadonlyMap<number, SingleSnapshot> {
    return new Map(
      this.#speaking(large).map(({ performanceId, about }) => [
        performanceId,
        {
          builtAt: about.platformTime,
          productionId: about.filter.productionId ?? null,
          tickets: about.tickets,
          isWhole: about.skipped === 0,
        },
      ]),
    );
  }

  /** Those that may decide besides `large`. */
  inUse(large: Snapshot): readonly Snapshot[] {
    return this.#speaking(large).map(({ snapshot }) => snapshot);
  }

  /** The number of tickets of each of their performances. */
  performances(large: Snapshot): readonly PerformanceCount[] {
    return this.#speaking(large).flatMap(({ performanceId, about }) =>
      about.performances.filter((each) => each.performanceId === performanceId),
    );
  }

  /** The tickets with this barcode, and who downloaded each; empty if there are none. */
  find(large: Snapshot, code: string): Result<readonly FoundTicket[], LookupFailure> {
    const tickets: FoundTicket[] = [];
    for (const { performanceId, snapshot, about } of this.#speaking(large)) {
      const found = snapshot.find(code);
      if (!found.ok) return found;
      // Tickets of other performances in the answer are ignored: they were not requested, and may
      // be incomplete.
      const asked = found.value.filter((each) => each.performanceId === performanceId);
      tickets.push(...asked.map((ticket) => ({ ticket, username: about.username })));
    }
    return ok(tickets);
  }

  /** Removes snapshots that are too old to be used. Returns whether there were any. */
  expire(isTooOld: (times: BuildTimes) => boolean): boolean {
    return [...this.#snapshots.values()].filter(({ store }) => store.expire(isTooOld)).length > 0;
  }

  /** Removes all. */
  forget(): void {
    this.abort();
    this.#removeWhere(() => true);
  }

  close(): void {
    for (const { store } of this.#snapshots.values()) store.close();
    this.#snapshots.clear();
  }

  #snapshotOf(performanceId: number): PerformanceSnapshot {
    const known = this.#snapshots.get(performanceId);
    if (known !== undefined) return known;
    const { directory, keys, logger } = this.#ports;
    const store = new SnapshotStore(join(directory, String(performanceId)), keys, logger);
    const snapshot = new PerformanceSnapshot(performanceId, { ...this.#ports, store });
    this.#snapshots.set(performanceId, snapshot);
    return snapshot;
  }

  /** Those that may decide: none for performances that `large` has tickets of itself. */
  #speaking(large: Snapshot) {
    if (this.#snapshots.size === 0) return [];
    return [...this.#snapshots.values()].flatMap(({ performanceId, snapshot }) => {
      if (snapshot === null || large.sold.has(performanceId)) return [];
      const { about } = snapshot;
      return isOfTheSame(about, large.about) ? [{ performanceId, snapshot, about }] : [];
    });
  }

  /** Whether it will not be needed any more. */
  #isOver({ performanceId, store: { current } }: PerformanceSnapshot): boolean {
    const played = current?.about.performances.find((each) => each.performanceId === performanceId);
    const start = played?.performanceStart ?? null;
    return start !== null && this.#ports.platformTime() > start + LONGEST_PERFORMANCE;
  }

  #removeWhere(isGone: (snapshot: PerformanceSnapshot) => boolean): void {
    for (const snapshot of [...this.#snapshots.values()].filter(isGone)) {
      snapshot.store.forget();
      this.#snapshots.delete(snapshot.performanceId);
      try {
        rmSync(join(this.#ports.directory, String(snapshot.performanceId)), { recursive: true });
      } catch {
        // Its files may be open elsewhere. They are found again at the next start, and removed when
        // they are too old.
      }
    }
  }
}

function isOfTheSame(a: AboutSnapshot, b: AboutSnapshot): boolean {
  return a.baseUrl === b.baseUrl && a.filter.clientId === b.filter.clientId;
}
