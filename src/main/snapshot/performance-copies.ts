import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LONGEST_PERFORMANCE } from '#shared/model/programme.ts';
import { ok, type Result } from '#shared/result.ts';
import type { CachedTicket, CacheScope, LookupFailure, SingleCopy } from './cache-state.ts';
import { COPY_RULES, NO_WEIGHT, priceOf, sumOf, type Weight } from './copy-interval.ts';
import type { UpcomingPerformance } from './options.ts';
import { PerformanceCopy, type PerformanceCopyPorts } from './performance-copy.ts';
import type { AboutSnapshot, PerformanceCount } from './snapshot-format.ts';
import type { Snapshot } from './snapshot.ts';
import { SnapshotStore, type BuildTimes } from './snapshot-store.ts';

export interface PerformanceCopiesPorts extends Omit<PerformanceCopyPorts, 'store'> {
  /** Where they are: a folder for each. */
  readonly directory: string;
  /** What the door may be open for until tomorrow, soonest first. */
  readonly upcoming: () => readonly UpcomingPerformance[];
  /** Guests wait for the platform. */
  readonly isBusy: () => boolean;
}

/** What came of a round. */
export interface Round {
  /** Of all that was downloaded. */
  readonly weight: Weight;
  /** For how long the platform asks to be left alone, in milliseconds; null: it does not ask for it. */
  readonly hold: number | null;
}

/**
 * Of so many performances there is a copy each at most. A house with more of them plays every few
 * minutes: there, what comes next is in the platform’s scan window, and so in the one large copy, soon.
 */
export const MOST_PERFORMANCES = 12;

/** A ticket, and who downloaded it. */
export interface FoundTicket {
  readonly ticket: CachedTicket;
  readonly username: string;
}

/**
 * Copies of performances of which the one large copy has nothing, because the platform’s scan window was
 * not open for them: each a snapshot of its own, so that none depends on what becomes of another.
 */
export class PerformanceCopies {
  readonly #ports: PerformanceCopiesPorts;
  readonly #copies = new Map<number, PerformanceCopy>();
  #controller = new AbortController();
  /** The one that is being downloaded; null: none is. */
  #underway: PerformanceCopy | null = null;

  constructor(ports: PerformanceCopiesPorts) {
    this.#ports = ports;
  }

  /** How far a download is; null: there is none under way. */
  get progress() {
    return this.#underway && (this.#underway.progress ?? { tickets: 0, bytes: 0 });
  }

  /**
   * Takes what is on the disk into use. Throws as the file system does.
   *
   * @param ageOf how long ago that was known to be so, in milliseconds
   */
  open(ageOf: (times: BuildTimes) => number): void {
    const { directory } = this.#ports;
    if (!existsSync(directory)) return;
    for (const name of readdirSync(directory)) {
      if (!/^\d{1,15}$/.test(name)) continue;
      const copy = this.#copyOf(Number(name));
      copy.store.open();
      const about = copy.store.current?.about;
      if (about !== undefined) copy.noteAge(ageOf(about));
    }
  }

