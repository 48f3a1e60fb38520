import type { ScanFilter } from '#shared/api/index.ts';
import type { ApiError } from '#shared/model/api-error.ts';
import type { TicketCacheState } from '#shared/model/snapshot.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { errorFact } from '#main/log/error-fact.ts';
import type { Clock, Logger } from '#main/ports.ts';
import type { BodyStream } from '#main/ticketing/download.ts';
import type { TicketingFailure } from '#main/ticketing/failure.ts';
import type { Vault } from '#main/vault/vault.ts';
import type { CachedTicket, CacheScope, CacheState, LookupFailure } from './cache-state.ts';
import { isSameScope, Refresh } from './refresh.ts';
import type { PerformanceCount } from './snapshot-format.ts';
import type { CacheKeys } from './snapshot-seal.ts';
import { SnapshotStore, type BuildTimes } from './snapshot-store.ts';
import { CACHE_TIMINGS, type CacheTimings } from './timings.ts';

export interface TicketCacheOptions {
  /** The folder of the snapshots; it is made if need be. */
  readonly directory: string;
  readonly vault: Pick<Vault, 'key'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The platform's time, ms since the epoch, as well as it is known. */
  readonly platformNow: () => number;
  /** The worker's module: snapshot-worker.ts, or what was built from it. */
  readonly workerEntry: string | URL;
  /** Which tickets are wanted now; null while none are. Asked before each download. */
  readonly scope: () => CacheScope | null;
  readonly download: (
    filter: ScanFilter,
    signal: AbortSignal,
  ) => Promise<Result<BodyStream, TicketingFailure>>;
  /**
   * What the envelope of a download said, once it has been read to its end: the session wants to know.
   * A short answer has told the client already; hearing it twice does no harm.
   */
  readonly onEnvelope?: (envelope: DownloadEnvelope) => void;
  readonly timings?: CacheTimings;
  /** Bytes of the disk that a build leaves free, so that verdicts can be recorded. Default: SPARE. */
  readonly spare?: number;
  /** From 0 to 1, for the jitter. Default: Math.random. */
  readonly random?: () => number;
  /** `state()` is different now. */
  readonly onChange?: () => void;
}

/** Room for tens of thousands of verdicts. */
const SPARE = 64 * 1024 ** 2;

/** Spec 2.5, as far as it matters to the session. */
export interface DownloadEnvelope {
  readonly accessTokenExpiration: number | null;
  readonly refusal: ApiError | null;
}

/** A snapshot, for somebody who reads all of it. */
export interface SnapshotFile {
  /** No two snapshots of a kiosk have the same. It goes when there is a new one. */
  readonly path: string;
  readonly keys: CacheKeys;
  /** When its download began; platform time, ms since the epoch. */
  readonly builtAt: number;
  readonly tickets: number;
  /** Whether who is signed in may see the people in it: they downloaded it, and the platform sent them. */
  readonly showsPatrons: boolean;
}

/** The snapshot of valid tickets, by which the door decides while the platform does not. */
export interface TicketCache {
  /** Takes the last snapshot into use, unless it is too old, and begins to refresh it. */
  start(): void;
  /** Calls off what is under way and lets go of the files. */
  stop(): Promise<void>;
  /**
   * Refreshes now. While a refresh is under way it asks for one more after it, however often it is
   * called; one that is under way for another scope is called off. Comes when its refresh is over.
   */
  refresh(): Promise<void>;
  /** Removes the snapshot and calls off its refresh: it belongs to somebody who is no longer here. */
  forget(): void;
  state(): TicketCacheState;
  /** How many tickets of each performance the snapshot has; none while there is no snapshot. */
  performances(): readonly PerformanceCount[];
  /** The snapshot's file, for somebody else to read; null while there is none. */
  file(): SnapshotFile | null;
  /** Whether the snapshot may decide. `now` is platform time, ms since the epoch. */
  usable(now: number): CacheState;
  /**
   * What the snapshot knows of a code; null if it does not know it. It does not look at its age.
   * Without its patron for anybody but the user who downloaded it.
   */
  find(clientId: number, code: string): Result<CachedTicket | null, LookupFailure>;
}

