import type { NextDownload, SnapshotState } from '#shared/model/snapshot.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { join } from 'node:path';
import { errorFact } from '#main/base/log/error-fact.ts';
import { Lending, type PieceAsked } from './lending.ts';
import type { SnapshotTicket, SnapshotScope, SnapshotInUse, LookupFailure } from './model.ts';
import { NO_WEIGHT, sumOf, weightOf } from './refresh-interval.ts';
import type { SnapshotsOptions } from './options.ts';
import { PerformanceSnapshots, type FoundTicket } from './performance-snapshots.ts';
import { RefreshSchedule, type Attempt } from './refresh-schedule.ts';
import { Refresh } from './refresh.ts';
import { isSameScope } from './same-scope.ts';
import type { AboutSnapshot, PerformanceCount } from './snapshot-format.ts';
import type { Snapshot } from './snapshot.ts';
import type { SnapshotKeys } from './snapshot-seal.ts';
import { SnapshotStore, type BuildTimes } from './snapshot-store.ts';
import { SNAPSHOT_TIMINGS } from './timings.ts';

/** In bytes: room for tens of thousands of verdicts. */
const SPARE = 64 * 1024 ** 2;

/** A snapshot's file, for code that reads all of it. */
export interface SnapshotFile {
  /** Unique among this kiosk's snapshots. The file is removed when there is a new one. */
  readonly path: string;
  readonly keys: SnapshotKeys;
  /** When its download began; platform time, ms since the epoch. */
  readonly builtAt: number;
  readonly tickets: number;
  /**
   * Whether the signed-in user may see the patrons in it: they downloaded it, and the platform sent
   * patrons.
   */
  readonly showsPatrons: boolean;
}

/** The snapshots of valid tickets, by which the door decides while the platform does not. */
export interface Snapshots {
  /** Opens the last snapshot, unless it is too old, and starts to refresh it. */
  start(): void;
  /** Cancels what is in progress and closes the files. */
  stop(): Promise<void>;
  /**
   * Refreshes now. During a refresh it requests one more after it, however often it is called; a
   * refresh in progress for another scope is cancelled. Resolves when the requested refresh has
   * ended; at once if the platform has asked not to be called.
   */
  refresh(): Promise<void>;
  /**
   * Called when other tickets are wanted now, or the obstacle to downloading them is gone.
   * Refreshes as soon as that makes sense: at once if there is no snapshot of the wanted tickets,
   * else when that snapshot is due. If admissions wait to be uploaded, as soon as it is allowed,
   * because the newest snapshot shows which tickets were used elsewhere meanwhile. Resolves when
   * the refresh that is then in progress has ended; at once if there is none.
   */
  wake(admissionsWait: boolean): Promise<void>;
  /**
   * Called when a ticket was scanned; `wasUnknown`: the platform admitted it, and the snapshot did
   * not know it.
   */
  noteScan(wasUnknown: boolean): void;
  /** Removes the snapshot and cancels its refresh: it belongs to a user who has gone. */
  forget(): void;
  state(): SnapshotState;
  /** How many tickets of each performance there are; none while there is no snapshot. */
  performances(): readonly PerformanceCount[];
  /** The snapshot's file, to be read elsewhere; null while there is none. */
  file(): SnapshotFile | null;
  /** What there are snapshots of, for other doors of the house. */
  held(): readonly AboutSnapshot[];
  /** Returns a piece of one of them as JSON; null if there is none (any more). */
  lend(asked: PieceAsked): string | null;
  /**
   * When the data on a performance's tickets was downloaded; platform time. Null if there is no
   * snapshot.
   */
  asOf(performanceId: number): number | null;
  /** Whether the snapshot may decide. `now` is platform time, ms since the epoch. */
  usable(now: number): SnapshotInUse;
  /**
   * The tickets that bear a code, of one performance or several; empty if there are none. The
   * snapshot's age is not checked. Patrons are included only for the user who downloaded them.
   */
  find(clientId: number, code: string): Result<readonly SnapshotTicket[], LookupFailure>;
  /**
   * The barcodes that equal this code but for blanks, hyphens and case, without itself; empty if there
   * are none.
   */
  near(clientId: number, code: string): Result<readonly string[], LookupFailure>;
}

