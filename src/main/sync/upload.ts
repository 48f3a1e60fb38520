import { isDeepStrictEqual } from 'node:util';
import { assertNever } from '#shared/assert-never.ts';
import { errorFact } from '#main/base/log/error-fact.ts';
import { unlessAborted } from '#main/base/unless-aborted.ts';
import type { SenderPorts, UploadSession } from './upload-ports.ts';
import { SnapshotFirst } from './snapshot-first.ts';
import { UploadSender } from './upload-sender.ts';
import type { Uploads } from '#shared/model/uploads.ts';
import { HOUR } from '#shared/time.ts';
import { UPLOAD_TIMINGS } from './upload-timings.ts';

export interface UploadPorts extends Omit<SenderPorts, 'timings' | 'onProgress'> {
  /** Called on every change of {@link Uploader.state}. */
  readonly onChange: () => void;
  readonly timings?: SenderPorts['timings'];
}

/** A round of requests, one after the other, until nothing more can go up for now. */
interface Round {
  readonly callOff: AbortController;
  readonly done: Promise<void>;
}

/**
 * Uploads the scans that the platform does not have yet. A scan leaves the queue only by an answer of the
 * platform, or when it is too old to be taken; otherwise it is kept and sent again.
 */
export class Uploader {
  readonly #ports: UploadPorts;
  readonly #timings: SenderPorts['timings'];
  readonly #sender: UploadSender;
  readonly #snapshotFirst: SnapshotFirst;
  #round: Round | null = null;
  /** Whether something has changed since the round began. */
  #again = false;
  /** Calls off the next round by itself. While the platform wants to be left alone, nothing else starts one. */
  #pause: { readonly held: boolean; readonly callOff: () => void } | null = null;
  #failures = 0;
  #callOffLook: (() => void) | null = null;
  #told: Uploads | null = null;

  constructor(ports: UploadPorts) {
    this.#ports = ports;
    this.#timings = ports.timings ?? UPLOAD_TIMINGS;
    this.#snapshotFirst = new SnapshotFirst(ports.clock, () => this.wake());
    this.#sender = new UploadSender({
      ...ports,
      timings: this.#timings,
      session: () => this.#session(),
      onProgress: () => this.#tell(),
    });
  }

  get state(): Uploads {
    const { queue, platformClock } = this.#ports;
    const oldest = queue.oldestPending();
    const hours = oldest === null ? 0 : (platformClock.now() - oldest) / HOUR;
    return {
      pending: queue.pendingCount(),
      oldest,
      uploading: this.#round !== null,
      lastProblem: this.#sender.problem,
      warning: this.#timings.warnings.findLast((warning) => hours >= warning) ?? null,
    };
  }

  /** Starts uploading whenever it is possible. Calling it again does no harm. */
  start(): void {
    this.#callOffLook?.();
    this.#lookLater();
    this.wake();
  }

  /**
   * The platform is back, or somebody has signed in: what waits goes up when the snapshot of the tickets has
   * come, or does not come soon.
   */
  waitForSnapshot(): void {
    this.#snapshotFirst.begin();
  }

  /** Whether it waits for the snapshot. */
  get awaitsSnapshot(): boolean {
    return this.#snapshotFirst.isAwaited;
  }

  /** Called when the snapshot has come, or does not come for now. */
  noteDownload(): void {
    this.#snapshotFirst.end();
  }

  /** Uploads at once, unless the platform wants to be left alone, or the snapshot comes first. */
  wake(): void {
    if (this.#pause?.held === true) return;
    this.#endPause();
    this.#begin();
  }

  /** A scan has been queued, or is not in doubt any more. After a failure it waits like the others. */
  noteQueued(): void {
    if (this.#pause === null) this.#begin();
    else this.#tell();
  }

  /**
   * Before signing out or closing: uploads what it can within `limit` milliseconds and says how many
   * scans stay. A request that is still under way then is broken off, and sent again another time.
   */
  async drain(limit: number): Promise<number> {
    await this.uploadNow(limit);
    await this.#breakOff();
    return this.#ports.queue.pendingCount();
  }

  /** Uploads at once what can go up: whoever waits does not wait for a snapshot, too. Resolves when that is done, after `limit` milliseconds at the latest. */
  async uploadNow(limit: number): Promise<void> {
    const over = new AbortController();
    const cancel = this.#ports.clock.after(limit, () => over.abort());
    this.#snapshotFirst.stop();
    this.wake();
    while (this.#round !== null && !over.signal.aborted) {
      await unlessAborted(this.#round.done, over.signal);
    }
    cancel();
  }

  /** Before the ledger is closed: breaks off what is under way; it is sent again after the next start. */
  async stop(): Promise<void> {
    this.#callOffLook?.();
    this.#snapshotFirst.stop();
    this.#endPause();
    await this.#breakOff();
    this.#sender.letGo();
  }

  /** With what scans can go up; null while they wait. */
  #session(): UploadSession | null {
    // Asked in any case: that the platform can be reached again may come out by it.
    const session = this.#ports.session();
    return this.#snapshotFirst.isAwaited ? null : session;
  }

  #begin(): void {
    if (this.#round !== null) {
      this.#again = true;
      return;
    }
    this.#again = false;
    const callOff = new AbortController();
    this.#round = { callOff, done: this.#work(callOff.signal) };
    this.#tell();
  }

  async #work(signal: AbortSignal): Promise<void> {
    try {
      // In a turn of its own, so that the caller does not wait for the disk.
      await Promise.resolve();
      const end = await this.#sender.run(signal);
      if (signal.aborted) return;
      switch (end.type) {
        case 'idle':
          this.#failures = 0;
          break;
        case 'retry':
          this.#failures = end.progress ? 1 : this.#failures + 1;
          this.#pauseFor(this.#backoff(), false);
          break;
        case 'hold':
          this.#pauseFor(end.for, true);
          break;
        default:
          assertNever(end);
      }
    } catch (error) {
      this.#ports.logger.error('uploading failed in an unforeseen way', errorFact(error));
      this.#failures += 1;
      this.#pauseFor(this.#backoff(), false);
    } finally {
      this.#round = null;
      const again = this.#again && !signal.aborted;
      if (again) this.wake();
      else this.#tell();
    }
  }

  async #breakOff(): Promise<void> {
    this.#round?.callOff.abort();
    await this.#round?.done;
  }

  #backoff(): number {
    const { retryFirst, retryMost } = this.#timings;
    return Math.min(retryFirst * 2 ** (this.#failures - 1), retryMost);
  }

  #pauseFor(time: number, held: boolean): void {
    const callOff = this.#ports.clock.after(time, () => {
      this.#pause = null;
      this.#begin();
    });
    this.#pause = { held, callOff };
  }

  #endPause(): void {
    this.#pause?.callOff();
    this.#pause = null;
  }

  #lookLater(): void {
    this.#callOffLook = this.#ports.clock.after(this.#timings.look, () => this.#look());
  }

  #look(): void {
    this.#lookLater();
    if (this.#round === null) this.#sender.expire();
    this.noteQueued();
  }

  #tell(): void {
    const state = this.state;
    if (isDeepStrictEqual(state, this.#told)) return;
    this.#told = state;
    this.#ports.onChange();
  }
}
