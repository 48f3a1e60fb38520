import type { Clock } from '#main/base/ports.ts';

/** How long uploads wait for the snapshot of the tickets, in milliseconds. */
const SNAPSHOT_FIRST = 5_000;

/**
 * Lets uploads wait for the snapshot of the tickets, if it comes soon: what the platform calls used before it
 * has heard of this kiosk's admissions, another door has let in.
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

  /** Called when the platform can be reached again: uploads wait for the snapshot. */
  begin(): void {
    this.stop();
    this.#callOff = this.#clock.after(SNAPSHOT_FIRST, () => this.end());
  }

  /** Called when the snapshot is there, or does not come soon. */
  end(): void {
    if (this.#callOff === null) return;
    this.stop();
    this.#onOver();
  }

  /** Stops waiting, without calling back. */
  stop(): void {
    this.#callOff?.();
    this.#callOff = null;
  }
}
