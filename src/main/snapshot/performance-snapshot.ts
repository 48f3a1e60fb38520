import type { SnapshotScope } from './model.ts';
import { REFRESH_RULES, NO_WEIGHT, type Weight } from './refresh-interval.ts';
import { Refresh, type RefreshPorts } from './refresh.ts';
import { isSameScope } from './same-scope.ts';
import type { Snapshot } from './snapshot.ts';
import type { SnapshotStore } from './snapshot-store.ts';

export type PerformanceSnapshotPorts = Omit<RefreshPorts, 'scope' | 'offered'>;

/** The result of downloading one performance. */
export interface PerformanceAttempt {
  readonly weight: Weight;
  /** For how long the platform asks not to be called, in milliseconds; null if it does not. */
  readonly hold: number | null;
  /**
   * Whether it sent the tickets or refused them, so that it makes sense to ask for the next
   * performance.
   */
  readonly isAnswered: boolean;
}

/** A snapshot of the tickets of one performance, downloaded by its number. */
export class PerformanceSnapshot {
  readonly performanceId: number;
  readonly #ports: PerformanceSnapshotPorts;
  readonly #refresh: Refresh;
  /** The scope of the download in progress. */
  #wanted: SnapshotScope | null = null;
  /** What the platform last answered, and when; on the steady clock. */
  #answered: { readonly scope: SnapshotScope; readonly at: number } | null = null;

  constructor(performanceId: number, ports: PerformanceSnapshotPorts) {
    this.performanceId = performanceId;
    this.#ports = ports;
    this.#refresh = new Refresh({
      ...ports,
      scope: () => this.#wanted,
      // For a single performance the platform sends all of its tickets, or none.
      offered: () => Promise.resolve([performanceId]),
    });
  }

  get store(): SnapshotStore {
    return this.#ports.store;
  }

  /** The snapshot, if it has tickets of the performance. */
  get snapshot(): Snapshot | null {
    const { current } = this.store;
    return current?.sold.has(this.performanceId) ? current : null;
  }

  /** The progress of its download; null if none is in progress. */
  get progress() {
    return this.#refresh.progress;
  }

  /** Whether the platform's last answer for `scope` is old, or missing. */
  isDue(scope: SnapshotScope): boolean {
    const { clock } = this.#ports;
    const answered = this.#answered;
    if (answered === null || !isSameScope(answered.scope, scope)) return true;
    return clock.steady() - answered.at >= REFRESH_RULES.idle;
  }

  /** Notes that the snapshot on the disk is what the platform answered `age` milliseconds ago. */
  noteAge(age: number): void {
    const { clock, store } = this.#ports;
    if (store.current === null) return;
    this.#answered = { scope: store.current.about, at: clock.steady() - age };
  }

  /** Downloads it once. */
  async refresh(scope: SnapshotScope): Promise<PerformanceAttempt> {
    this.#wanted = scope;
    const attempt = await this.#refresh.run();
    const isRefused = this.#refresh.problem?.type === 'refused';
    const isAnswered = attempt?.result === 'whole' || (attempt?.result === 'failed' && isRefused);
    this.#answered = isAnswered ? { scope, at: attempt.began } : null;
    return { weight: attempt?.weight ?? NO_WEIGHT, hold: attempt?.hold ?? null, isAnswered };
  }

  abort(): void {
    this.#wanted = null;
    this.#refresh.abort();
  }
}
