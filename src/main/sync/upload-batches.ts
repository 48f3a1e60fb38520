import { ok, type Result } from '#shared/result.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import type { UploadBatch } from '#main/ledger/upload-queue.ts';
import type { UploadBars } from './upload-bars.ts';
import type { UploadGroups } from './upload-groups.ts';
import type { SenderPorts, UploadSession } from './upload-ports.ts';
import type { UploadRecords } from './upload-records.ts';

interface BatchesPorts {
  readonly queue: Pick<SenderPorts['queue'], 'nextBatch'>;
  readonly platformClock: Pick<SenderPorts['platformClock'], 'now'>;
  readonly records: UploadRecords;
  readonly groups: UploadGroups;
  readonly timings: Pick<SenderPorts['timings'], 'batch'>;
  readonly bars: UploadBars;
}

/** Chooses which scans are uploaded next. */
export class UploadBatches {
  readonly #ports: BatchesPorts;

  constructor(ports: BatchesPorts) {
    this.#ports = ports;
  }

  /**
   * Returns the next scans. After all others come those that were set aside, if other requests have
   * succeeded since, or at the beginning of a round. Null if there are none.
   */
  next(session: UploadSession, begins: boolean): Result<UploadBatch | null, LedgerFault> {
    const { records } = this.#ports;
    const waiting = this.#first(session);
    if (!waiting.ok || waiting.value !== null) return waiting;
    const ids = begins ? records.aside.all() : records.aside.worthAnotherTry();
    if (ids.length === 0) return waiting;
    const back = records.takeBack(ids);
    if (!back.ok) return back;
    records.expire();
    return this.#first(session);
  }

  #first({ client, credentials }: UploadSession): Result<UploadBatch | null, LedgerFault> {
    const { queue, platformClock, records, groups, bars, timings } = this.#ports;
    const barred = bars.barred(credentials.token);
    if (barred === 'all') return ok(null);
    const wish = { baseUrl: client.baseUrl, barred, limit: timings.batch };
    const now = platformClock.now();
    const { passedOver } = groups;
    let found = records.noted(queue.nextBatch({ ...wish, passedOver }, now));
    if (found.ok && found.value === null && passedOver.length > 0) {
      groups.startOver();
      found = records.noted(queue.nextBatch(wish, now));
    }
    if (!found.ok || found.value === null) return found;
    const { groupKey, uploads } = found.value;
    return ok({ ...found.value, uploads: uploads.slice(0, groups.sizeOf(groupKey)) });
  }
}
