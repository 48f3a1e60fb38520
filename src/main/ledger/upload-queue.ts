import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import type { Result } from '#shared/result.ts';
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import type { UploadReason } from './entry.ts';
import type { ChangeEntry, Happening } from './entry-states.ts';
import { guarded, type LedgerFault } from './fault.ts';
import { FILTER_COLUMNS, filterOf, filterRowSchema, type FilterRow } from './filter.ts';
import { flagSchema, sealedEntrySchema } from './schemas.ts';
import type { Sealer } from './sealer.ts';
import type { TimeCorrection } from './times.ts';
import type { TwoDoors } from './two-doors.ts';
import type { UploadTotals } from './upload-totals.ts';

/** An admission that is to be uploaded (spec 2.11). */
export interface WaitingUpload {
  readonly id: string;
  readonly sequence: number;
  /** It was sent before, so the platform may know it under its time. */
  readonly wasSent: boolean;
  readonly code: string;
  readonly ticketId: number;
  readonly performanceId: number;
  /** When it was scanned, in milliseconds since the epoch, on the platform's clock. */
  readonly platformTime: number;
  /**
   * The time is wrong by an unknown amount: the kiosk was switched off before the platform told its time.
   */
  readonly isTimeGuessed: boolean;
}

/** What the queue is made of, beside its file. */
export interface UploadQueueParts {
  readonly sealer: Sealer;
  readonly change: ChangeEntry;
  readonly correctTimes: (corrections: readonly TimeCorrection[]) => void;
  readonly twoDoors: TwoDoors;
  readonly totals: UploadTotals;
}

/** Admissions for the same performance, made under the same filter, which go into one request. */
export interface UploadBatch {
  /** Identifies the platform, the filter and the performance. */
  readonly groupKey: string;
  /** What the door was open for. */
  readonly filter: ScanFilter;
  /** The performance of their tickets. */
  readonly performanceId: number;
  /** In the order of their scans; at least one. */
  readonly uploads: readonly WaitingUpload[];
}

export interface BatchWish {
  /** The platform that this session is at. */
  readonly baseUrl: string;
  /** Clients for which this session may not upload now. Default: none. */
  readonly barred?: readonly number[];
  /** The keys of groups that are not wanted now. Default: none. */
  readonly passedOver?: readonly string[];
  /** The largest number to return. */
  readonly limit: number;
}

/** Selects what is ready, along the index of what waits: the others are many more. */
const READY = `
FROM entry INDEXED BY entry_waiting LEFT JOIN late_answer USING (sequence)
WHERE upload = 'pending' AND late_answer.answer IS NOT 'awaited'`;

const rowSchema = z.object({
  id: z.string(),
  sequence: z.int(),
  wasSent: flagSchema,
  ticketId: z.int(),
  performanceId: z.int(),
  platformTime: z.int(),
  isTimeGuessed: flagSchema,
  sealed: z.instanceof(Buffer),
});
const rowsSchema = z.array(rowSchema);

const GROUP_KEY = `json_array(entry.base_url, entry.client_id, entry.filter_production_id,
  entry.filter_performance_id, entry.ticket_performance_id)`;

/** What the entries of one batch have in common. */
const groupSchema = filterRowSchema.extend({ ticketsFor: z.int(), groupKey: z.string() });
type Row = z.infer<typeof rowSchema>;

/**
 * The admissions that the platform has yet to be told of. Every change is on the disk when its method
 * returns; `at` is the time of the change, on the platform's clock.
 */
export class UploadQueue {
  readonly #sealer: Sealer;
  readonly #change: ChangeEntry;
  readonly #correctTimes: UploadQueueParts['correctTimes'];
  readonly #twoDoors: UploadQueueParts['twoDoors'];
  readonly #totals: UploadTotals;
  readonly #nextGroup: Statement<[{ baseUrl: string; barred: string; passedOver: string }]>;
  readonly #nextRows: Statement<
    [FilterRow & { ticketsFor: number; baseUrl: string; limit: number }]
  >;
  readonly #olderThan: Statement<[number], string>;