  /**
   * Asks for the performances that `large` has nothing of and whose copies are old, one after the other:
   * only as many as the pause after them can pay for, none while guests wait, and no more after the first
   * that the platform did not answer.
   */
  async refresh(scope: CacheScope, large: Snapshot): Promise<Round> {
    const { isBusy, upcoming } = this.#ports;
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    const isOfOthers = ({ store: { current } }: PerformanceCopy) =>
      current !== null && !isOfTheSame(current.about, large.about);
    this.#removeWhere(
      (copy) => large.sold.has(copy.performanceId) || this.#isOver(copy) || isOfOthers(copy),
    );
    let weight = NO_WEIGHT;
    // Who names a performance gets all of it: beside that there is nothing to be asked for.
    if (scope.filter.performanceId !== undefined) return { weight, hold: null };
    // What was offered just before came with the large copy, be it nothing.
    const came = new Set([...large.sold, ...large.about.offered]);
    const missing = upcoming().filter(({ performanceId }) => !came.has(performanceId));
    for (const { performanceId, productionId } of missing.slice(0, MOST_PERFORMANCES)) {
      const copy = this.#copyOf(performanceId);
      const production = productionId === null ? {} : { productionId };
      const wanted = { ...scope, filter: { ...scope.filter, ...production, performanceId } };
      if (!copy.isDue(wanted)) continue;
      if (isBusy() || priceOf(weight) >= COPY_RULES.longest) break;
      this.#underway = copy;
      const attempt = await copy.refresh(wanted);
      this.#underway = null;
      weight = sumOf(weight, attempt.weight);
      const { hold, isAnswered } = attempt;
      if (hold !== null || !isAnswered || signal.aborted) return { weight, hold };
    }
    return { weight, hold: null };
  }

  /** Calls off what is under way. */
  abort(): void {
    this.#controller.abort();
    this.#underway?.abort();
  }

  /** What those that may decide beside `large` say of themselves, by their performances. */
  beside(large: Snapshot): ReadonlyMap<number, SingleCopy> {
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

  /** How many tickets each of their performances has. */
  performances(large: Snapshot): readonly PerformanceCount[] {
    return this.#speaking(large).flatMap(({ performanceId, about }) =>
      about.performances.filter((each) => each.performanceId === performanceId),
    );
  }

  /** The tickets with this barcode, and who downloaded each; none if none of them has one. */
  find(large: Snapshot, code: string): Result<readonly FoundTicket[], LookupFailure> {
    const tickets: FoundTicket[] = [];
    for (const { performanceId, snapshot, about } of this.#speaking(large)) {
      const found = snapshot.find(code);
      if (!found.ok) return found;
      // What else a platform sends with it is not asked for, and may be half of something.
      const ticket = found.value.find((each) => each.performanceId === performanceId);
      if (ticket !== undefined) tickets.push({ ticket, username: about.username });
    }
    return ok(tickets);
  }

  /** Removes what is too old to be used. True: there was something. */
  expire(isTooOld: (times: BuildTimes) => boolean): boolean {
    return [...this.#copies.values()].filter(({ store }) => store.expire(isTooOld)).length > 0;
  }

  /** Removes all. */
  forget(): void {
    this.abort();
    this.#removeWhere(() => true);
  }

  close(): void {
    for (const { store } of this.#copies.values()) store.close();
    this.#copies.clear();
  }

  #copyOf(performanceId: number): PerformanceCopy {
    const known = this.#copies.get(performanceId);
    if (known !== undefined) return known;
    const { directory, keys, logger } = this.#ports;
    const store = new SnapshotStore(join(directory, String(performanceId)), keys, logger);
    const copy = new PerformanceCopy(performanceId, { ...this.#ports, store });
    this.#copies.set(performanceId, copy);
    return copy;
  }

  /** Of what `large` has tickets itself, it knows best. */
  #speaking(large: Snapshot) {
    if (this.#copies.size === 0) return [];
    return [...this.#copies.values()].flatMap(({ performanceId, snapshot }) => {
      if (snapshot === null || large.sold.has(performanceId)) return [];
      const { about } = snapshot;
      return isOfTheSame(about, large.about) ? [{ performanceId, snapshot, about }] : [];
    });
  }

  /** Whether nobody will ask for it any more. */
  #isOver({ performanceId, store: { current } }: PerformanceCopy): boolean {
    const played = current?.about.performances.find((each) => each.performanceId === performanceId);
    const start = played?.performanceStart ?? null;
    return start !== null && this.#ports.platformNow() > start + LONGEST_PERFORMANCE;
  }

  #removeWhere(isGone: (copy: PerformanceCopy) => boolean): void {
    for (const copy of [...this.#copies.values()].filter(isGone)) {
      copy.store.forget();
      this.#copies.delete(copy.performanceId);
      try {
        rmSync(join(this.#ports.directory, String(copy.performanceId)), { recursive: true });
      } catch {
        // Its files may be open elsewhere. They are found again at the next start, and go with their age.
      }
    }
  }
}

function isOfTheSame(a: AboutSnapshot, b: AboutSnapshot): boolean {
  return a.platform === b.platform && a.filter.clientId === b.filter.clientId;
}
