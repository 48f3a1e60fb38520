import { assertNever } from '#shared/assert-never.ts';
import type { SnapshotProblem } from '#shared/model/snapshot.ts';
import { buildSnapshot, type BuildOutcome } from './build.ts';
import type { BuildProgress } from './build-worker.ts';
import { errorFact } from '#main/base/log/error-fact.ts';
import type { BodyStream, LineUse } from '#main/platform/ticketing/download.ts';
import type { Validators } from '#main/platform/ticketing/validators.ts';
import type { SnapshotScope } from './model.ts';
import { NO_NEIGHBOURS, type Source } from './neighbours.ts';
import { NO_WEIGHT, weightOf, type Weight } from './refresh-interval.ts';
import type { Attempt } from './refresh-schedule.ts';
import { areSameTickets, isSameScope } from './same-scope.ts';
import type { Snapshot } from './snapshot.ts';
import type { SnapshotKeys } from './snapshot-seal.ts';
import type { ExpectedDownload } from './snapshot-format.ts';
import type { BuildSite, BuildTimes, SnapshotStore } from './snapshot-store.ts';
import type { SnapshotsOptions } from './options.ts';
import type { SnapshotTimings } from './timings.ts';

export interface RefreshPorts extends SnapshotsOptions {
  readonly timings: SnapshotTimings;
  readonly keys: SnapshotKeys;
  readonly store: SnapshotStore;
  readonly spare: number;
  readonly onChange: () => void;
}

/** How an attempt has ended; null: there is a snapshot as new as can be. */
type Ending = SnapshotProblem | 'called off' | null;

/** The tickets of a new snapshot, wherever they come from. */
interface Incoming {
  /** The download that another door hands over; null if they come from the platform. */
  readonly expected: ExpectedDownload | null;
  readonly isOfAnother: boolean;
  readonly offered: number[];
  readonly platformValidators: Validators | null;
  readonly stream: BodyStream;
  readonly line: () => LineUse;
  /** How many tickets were skipped before they came here. */
  readonly skippedBefore: number;
  readonly since: BuildTimes;
}

/** Runs one refresh at a time: download, build, swap. Provides its result and progress. */
export class Refresh {
  readonly #ports: RefreshPorts;
  #controller = new AbortController();
  #scope: SnapshotScope | null = null;
  #progress: BuildProgress | null = null;
  #told = 0;
  #problem: SnapshotProblem | null = null;
  /** What the refresh in progress has shown that matters for the next one. */
  #hold: number | null = null;
  #weight: Weight | null = null;
  /** How old what another door had was when it was taken over, in milliseconds. */
  #age = 0;

  constructor(ports: RefreshPorts) {
    this.#ports = ports;
  }

  /** The scope of the refresh in progress; null if there is none. */
  get scope(): SnapshotScope | null {
    return this.#scope;
  }

  get progress(): BuildProgress | null {
    return this.#progress;
  }

  /** Why the last refresh that was not cancelled brought nothing new. */
  get problem(): SnapshotProblem | null {
    return this.#problem;
  }

  /** Cancels the refresh in progress. */
  abort(): void {
    this.#controller.abort();
  }

  /**
   * Refreshes once; resolves with null if there is nothing to refresh. Must not be called while one
   * is running.
   */
  async run(): Promise<Attempt | null> {
    const { clock, onChange } = this.#ports;
    const scope = this.#ports.scope();
    if (scope === null) return null;
    this.#scope = scope;
    this.#controller = new AbortController();
    this.#progress = { tickets: 0, bytes: 0 };
    this.#hold = null;
    this.#weight = null;
    this.#age = 0;
    const began = clock.steady();
    this.#told = began;
    onChange();
    const problem = await this.#attempt(scope);
    if (problem !== 'called off') this.#problem = problem;
    this.#scope = null;
    this.#progress = null;
    onChange();
    const result = problem === null ? 'whole' : problem === 'called off' ? problem : 'failed';
    return { scope, began: began - this.#age, result, weight: this.#weight, hold: this.#hold };
  }

  async #attempt(scope: SnapshotScope): Promise<Ending> {
    const { clock, neighbours = NO_NEIGHBOURS, platformTime, store } = this.#ports;
    const { signal } = this.#controller;
    const own = store.current;
    const hasOwn = own !== null && isSameScope(own.about, scope);
    const source = await neighbours.find(scope, hasOwn ? own.about : null, signal);
    // The snapshot's time is the beginning of the download: what is sold or scanned from here on
    // may be missing from it.
    const times = { platformTime: platformTime(), kioskTime: clock.now() };
    switch (source.type) {
      case 'confirmed':
        this.#weight = NO_WEIGHT;
        this.#noteElsewhere(scope, times, source.platformTime);
        return this.#confirm(own, scope, at(times, source.platformTime));
      case 'copy':
        return signal.aborted ? 'called off' : this.#takeOver(source, scope, times);
      case 'platform':
        if (!signal.aborted) return this.#download(scope, times).finally(source.done);
        source.done();
        return 'called off';
      default:
        return assertNever(source);
    }
  }

