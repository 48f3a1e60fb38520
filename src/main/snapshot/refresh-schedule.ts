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

/** The outcome of a refresh that decides when the next one comes. */
export interface Attempt {
  readonly scope: SnapshotScope;
  /** On the steady clock. */
  readonly began: number;
  readonly result: 'whole' | 'failed' | 'called off';
  /** What was downloaded, even if it was not complete; null: nothing. */
  readonly weight: Weight | null;
  /** For how long the platform asks to be left alone, in milliseconds; null: it does not ask for it. */
  readonly hold: number | null;
}

/** What the kiosk knows about how often the tickets are wanted. */
export type Pace = Pick<RefreshNeeds, 'every' | 'untilStart'>;

export interface SchedulePorts {
  readonly clock: Clock;
  readonly timings: SnapshotTimings;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly pace: () => Pace;
}

/** A moment on the steady clock, and what it is about. */
interface Moment {
  readonly scope: SnapshotScope;
  readonly at: number;
}

/** A complete snapshot. */
interface Download extends Moment {
  readonly began: number;
  readonly weight: Weight;
  /** How long before its time it was downloaded, in milliseconds. */
  readonly debt: number;
}

/**
 * Decides when tickets are downloaded again. Whatever triggers a refresh, the platform is asked neither
 * before the time that it named itself nor soon after a complete download.
 */
export class RefreshSchedule {
  readonly #ports: SchedulePorts;
  #last: Download | null = null;
  /** The last refresh that brought nothing, and how long the next one waits. */
  #failure: (Moment & { readonly pause: number }) | null = null;
  /** The last time that tickets came, whole or not. */
  #weighed: Moment | null = null;
  /** When the platform of this scope may be asked again. */
  #held: Moment | null = null;
  #swing = 1;
  #scannedAt: number;
  /** Since when the snapshot is known to lag behind the platform; null: it is not. */
  #lagsSince: number | null = null;

  constructor(ports: SchedulePorts) {
    this.#ports = ports;
    this.#scannedAt = ports.clock.steady();
  }

  /** There is a snapshot of `scope` already, `age` milliseconds old; `weight` as far as that is known. */
  noteDownload(scope: SnapshotScope, age: number, weight: Weight): void {
    const at = this.#ports.clock.steady() - age;
    this.#last = { scope, at, began: at, weight, debt: 0 };
  }

  /** A refresh has ended. */
  note({ scope, began, result, weight, hold }: Attempt): void {
    const { clock, random, timings } = this.#ports;
    const moment = { scope, at: clock.steady() };
    // The jitter keeps doors that open together from asking together.
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
   * A ticket was scanned; `wasUnknown`: the platform let it in, and the snapshot did not know it. Returns
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

  /** Called when the snapshot was removed. */
  forget(): void {
    this.#last = null;
  }

  /** How long the platform still asks not to be called, in milliseconds; 0: it does not. */
  heldFor({ baseUrl }: SnapshotScope): number {
    return this.#held?.scope.baseUrl === baseUrl ? this.#left(this.#held.at) : 0;
  }

  /** How long until these tickets are downloaded by themselves, in milliseconds. */
  usual(scope: SnapshotScope): number {
    const failure = isOf(this.#failure, scope);
    const due = failure && failure.at + failure.pause * this.#swing;
    return Math.max(this.#left(due ?? this.#nextDue(scope)), this.heldFor(scope));
  }

  /** Whether these tickets would come sooner if somebody scanned. */
  waitsForScan(scope: SnapshotScope): boolean {
    const last = isOf(this.#last, scope);
    if (last === null || isOf(this.#failure, scope) !== null || this.heldFor(scope) > 0)
      return false;
    return waitsForScan(this.#needsOf(last));
  }

  /** How long until a change justifies a download of these tickets, in milliseconds. */
  soonest(scope: SnapshotScope): number {
    return Math.max(this.atAll(scope), this.#left(this.#nextDue(scope)));
  }

  /** How long until a download is allowed at all, in milliseconds. */
  atAll(scope: SnapshotScope): number {
    const weighed = isOf(this.#weighed, scope);
    const spaced = weighed === null ? 0 : this.#left(weighed.at + this.#ports.timings.spacing);
    return Math.max(this.heldFor(scope), spaced);
  }

  /** When the snapshot of these tickets reaches its age; infinitely long ago if there is none. */
  #nextDue(scope: SnapshotScope): number {
    const last = isOf(this.#last, scope);
    if (last === null) return Number.NEGATIVE_INFINITY;
    const { at, began } = last;
    const interval = refreshInterval(this.#needsOf(last));
    // The age of a snapshot counts from the beginning of its download.
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

/** Null, if it was not about these tickets. */
function isOf<M extends Moment>(moment: M | null, scope: SnapshotScope): M | null {
  return moment !== null && isSameScope(moment.scope, scope) ? moment : null;
}