export function createSnapshots(options: SnapshotsOptions): Snapshots {
  const { clock, scope, onChange = () => {} } = options;
  const { random = Math.random, spare = SPARE, timings = SNAPSHOT_TIMINGS } = options;
  const pace = options.pace ?? (() => ({ every: 'auto', untilStart: null }) as const);
  const logger = options.logger.scope('snapshot');
  const { vault } = options;
  const keys = { lookup: vault.key('snapshot-lookup'), seal: vault.key('snapshot') };
  const store = new SnapshotStore(options.directory, keys, logger);
  const schedule = new RefreshSchedule({ clock, timings, random, pace });
  const own = { ...options, timings, spare, logger, keys, onChange };
  const refresh = new Refresh({ ...own, store });
  const singles = new PerformanceSnapshots({
    ...{ upcoming: () => [], isBusy: () => false, ...own },
    directory: join(options.directory, 'performances'),
  });
  const lending = new Lending({ clock, keys, inUse: () => inUse() });
  let started = false;
  let callOffNext = (): void => {};
  /** The next refresh, and when it is due, on the steady clock. */
  let planned: (Omit<NextDownload, 'at'> & { readonly due: number }) | null = null;
  let lastWeight: number | null = null;
  let running: Promise<void> | null = null;
  let again: Promise<void> | null = null;
  /** Whether something has changed since the refresh in progress began. */
  let hasChanged = false;
  let lastWanted: SnapshotScope | null = null;
  /** The scope of the refresh in progress; null if there is none. */
  let underway: SnapshotScope | null = null;
  let baseUrl: string | null = null;

  /**
   * The snapshot in use, if it is of the wanted platform. While no tickets are wanted, the last
   * wanted platform counts, because scans from before the door was closed may still wait.
   */
  function current() {
    baseUrl = scope()?.baseUrl ?? baseUrl;
    return store.current?.about.baseUrl === baseUrl ? store.current : null;
  }

  // The smaller age of both clocks counts: a clock that is wrong, or was set since, must not make a
  // snapshot too old.
  function isTooOld({ platformTime, kioskTime }: BuildTimes, now = options.platformTime()) {
    return Math.min(now - platformTime, clock.now() - kioskTime) > timings.usableFor;
  }

  /**
   * The greater age of both clocks counts: an unnecessary download costs less than a missing one.
   */
  function ageOf({ platformTime, kioskTime }: BuildTimes): number {
    return Math.max(0, options.platformTime() - platformTime, clock.now() - kioskTime);
  }

  /** What may decide now, the snapshots of single performances among it. */
  function inUse(): readonly Snapshot[] {
    const large = current();
    if (large === null || isTooOld(large.about)) return [];
    return [large, ...singles.inUse(large)];
  }

  function ticketsIn(large: Snapshot): number {
    const beside = [...singles.beside(large).values()];
    return beside.reduce((sum, { tickets }) => sum + tickets, large.about.tickets);
  }

  function findIn(large: Snapshot, code: string): Result<readonly FoundTicket[], LookupFailure> {
    const found = large.find(code);
    if (!found.ok) return found;
    const { username } = large.about;
    const own = found.value.map((ticket) => ({ ticket, username }));
    const beside = singles.find(large, code);
    // A damaged single snapshot, of tomorrow’s performance for example, must not affect tickets
    // that were found.
    if (!beside.ok) return own.length > 0 ? ok(own) : beside;
    const known = new Set(found.value.map(({ performanceId }) => performanceId));
    const more = beside.value.filter(({ ticket }) => !known.has(ticket.performanceId));
    return ok([...own, ...more]);
  }

  function heldUntil(): number | null {
    const wanted = scope();
    const held = wanted === null ? 0 : schedule.heldFor(wanted);
    return held === 0 ? null : clock.now() + held;
  }

  /** Plans a refresh in so many milliseconds, unless something changes before. */
  function plan(pause: number): void {
    callOffNext();
    if (pause === 0) return void run();
    const wanted = scope();
    const waitsForScan = wanted !== null && schedule.waitsForScan(wanted);
    planned = { due: clock.steady() + pause, waitsForScan };
    callOffNext = clock.after(pause, () => void run());
    onChange();
  }

  function nextDownload(): NextDownload | null {
    if (planned === null || running !== null || scope() === null) return null;
    const { due, waitsForScan } = planned;
    return { at: clock.now() + due - clock.steady(), waitsForScan };
  }

  function run(): Promise<void> {
    // A refresh that was requested during the last one may have started right after it.
    if (running !== null) return running;
    callOffNext();
    const areGone = singles.expire(isTooOld);
    if (store.expire(isTooOld) || areGone) onChange();
    const wanted = scope();
    if (wanted === null) plan(timings.interval);
    else if (schedule.heldFor(wanted) > 0) plan(schedule.heldFor(wanted));
    else return attempt(wanted);
    return Promise.resolve();
  }

  function callOff(): void {
    refresh.abort();
    singles.abort();
  }

  /** First downloads what the door's filter asks for, then single performances that it lacks. */
  async function refreshAll(wanted: SnapshotScope): Promise<Attempt | null> {
    const attempt = await refresh.run();
    const large = store.current;
    if (attempt?.result !== 'whole' || large === null) return attempt;
    // The door or the kiosk may have been closed meanwhile.
    if (!started || !isSameScope(wanted, scope())) return attempt;
    const { weight, hold } = await singles.refresh(wanted, large);
    onChange();
    return { ...attempt, weight: sumOf(attempt.weight ?? NO_WEIGHT, weight), hold };
  }

  function attempt(wanted: SnapshotScope): Promise<void> {
    hasChanged = false;
    underway = wanted;
    const ended = refreshAll(wanted).catch((error: unknown) => {
      logger.error('a refresh failed in an unforeseen way', errorFact(error));
      const began = clock.steady();
      return { scope: wanted, began, result: 'failed', weight: null, hold: null } as const;
    });
    running = ended.then((came) => {
      running = null;
      underway = null;
      if (came !== null) schedule.note(came);
      if (came?.result === 'whole') lastWeight = came.weight?.bytes ?? null;
      if (!started) return;
      const next = scope();
      if (next === null) plan(timings.interval);
      else if (hasChanged && came?.result !== 'whole') plan(schedule.soonest(next));
      else plan(schedule.usual(next));
    });
    return running;
  }

  return {
    start() {
      started = true;
      try {
        store.open();
        singles.open(ageOf);
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
        logger.error('the folder of the snapshots cannot be used', { code });
      }
      const about = store.current?.about;
      if (about !== undefined) schedule.noteDownload(about, ageOf(about), weightOf(about.tickets));
      onChange();
      void run();
    },
    async stop() {
      started = false;
      callOffNext();
      callOff();
      await running;
      lending.close();
      store.close();
      singles.close();
    },
    refresh() {
      if (!started) return Promise.resolve();
      if (running === null) return run();
      if (!isSameScope(underway, scope())) callOff();
      again ??= running.then(() => {
        again = null;
        return started ? run() : undefined;
      });
      return again;
    },
    async wake(admissionsWait) {
      if (!started) return;
      const wanted = scope();
      hasChanged = true;
      // At a door that was just opened guests are expected, as after a scan.
      if (!isSameScope(wanted, lastWanted)) schedule.noteScan(false);
      lastWanted = wanted;
      if (running !== null) {
        if (!isSameScope(underway, wanted)) callOff();
      } else if (wanted !== null) {
        const soonest = admissionsWait ? schedule.atAll(wanted) : schedule.soonest(wanted);
        plan(Math.min(soonest, schedule.usual(wanted)));
      }
      await running;
    },
    noteScan(wasUnknown) {
      const wanted = scope();
      if (!schedule.noteScan(wasUnknown) || !started || running !== null || wanted === null) return;
      plan(schedule.usual(wanted));
    },
    forget() {
      schedule.forget();
      refresh.abort();
      lending.close();
      store.forget();
      singles.forget();
      onChange();
    },
    state() {
      const snapshot = current();
      const about = snapshot?.about;
      return {
        tickets: snapshot && ticketsIn(snapshot),
        builtAt: about?.platformTime ?? null,
        scope: about?.filter ?? null,
        skipped: about?.skipped ?? 0,
        duplicates: about?.duplicates ?? 0,
        lacksAdmitted: about !== undefined && options.lacksAdmitted?.() === true,
        scripts: [...new Set(inUse().flatMap((each) => each.about.scripts))],
        refreshing: refresh.progress ?? singles.progress,
        problem: refresh.problem,
        heldUntil: heldUntil(),
        lastWeight,
        next: nextDownload(),
      };
    },
    performances() {
      const snapshot = current();
      if (snapshot === null) return [];
      return [...snapshot.about.performances, ...singles.performances(snapshot)];
    },
    held: () => inUse().map(({ about }) => about),
    lend: (asked) => lending.piece(asked),
    asOf(performanceId) {
      const snapshot = current();
      if (snapshot === null) return null;
      const beside = singles.beside(snapshot).get(performanceId);
      return beside?.builtAt ?? snapshot.about.platformTime;
    },
    file() {
      const snapshot = current();
      if (snapshot === null) return null;
      const { platformTime: builtAt, tickets, patrons, username } = snapshot.about;
      const showsPatrons = patrons > 0 && username === scope()?.username;
      return { path: snapshot.path, keys, builtAt, tickets, showsPatrons };
    },
    usable(now) {
      const snapshot = current();
      if (snapshot === null || isTooOld(snapshot.about, now)) return { status: 'none' };
      const { about, covers } = snapshot;
      const { platformTime: builtAt, skipped, filter } = about;
      const tickets = ticketsIn(snapshot);
      const beside = singles.beside(snapshot);
      return { status: 'usable', builtAt, tickets, skipped, scope: filter, covers, beside };
    },
    find(clientId, code) {
      const snapshot = current();
      if (snapshot?.about.filter.clientId !== clientId) return err('no-snapshot');
      const found = findIn(snapshot, code);
      if (!found.ok) logger.error('the snapshot does not tell', { why: found.error });
      if (!found.ok) return found;
      const reader = scope()?.username;
      return ok(
        found.value.map(({ ticket, username }) =>
          username === reader ? ticket : { ...ticket, patron: null },
        ),
      );
    },
    near(clientId, code) {
      const large = current();
      if (large?.about.filter.clientId !== clientId) return err('no-snapshot');
      const found = new Set<string>();
      for (const snapshot of [large, ...singles.inUse(large)]) {
        const near = snapshot.near(code);
        if (!near.ok) logger.error('the snapshot does not tell', { why: near.error });
        if (!near.ok) return near;
        for (const barcode of near.value) found.add(barcode);
      }
      return ok([...found]);
    },
  };
}
