import { assertNever } from '#shared/assert-never.ts';
import type { CacheProblem } from '#shared/model/snapshot.ts';
import { buildSnapshot, type BuildOutcome } from './build.ts';
import type { BuildProgress } from './build-worker.ts';
import type { CacheScope } from './cache-state.ts';
import type { CacheKeys } from './snapshot-seal.ts';
import type { BuildSite, BuildTimes, SnapshotStore } from './snapshot-store.ts';
import type { TicketCacheOptions } from './ticket-cache.ts';
import type { CacheTimings } from './timings.ts';

export interface RefreshPorts extends TicketCacheOptions {
  readonly timings: CacheTimings;
  readonly keys: CacheKeys;
  readonly store: SnapshotStore;
  readonly spare: number;
  readonly onChange: () => void;
}

/** One refresh after the other: download, build, swap. What becomes of it, and how far it is. */
export class Refresh {
  readonly #ports: RefreshPorts;
  #controller = new AbortController();
  #scope: CacheScope | null = null;
  #progress: BuildProgress | null = null;
  #told = 0;
  #problem: CacheProblem | null = null;
  #hold = 0;

  constructor(ports: RefreshPorts) {
    this.#ports = ports;
  }

  /** What the refresh in progress is about; null while there is none. */
  get scope(): CacheScope | null {
    return this.#scope;
  }

  get progress(): BuildProgress | null {
    return this.#progress;
  }

  /** Why the last refresh that was not called off brought nothing new. */
  get problem(): CacheProblem | null {
    return this.#problem;
  }

  /** For how long the platform asked to be left alone, in milliseconds; 0: it did not. */
  get hold(): number {
    return this.#hold;
  }

  /** Calls off the refresh in progress. */
  abort(): void {
    this.#controller.abort();
  }

  /** Refreshes once, if there is anything to refresh. Never two at once. It does not throw. */
  async run(): Promise<void> {
    const { clock, onChange, platformNow, scope } = this.#ports;
    this.#scope = scope();
    if (this.#scope === null) return;
    this.#controller = new AbortController();
    this.#progress = { tickets: 0, bytes: 0 };
    this.#hold = 0;
    this.#told = clock.steady();
    onChange();
    // Known as of now: whatever is sold or scanned from here on may be in the download, or not.
    const times = { platformTime: platformNow(), kioskTime: clock.now() };
    const problem = await this.#attempt(this.#scope, times);
    if (problem !== 'called off') this.#problem = problem;
    this.#scope = null;
    this.#progress = null;
    onChange();
  }

  async #attempt(
    scope: CacheScope,
    times: BuildTimes,
  ): Promise<CacheProblem | 'called off' | null> {
    const { download, keys, logger, spare, store, workerEntry } = this.#ports;
    const { signal } = this.#controller;
    const answer = await download(scope.filter, signal);
    if (!answer.ok) {
      if (answer.error.type !== 'aborted') this.#hold = answer.error.busy?.retryAfter ?? 0;
      return this.#conclude(answer.error, scope, null);
    }
    let site: BuildSite;
    try {
      site = store.site();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      logger.error('there is no place for a snapshot', { code });
      return { type: 'disk', code };
    }
    const { number, buildingPath, finalPath } = site;
    const order = { buildingPath, finalPath, spare, keys, ...scope, ...times };
    const outcome = await buildSnapshot(
      { workerEntry, signal, onProgress: (progress) => this.#tell(progress) },
      order,
      answer.value,
    );
    const problem = this.#conclude(outcome, scope, number);
    store.sweep();
    return problem;
  }

  #conclude(
    outcome: BuildOutcome,
    scope: CacheScope,
    number: number | null,
  ): CacheProblem | 'called off' | null {
    const { logger, onEnvelope, store } = this.#ports;
    switch (outcome.type) {
      case 'built': {
        const { accessTokenExpiration, tickets, skipped, duplicates, memory } = outcome;
        onEnvelope?.({ accessTokenExpiration, refusal: null });
        logger.info('a snapshot is built', { tickets, skipped, duplicates, memory });
        if (this.#controller.signal.aborted) return 'called off';
        if (!isSameScope(scope, this.#ports.scope())) return 'called off';
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

/** Whether two ask for the same tickets. */
export function isSameScope(a: CacheScope | null, b: CacheScope | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.platform === b.platform &&
    a.username === b.username &&
    a.filter.clientId === b.filter.clientId &&
    a.filter.productionId === b.filter.productionId &&
    a.filter.performanceId === b.filter.performanceId
  );
}