export function createTicketCache(options: TicketCacheOptions): TicketCache {
  const { clock, scope, onChange = () => {} } = options;
  const { random = Math.random, spare = SPARE, timings = CACHE_TIMINGS } = options;
  const logger = options.logger.scope('cache');
  const { vault } = options;
  const keys = { lookup: vault.key('snapshot-lookup'), seal: vault.key('snapshot') };
  const store = new SnapshotStore(options.directory, keys, logger);
  const refresh = new Refresh({ ...options, timings, spare, logger, keys, store, onChange });
  let started = false;
  let callOffNext = (): void => {};
  let running: Promise<void> | null = null;
  let again: Promise<void> | null = null;
  let platform: string | null = null;

  /**
   * The snapshot in use, if it is the wanted platform's. While no tickets are wanted, it is the one that
   * was wanted last: scans may still wait that came before the door was closed.
   */
  function current() {
    platform = scope()?.platform ?? platform;
    return store.current?.about.platform === platform ? store.current : null;
  }

  // A clock that is wrong, or was set since, must not make a snapshot old: the younger age counts.
  function isTooOld({ platformTime, kioskTime }: BuildTimes, now = options.platformNow()) {
    return Math.min(now - platformTime, clock.now() - kioskTime) > timings.usableFor;
  }

  function run(): Promise<void> {
    callOffNext();
    if (store.expire(isTooOld)) onChange();
    const ended = refresh.run().catch((error: unknown) => {
      logger.error('a refresh failed in an unforeseen way', errorFact(error));
    });
    running = ended.then(() => {
      running = null;
      if (!started) return;
      const swing = timings.jitter * (2 * random() - 1);
      const pause = timings.interval * (1 + swing);
      const hold = Math.min(refresh.hold, timings.longestHold);
      callOffNext = clock.after(Math.max(pause, hold), () => void run());
    });
    return running;
  }

  return {
    start() {
      started = true;
      try {
        store.open();
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
        logger.error('the folder of the snapshots cannot be used', { code });
      }
      onChange();
      void run();
    },
    async stop() {
      started = false;
      callOffNext();
      refresh.abort();
      await running;
      store.close();
    },
    refresh() {
      if (!started) return Promise.resolve();
      if (running === null) return run();
      if (!isSameScope(refresh.scope, scope())) refresh.abort();
      again ??= running.then(() => {
        again = null;
        return started ? run() : undefined;
      });
      return again;
    },
    forget() {
      refresh.abort();
      store.forget();
      onChange();
    },
    state() {
      const about = current()?.about;
      return {
        tickets: about?.tickets ?? null,
        builtAt: about?.platformTime ?? null,
        scope: about?.filter ?? null,
        skipped: about?.skipped ?? 0,
        duplicates: about?.duplicates ?? 0,
        refreshing: refresh.progress,
        problem: refresh.problem,
      };
    },
    performances: () => current()?.about.performances ?? [],
    file() {
      const snapshot = current();
      if (snapshot === null) return null;
      const { platformTime: builtAt, tickets, patrons, username } = snapshot.about;
      const showsPatrons = patrons > 0 && username === scope()?.username;
      return { path: snapshot.path, keys, builtAt, tickets, showsPatrons };
    },
    usable(now) {
      const about = current()?.about;
      if (about === undefined) return { status: 'none' };
      if (isTooOld(about, now)) return { status: 'none' };
      const { platformTime: builtAt, tickets, skipped, filter } = about;
      return { status: 'usable', builtAt, tickets, skipped, scope: filter };
    },
    find(clientId, code) {
      const snapshot = current();
      if (snapshot?.about.filter.clientId !== clientId) return err('no-snapshot');
      const found = snapshot.find(code);
      if (!found.ok) logger.error('the snapshot is damaged');
      if (!found.ok || found.value === null || snapshot.about.username === scope()?.username) {
        return found;
      }
      return ok({ ...found.value, patron: null });
    },
  };
}
