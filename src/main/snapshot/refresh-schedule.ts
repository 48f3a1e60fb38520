import type { Clock } from '#main/base/ports.ts';
import type { SnapshotScope } from './model.ts';
import {
  REFRESH_RULES,
  refreshInterval,
  priceOf,
  waitsForScan,
  type RefreshNeeds,
  type Weight,
} from './refresh-interval.ts';
import { isSameScope } from './same-scope.ts';
import type { SnapshotTimings } from './timings.ts';

/** The result of a refresh, as far as the next one depends on it. */
export interface Attempt {
  readonly scope: SnapshotScope;
  /** On the steady clock. */
  readonly began: number;
  readonly result: 'whole' | 'failed' | 'called off';
  /** The load of the transfer, even if incomplete; null if nothing came. */
  readonly weight: Weight | null;
  /** For how long the platform asks not to be called, in milliseconds; null if it does not. */
  readonly hold: number | null;
}

/** How often tickets should be downloaded, depending on settings and starts. */
export type Pace = Pick<RefreshNeeds, 'every' | 'untilStart'>;

export interface SchedulePorts {
  readonly clock: Clock;
  readonly timings: SnapshotTimings;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly pace: () => Pace;
}

/** A moment on the steady clock, and the scope that it concerns. */
interface Moment {
  readonly scope: SnapshotScope;
  readonly at: number;
}

/** A complete download. */
interface Download extends Moment {
  readonly began: number;
  readonly weight: Weight;
  /** How much too early it came, in milliseconds. */
  readonly debt: number;
}

/**
 * Decides when tickets are downloaded again. In all cases the platform is asked neither before the
 * time that it named itself, nor soon after it has sent everything.
 */
export class RefreshSchedule {
  readonly #ports: SchedulePorts;
  #last: Download | null = null;
  /** The last refresh without a result, and how long the next one waits. */
  #failure: (Moment & { readonly pause: number }) | null = null;
  /** The last time that tickets were transferred, completely or not. */
  #weighed: Moment | null = null;
  /** When the platform of this scope may be asked again. */
  #held: Moment | null = null;
  #swing = 1;
  #scannedAt: number;
  /**
   * Since when the platform is known to have tickets that the snapshot lacks; null if it is not.
   */
  #lagsSince: number | null = null;

  constructor(ports: SchedulePorts) {
    this.#ports = ports;
    this.#scannedAt = ports.clock.steady();
  }

  /**
   * Notes an existing snapshot of `scope` that is `age` milliseconds old; `weight` may be an
   * estimate.
   */
  noteDownload(scope: SnapshotScope, age: number, weight: Weight): void {
    const at = this.#ports.clock.steady() - age;
    this.#last = { scope, at, began: at, weight, debt: 0 };
  }

  /** Notes the end of a refresh. */
  note({ scope, began, result, weight, hold }: Attempt): void {
    const { clock, random, timings } = this.#ports;
    const moment = { scope, at: clock.steady() };
    // Random, so that doors that open together do not ask together.
    this.#swing = 1 + timings.jitter * (2 * random() - 1);
    if (weight !== null) this.#weighed = moment;
    if (hold !== null) {
      this.#held = { scope, at: moment.at + Math.min(hold, timings.longestHold) };
    }
    if (result !== 'whole' || weight === null) {
      const price = weight === null ? 0 : priceOf(weight);
      const pause = Math.max(timings.interval, Math.min(price, timings.longestRetry));
      this.#failure = { ...moment, pause };
      return;
    }
    this.#failure = null;
    this.#last = { ...moment, began, weight, debt: this.#debtOf(scope, began) };
    if (this.#lagsSince !== null && this.#lagsSince <= began) this.#lagsSince = null;
  }

  /**
   * Notes a scan; `wasUnknown`: the platform admitted it, and the snapshot did not know it. Returns
   * whether that may bring the next refresh forward.
   */
  noteScan(wasUnknown: boolean): boolean {
    const now = this.#ports.clock.steady();
    const wasIdle = now - this.#scannedAt >= REFRESH_RULES.idleAfter;
    const isLate = wasUnknown && this.#lagsSince === null;
    this.#scannedAt = now;
    if (wasUnknown) this.#lagsSince ??= now;
    return wasIdle || isLate;
  }

  /** Called when there is no snapshot any more. */
  forget(): void {
    this.#last = null;
  }

  /** For how long the platform still asks not to be called, in milliseconds; 0 if it does not. */
  heldFor({ baseUrl }: SnapshotScope): number {
    return this.#held?.scope.baseUrl === baseUrl ? this.#left(this.#held.at) : 0;
  }

  /** How long until these tickets are downloaded without a further cause, in milliseconds. */
  usual(scope: SnapshotScope): number {
    const failure = isOf(this.#failure, scope);
    const due = failure && failure.at + failure.pause * this.#swing;
    return Math.max(this.#left(due ?? this.#nextDue(scope)), this.heldFor(scope));
  }

  /** Whether these tickets would be downloaded sooner if somebody scanned. */
  waitsForScan(scope: SnapshotScope): boolean {
    const last = isOf(this.#last, scope);
    if (last === null || isOf(this.#failure, scope) !== null || this.heldFor(scope) > 0)
      return false;
    return waitsForScan(this.#needsOf(last));
  }

  /**
   * How long until downloading these tickets makes sense because something has changed, in
   * milliseconds.
   */
  soonest(scope: SnapshotScope): number {
    return Math.max(this.atAll(scope), this.#left(this.#nextDue(scope)));
  }

  /**
   * How long until they may be downloaded at all, regardless of the snapshot's age, in
   * milliseconds.
   */
  atAll(scope: SnapshotScope): number {
    const weighed = isOf(this.#weighed, scope);
    const spaced = weighed === null ? 0 : this.#left(weighed.at + this.#ports.timings.spacing);
    return Math.max(this.heldFor(scope), spaced);
  }

  /** When a snapshot of these tickets is due for replacement; minus infinity if there is none. */
  #nextDue(scope: SnapshotScope): number {
    const last = isOf(this.#last, scope);
    if (last === null) return Number.NEGATIVE_INFINITY;
    const { at, began } = last;
    const interval = refreshInterval(this.#needsOf(last));
    // A snapshot's age counts from the beginning of its download.
    return Math.min(at + interval * this.#swing, Math.max(at, began + REFRESH_RULES.longest));
  }

  #needsOf({ at, weight, debt }: Download): RefreshNeeds {
    const { clock, pace } = this.#ports;
    const { every, untilStart } = pace();
    return {
      ...{ every, untilStart, weight, debt },
      age: clock.steady() - at,
      sinceScan: clock.steady() - this.#scannedAt,
      lags: this.#lagsSince !== null,
    };
  }

  #debtOf(scope: SnapshotScope, began: number): number {
    const before = isOf(this.#last, scope);
    if (before === null) return 0;
    const price = priceOf(before.weight);
    return Math.max(0, Math.min(price, price + before.debt - (began - before.at)));
  }

  #left(until: number): number {
    return Math.max(0, until - this.#ports.clock.steady());
  }
}

/** Null if it concerned other tickets. */
function isOf<M extends Moment>(moment: M | null, scope: SnapshotScope): M | null {
  return moment !== null && isSameScope(moment.scope, scope) ? moment : null;
}
