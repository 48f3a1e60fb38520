import type { UploadProblem } from '#shared/model/uploads.ts';
import { ok, type Result } from '#shared/result.ts';
import type { UploadReason } from '#main/ledger/entry.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import type { WaitingUpload } from '#main/ledger/upload-queue.ts';
import { SetAside } from './set-aside.ts';
import type { SenderPorts } from './upload-ports.ts';
import type { TimedUpload } from './upload-request.ts';

/**
 * Records the states of scans in the ledger. Those that cannot be written are kept in memory, and sent
 * again later.
 */
export class UploadRecords {
  readonly #ports: SenderPorts;
  #aside = new SetAside();
  /** Why the last request was not accepted as a whole. */
  problem: UploadProblem | null = null;

  constructor(ports: SenderPorts) {
    this.#ports = ports;
  }

  get aside(): SetAside {
    return this.#aside;
  }

  /**
   * Called before the ledger is closed: the next one that is opened settles by itself what was under way,
   * and may be a new file.
   */
  letGo(): void {
    this.#aside = new SetAside();
  }

  /** Gives up on scans that are too old for the platform; their entries are kept. */
  expire(): void {
    const { queue, platformClock, logger, timings } = this.#ports;
    // Without an answer of the platform its time is a guess, and giving up cannot be undone.
    const passed = platformClock.beyondDispute();
    if (passed === null) return;
    const expired = this.noted(queue.expireOlderThan(passed - timings.oldest, platformClock.now()));
    if (expired.ok && expired.value > 0) {
      logger.warn('scans are too old to be uploaded', { scans: expired.value });
    }
  }

  /** Called before a request is sent, so that after a crash the same times are sent again. */
  noteSent(timed: readonly TimedUpload[]): boolean {
    const { queue, platformClock } = this.#ports;
    if (!this.#putRight(timed).ok) return false;
    const ids = timed.map(({ upload }) => upload.id);
    return this.noted(queue.markSent(ids, platformClock.now())).ok;
  }

  /** Called when the platform has recorded them. */
  noteRecorded(ids: readonly string[]): boolean {
    const { queue, platformClock, logger } = this.#ports;
    const recorded = this.noted(queue.markRecorded(ids, platformClock.now())).ok;
    if (!recorded) this.#aside.put(ids);
    else logger.info('scans are uploaded', { scans: ids.length });
    return recorded;
  }

  /** Called when the platform has refused one. */
  noteRefused(id: string, reason: UploadReason): boolean {
    const { queue, platformClock } = this.#ports;
    const refused = this.noted(queue.markRefused(id, reason, platformClock.now())).ok;
    if (!refused) this.#aside.put([id]);
    return refused;
  }

  /** Puts them back into the queue. */
  keep(ids: readonly string[]): boolean {
    const { queue, platformClock } = this.#ports;
    const kept = this.noted(queue.backToPending(ids, platformClock.now())).ok;
    if (!kept) this.#aside.put(ids);
    return kept;
  }

  /** Puts all that were set aside back into the queue. */
  takeBack(ids: readonly string[]): Result<void, LedgerFault> {
    const { queue, platformClock } = this.#ports;
    const back = this.noted(queue.backToPending(ids, platformClock.now()));
    if (back.ok) this.#aside.takeBack(ids);
    return back;
  }

  /**
   * Called before they are uploaded: tickets that the platform calls used already may have been admitted at
   * another door.
   */
  noteTwoDoors(clientId: number, uploads: readonly WaitingUpload[]): void {
    const { queue, usedAsOf, logger } = this.#ports;
    const used = uploads.filter((upload) => {
      const asOf = upload.wasSent ? null : usedAsOf(clientId, upload);
      return asOf !== null && asOf > upload.platformTime;
    });
    if (used.length === 0) return;
    const ids = used.map(({ id }) => id);
    const noted = this.noted(queue.noteUsed(ids));
    if (noted.ok && noted.value > 0) {
      logger.warn('another door may have let the same tickets in', { scans: noted.value });
    }
  }

  /** Returns the ledger's result; logs a fault, and keeps it as the problem. */
  noted<T>(result: Result<T, LedgerFault>): Result<T, LedgerFault> {
    if (!result.ok) {
      this.problem = { type: 'ledger', code: result.error.code };
      this.#ports.logger.error('the ledger fails', { ...result.error });
    }
    return result;
  }

  #putRight(timed: readonly TimedUpload[]): Result<void, LedgerFault> {
    const wrong = timed.filter(({ upload, scanTime }) => scanTime !== upload.platformTime);
    if (wrong.length === 0) return ok();
    const corrected = this.noted(
      this.#ports.queue.putRight(
        wrong.map(({ upload: { sequence }, scanTime }) => ({ sequence, platformTime: scanTime })),
      ),
    );
    if (corrected.ok) wrong.forEach(({ upload }) => this.#ports.onTimeCorrected(upload.sequence));
    return corrected;
  }
}