  /**
   * Takes over what another door has downloaded, if the download's id is the digest of its content. It gets no
   * validators: the platform must not confirm data that it never gave this door, so the next refresh at the platform
   * downloads in full.
   */
  async #takeOver(
    { facts, stream, spoil }: Extract<Source, { type: 'copy' }>,
    scope: SnapshotScope,
    times: BuildTimes,
  ): Promise<Ending> {
    const { download, patronsDigest, isOfAnother, offered, skipped, tickets } = facts;
    this.#noteElsewhere(scope, times, facts.platformTime);
    const ending = await this.#build(scope, {
      ...{ expected: { download, patronsDigest }, isOfAnother, offered, stream },
      ...{ platformValidators: null, skippedBefore: skipped },
      since: at(times, facts.platformTime),
      // As it would be from the platform: by it the next pause is reckoned.
      line: () => weightOf(tickets),
    });
    const { logger } = this.#ports;
    if (ending === null) logger.info('took the tickets over from another door', { tickets });
    if (ending === null || ending === 'called off' || isOfThisKiosk(ending)) return ending;
    // The other door has gone, or is mistaken: that says nothing of the platform.
    logger.warn('another door’s tickets could not be taken over', { why: ending.type });
    spoil();
    // From another door, or from the platform.
    return this.#attempt(scope);
  }

  /** What was as of an earlier moment is due again sooner; and the offer is the platform's to tell, not a door's. */
  #noteElsewhere({ filter }: SnapshotScope, times: BuildTimes, platformTime: number): void {
    this.#age = Math.max(0, times.platformTime - platformTime);
    void this.#ports.offered(filter, this.#controller.signal).catch(() => undefined);
  }

  /** Downloads from the platform. */
  async #download(scope: SnapshotScope, times: BuildTimes): Promise<Ending> {
    const { download, logger } = this.#ports;
    const { signal } = this.#controller;
    // Before the download, which then contains all that was offered.
    const offered = [...(await this.#ports.offered(scope.filter, signal))];
    if (signal.aborted) return 'called off';
    const known = this.#known(scope);
    const answer = await download(scope.filter, signal, known?.about.platformValidators ?? null);
    if (!answer.ok) {
      const busy = answer.error.type === 'aborted' ? undefined : answer.error.busy;
      if (busy !== undefined) this.#hold = busy.retryAfter ?? this.#ports.timings.interval;
      return this.#conclude(answer.error, scope, null);
    }
    const { value } = answer;
    if (this.#isOutdated(scope, times, value.age)) {
      logger.warn('what came is older than the snapshot in use', { age: value.age });
      if (value.type === 'body') await abandon(value.stream);
      return { type: 'offline', reason: 'not-the-platform' };
    }
    if (value.type === 'unchanged') {
      this.#weight = NO_WEIGHT;
      return this.#confirm(known, scope, earlier(times, value.age));
    }
    const { stream, validators, line } = value;
    return this.#build(scope, {
      ...{ expected: null, offered, platformValidators: validators, stream, line },
      ...{ isOfAnother: false, skippedBefore: 0 },
      since: earlier(times, value.age),
    });
  }

  /** Builds a snapshot of what comes, and puts it into use. */
  async #build(scope: SnapshotScope, incoming: Incoming): Promise<Ending> {
    const { keys, logger, spare, store, workerEntry } = this.#ports;
    const { stream, line, since, ...facts } = incoming;
    const { signal } = this.#controller;
    const weigh = (processor: number): Weight => ({ ...line(), processor });
    this.#weight = weigh(0);
    let site: BuildSite;
    try {
      site = store.site();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      logger.error('there is no place for a snapshot', { code });
      return { type: 'disk', code };
    }
    const { number, buildingPath, finalPath } = site;
    const order = { buildingPath, finalPath, spare, keys, ...facts, ...scope, ...since };
    const outcome = await buildSnapshot(
      { workerEntry, signal, onProgress: (progress) => this.#tell(progress) },
      order,
      stream,
    );
    this.#weight = weigh(outcome.type === 'built' ? outcome.processor : 0);
    const ending = this.#conclude(outcome, scope, number);
    store.sweep();
    return ending;
  }

  /** The snapshot in use, if it contains these tickets, whoever downloaded it. */
  #inUse(scope: SnapshotScope): Snapshot['about'] | null {
    const about = this.#ports.store.current?.about;
    return about !== undefined && areSameTickets(about, scope) ? about : null;
  }

  /**
   * Whether an answer that was in a cache for `age` milliseconds on its way is older than the
   * snapshot in use. Both clocks have to agree on that, because one may have been set since.
   */
  #isOutdated(scope: SnapshotScope, { platformTime, kioskTime }: BuildTimes, age: number): boolean {
    const inUse = this.#inUse(scope);
    if (inUse === null) return false;
    const ages = [platformTime - inUse.platformTime, kioskTime - inUse.kioskTime];
    return ages.every((ageInUse) => ageInUse >= 0 && ageInUse < age);
  }

  /**
   * The snapshot that the platform may confirm as unchanged: one of exactly these tickets, without
   * any unreadable ones. After a refresh that failed, everything is downloaded.
   */
  #known(scope: SnapshotScope): Snapshot | null {
    const { current } = this.#ports.store;
    if (this.#problem !== null || current === null) return null;
    return isSameScope(current.about, scope) && current.about.skipped === 0 ? current : null;
  }

  #confirm(known: Snapshot | null, scope: SnapshotScope, times: BuildTimes): Ending {
    const { logger, store } = this.#ports;
    if (this.#controller.signal.aborted || !isSameScope(scope, this.#ports.scope())) {
      return 'called off';
    }
    // It may have been removed meanwhile.
    if (known === null || known !== store.current) return 'called off';
    try {
      known.confirm(times);
    } catch (error) {
      logger.warn('the age of the snapshot could not be written', errorFact(error));
    }
    logger.info('the snapshot still stands');
    return null;
  }

  #conclude(outcome: BuildOutcome, scope: SnapshotScope, number: number | null): Ending {
    const { logger, onEnvelope, store } = this.#ports;
    switch (outcome.type) {
      case 'built': {
        const { accessTokenExpiration, tickets, skipped, duplicates, memory } = outcome;
        const processor = Math.round(outcome.processor);
        onEnvelope?.({ accessTokenExpiration, refusal: null });
        logger.info('a snapshot is built', { tickets, skipped, duplicates, memory, processor });
        if (skipped > 0)
          logger.warn('tickets of the download cannot be read', { skipped, tickets });
        if (this.#controller.signal.aborted) return 'called off';
        if (!isSameScope(scope, this.#ports.scope())) return 'called off';
        // A client that had tickets a minute ago does not have none now: more likely the download
        // is incomplete.
        if (tickets === 0 && (this.#inUse(scope)?.tickets ?? 0) > 0) return { type: 'empty' };
        if (number !== null && store.adopt(number)) return null;
        return { type: 'disk', code: 'unreadable' };
      }
      case 'refused': {
        const { error } = outcome;
        if ('accessTokenExpiration' in outcome) {
          const { accessTokenExpiration } = outcome;
          onEnvelope?.({ accessTokenExpiration, refusal: error });
        }
        logger.warn('the download of tickets is refused', { code: error.code });
        return { type: 'refused', error };
      }
      case 'offline':
        return { type: 'offline', reason: outcome.reason };
      case 'aborted':
        return 'called off';
      case 'unreadable':
        logger.warn('the download of tickets cannot be read', { at: outcome.at });
        return outcome;
      case 'disk':
      case 'crashed':
        logger.error('a snapshot could not be built', { why: outcome.type, code: outcome.code });
        return outcome;
      default:
        return assertNever(outcome);
    }
  }

  #tell(progress: BuildProgress): void {
    const { clock, onChange, timings } = this.#ports;
    this.#progress = progress;
    if (clock.steady() - this.#told < timings.progress) return;
    this.#told = clock.steady();
    onChange();
  }
}

/** Whether it would have gone wrong with tickets from anywhere. */
function isOfThisKiosk({ type }: SnapshotProblem): boolean {
  return type === 'disk';
}

/** Ends a download without reading it. */
async function abandon(stream: BodyStream): Promise<void> {
  const pieces = stream[Symbol.asyncIterator]();
  // A stream has to be started before it can be ended.
  await pieces.next();
  await pieces.return?.();
}

/** The time of what matched the platform's data at a platform time, on both clocks: never later than now. */
function at(times: BuildTimes, platformTime: number): BuildTimes {
  return earlier(times, Math.max(0, times.platformTime - platformTime));
}

/** The time at which data was current that was in a cache for `age` milliseconds on its way. */
function earlier({ platformTime, kioskTime }: BuildTimes, age: number): BuildTimes {
  return { platformTime: platformTime - age, kioskTime: kioskTime - age };
}
