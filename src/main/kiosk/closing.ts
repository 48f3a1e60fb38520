import type { Admission } from '#main/entrance/admission/admission.ts';
import type { AdmissionTimings } from '#main/entrance/admission/timings.ts';
import type { Snapshots } from '#main/snapshot/snapshots.ts';
import type { Clock } from '#main/base/ports.ts';
import type { Uploader } from '#main/sync/upload.ts';
import { withTimeout } from '#main/base/with-timeout.ts';

/**
 * How much longer than the online budget signing out and closing wait for guests whose tickets are being
 * checked, in milliseconds.
 */
const BESIDES_BUDGET = 200;
/** How long closing waits for the scans that are on their way, in milliseconds. */
const LAST_UPLOADS = 1_500;
/** How long closing waits for a snapshot that is being built, in milliseconds. */
const LAST_SNAPSHOT = 2_000;
/** How long the operator is told that scans stay here, in milliseconds. */
const STAY_SHOWN = 2_000;

export interface ClosingPorts {
  readonly clock: Clock;
  readonly timings: Pick<AdmissionTimings, 'onlineBudget' | 'verdictAtLeast'>;
  readonly admission: Pick<Admission, 'waiting' | 'whenDone'>;
  readonly uploader: Pick<Uploader, 'drain'>;
  readonly snapshots: Pick<Snapshots, 'stop'>;
}

/** What has to finish before the kiosk closes or the operator signs out; each step is bounded in time. */
export class Closing {
  readonly #ports: ClosingPorts;

  constructor(ports: ClosingPorts) {
    this.#ports = ports;
  }

  /**
   * Resolves when everybody who has scanned has seen a verdict: the platform may be spending their tickets.
   * Null when nobody waits for one.
   */
  lastVerdicts(): Promise<void> | null {
    return this.#ports.admission.waiting === 0 ? null : this.#untilSeen();
  }

  /** Uploads what waits; returns how many scans stay on this kiosk. */
  lastUploads(): Promise<number> {
    return this.#ports.uploader.drain(LAST_UPLOADS);
  }

  /** Resolves when the operator has had the time to read that so many scans stay. */
  isRead(scansThatStay: number): Promise<void> {
    return this.#pause(scansThatStay > 0 ? STAY_SHOWN : 0);
  }

  /**
   * A thread that sorts a million tickets takes no message until it is done, and its result is not needed.
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
