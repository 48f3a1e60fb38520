import type { Admission } from '#main/entrance/admission/admission.ts';
import type { AdmissionTimings } from '#main/entrance/admission/timings.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { Clock } from '#main/base/ports.ts';
import type { Uploader } from '#main/sync/upload.ts';
import { withTimeout } from '#main/base/with-timeout.ts';

/**
 * How much longer than the online budget signing out and closing wait for tickets that are still
 * being checked, in milliseconds.
 */
const BESIDES_BUDGET = 200;
/** How long closing waits for uploads in progress, in milliseconds. */
const LAST_UPLOADS = 1_500;
/** How long closing waits for a snapshot that is being built, in milliseconds. */
const LAST_SNAPSHOT = 2_000;
/** How long the operator is shown that scans remain on this kiosk, in milliseconds. */
const STAY_SHOWN = 2_000;

export interface ClosingPorts {
  readonly clock: Clock;
  readonly timings: Pick<AdmissionTimings, 'onlineBudget' | 'verdictAtLeast'>;
  readonly admission: Pick<Admission, 'waiting' | 'whenDone'>;
  readonly uploader: Pick<Uploader, 'drain'>;
  readonly snapshots: Pick<Snapshots, 'stop'>;
}

/**
 * What has to finish before the kiosk ends, or its operator signs out; each step has a time limit.
 */
export class Closing {
  readonly #ports: ClosingPorts;

  constructor(ports: ClosingPorts) {
    this.#ports = ports;
  }

  /**
   * Resolves when all scans have had their verdicts and these have been visible: the platform may
   * be spending their tickets. Null if no scan is waiting.
   */
  lastVerdicts(): Promise<void> | null {
    return this.#ports.admission.waiting === 0 ? null : this.#untilSeen();
  }

  /** Uploads pending scans; returns how many remain on this kiosk. */
  lastUploads(): Promise<number> {
    return this.#ports.uploader.drain(LAST_UPLOADS);
  }

  /** Resolves when the operator has had time to read how many scans remain. */
  isRead(scansThatStay: number): Promise<void> {
    return this.#pause(scansThatStay > 0 ? STAY_SHOWN : 0);
  }

  /**
   * Waits for the snapshot thread for a limited time: while it sorts a million tickets it does not
   * react, and its work is not needed any more.
   */
  async lastSnapshot(): Promise<void> {
    const { clock, snapshots } = this.#ports;
    await withTimeout(clock, LAST_SNAPSHOT, snapshots.stop(), undefined);
  }

  async #untilSeen(): Promise<void> {
    const { clock, admission, timings } = this.#ports;
    await withTimeout(
      clock,
      timings.onlineBudget + BESIDES_BUDGET,
      admission.whenDone(),
      undefined,
    );
    await this.#pause(timings.verdictAtLeast);
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#ports.clock.after(ms, resolve));
  }
}