  constructor(db: Database, parts: UploadQueueParts) {
    const { sealer, change, correctTimes, twoDoors, totals } = parts;
    this.#sealer = sealer;
    this.#change = change;
    this.#correctTimes = correctTimes;
    this.#twoDoors = twoDoors;
    this.#totals = totals;
    this.#nextGroup = db.prepare(
      `SELECT ${FILTER_COLUMNS}, entry.ticket_performance_id AS ticketsFor, ${GROUP_KEY} AS groupKey
         ${READY}
         AND entry.base_url = :baseUrl
         AND entry.client_id NOT IN (SELECT value FROM json_each(:barred))
         AND ${GROUP_KEY} NOT IN (SELECT value FROM json_each(:passedOver))
       ORDER BY platform_time, sequence LIMIT 1`,
    );
    this.#nextRows = db.prepare(
      `SELECT entry.id, sequence, was_sent AS wasSent, entry.ticket_id AS ticketId, entry.ticket_performance_id AS performanceId,
         platform_time AS platformTime, is_time_guessed AS isTimeGuessed, entry.sealed
       ${READY} AND entry.base_url = :baseUrl AND entry.client_id = :clientId
         AND entry.ticket_performance_id = :ticketsFor
         AND entry.filter_production_id IS :productionId
         AND entry.filter_performance_id IS :performanceId
       ORDER BY platform_time, sequence LIMIT :limit`,
    );
    this.#olderThan = db
      .prepare<[number], string>(
        `SELECT entry.id ${READY} AND platform_time < ? AND (is_time_guessed = 0 OR was_sent = 1)
         ORDER BY platform_time`,
      )
      .pluck();
  }

  /** The number of admissions that the platform is not known to have, of all platforms and clients. */
  pendingCount(): number {
    return this.#totals.waiting;
  }

  /** When the oldest of them was scanned, on the platform's clock; null when there is none. */
  oldestPending(): number | null {
    return this.#totals.oldest;
  }

  /**
   * Returns the admissions that may be uploaded with the oldest one now, all of one client, filter and
   * performance; null when there are none. Other entries of the queue may be older: those of one ticket
   * are of one performance, and keep their order. Leaves out those whose attempt is still in doubt. One that
   * cannot be read any more becomes `refused`, so that it does not block the others.
   */
  nextBatch(
    { baseUrl, barred = [], passedOver = [], limit }: BatchWish,
    at: number,
  ): Result<UploadBatch | null, LedgerFault> {
    return guarded(() => {
      for (;;) {
        const found = this.#nextGroup.get({
          baseUrl,
          barred: JSON.stringify(barred),
          passedOver: JSON.stringify(passedOver),
        });
        if (found === undefined) return null;
        const { groupKey, ...group } = groupSchema.parse(found);
        const rows = rowsSchema.parse(this.#nextRows.all({ ...group, baseUrl, limit }));
        if (rows.length === 0) throw new Error('the queue has no rows of the group that it named');
        const uploads = rows.map((row) => this.#unsealed(row));
        const damaged = rows.filter((_, index) => uploads[index] === null).map(({ id }) => id);
        this.#changeAll(damaged, { event: 'unreadable', at, reason: { type: 'unreadable' } });
        const readable = uploads.filter((upload) => upload !== null);
        if (readable.length > 0) {
          const { ticketsFor: performanceId } = group;
          return { groupKey, filter: filterOf(group), performanceId, uploads: readable };
        }
      }
    });
  }

  /**
   * Fixes the times of entries that were recorded under a wrong clock, right before they are sent: the
   * platform must never receive another time for them, whatever the answer is.
   */
  putRight(times: readonly TimeCorrection[]): Result<void, LedgerFault> {
    return guarded(() => this.#totals.commit(() => this.#correctTimes(times)));
  }

  /**
   * Called when the platform calls these admissions' tickets used before they were uploaded. Where no
   * request of this kiosk explains that, an operator has to see it; they are uploaded all the same. Returns
   * how many were noted.
   */
  noteUsed(ids: readonly string[]): Result<number, LedgerFault> {
    return guarded(() => this.#totals.commit(() => this.#twoDoors.noteUnexplained(ids)));
  }

  /** Called right before their request is sent. */
  markSent(ids: readonly string[], at: number): Result<void, LedgerFault> {
    return guarded(() => this.#changeAll(ids, { event: 'sent', at }));
  }

  /** Called when the platform has recorded them. */
  markRecorded(ids: readonly string[], at: number): Result<void, LedgerFault> {
    return guarded(() => this.#changeAll(ids, { event: 'recorded', at }));
  }

  /** Called when the platform does not accept this one; the operator has to be told. */
  markRefused(id: string, reason: UploadReason, at: number): Result<void, LedgerFault> {
    return guarded(() => this.#changeAll([id], { event: 'refused', at, reason }));
  }

  /** Called when the answer to their request was lost: they are sent again. */
  backToPending(ids: readonly string[], at: number): Result<void, LedgerFault> {
    return guarded(() => this.#changeAll(ids, { event: 'answer-lost', at }));
  }

  /**
   * Gives up on uploads that were scanned before `platformTime`, but keeps their entries; returns how many.
   * A guessed time proves no age, unless it was sent to the platform.
   */
  expireOlderThan(platformTime: number, at: number): Result<number, LedgerFault> {
    return guarded(() => {
      const oldest = this.oldestPending();
      if (oldest === null || oldest >= platformTime) return 0;
      const ids = this.#olderThan.all(platformTime);
      this.#changeAll(ids, { event: 'expired', at });
      return ids.length;
    });
  }

  #changeAll(ids: readonly string[], happening: Happening): void {
    if (ids.length === 0) return;
    this.#totals.commit(() => {
      for (const id of ids) this.#change(id, happening);
    });
  }

  #unsealed({ sealed, ...row }: Row): WaitingUpload | null {
    const content = this.#sealer.open(sealed, sealedEntrySchema);
    return content && { ...row, code: content.code };
  }
}
