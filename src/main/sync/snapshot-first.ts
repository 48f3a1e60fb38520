import type { Clock } from '#main/base/ports.ts';

/** How long uploads wait for the snapshot of the tickets, in milliseconds. */
const SNAPSHOT_FIRST = 5_000;

/**
 * Delays uploads until there is a new snapshot of the tickets, if that takes only a short time: tickets
 * that it calls used before this kiosk's admissions were uploaded have been admitted at another door.
 */
export class SnapshotFirst {
  readonly #clock: Clock;
  readonly #onOver: () => void;
  #callOff: (() => void) | null = null;

  constructor(clock: Clock, onOver: () => void) {
    this.#clock = clock;
    this.#onOver = onOver;
  }

  get isAwaited(): boolean {
    return this.#callOff !== null;
  }

  /**
   * Called when the platform can be reached again: uploads wait, even if they were waiting for another
   * reason before.
   */
  begin(): void {
    this.stop();
    this.#callOff = this.#clock.after(SNAPSHOT_FIRST, () => this.end());
  }

  /** Called when the snapshot is there, or will not come soon. */
  end(): void {
    if (this.#callOff === null) return;
    this.stop();
    this.#onOver();
  }

  /** Cancels the wait, without a call. */
  stop(): void {
    this.#callOff?.();
    this.#callOff = null;
  }
}
