import { isDeepStrictEqual } from 'node:util';
import { narrowest, type ScanFilter, type SyncScansRequest } from '#shared/api/index.ts';
import type { UploadBatch, WaitingUpload } from '#main/ledger/upload-queue.ts';
import type { FailedScan } from '#main/platform/ticketing/sync-answer.ts';
import { barcodeIn, type RequestForm } from './request-forms.ts';
import { HOUR } from '#shared/time.ts';
import type { UploadTimings } from './upload-timings.ts';

/** A scan with the time that is sent for it. */
export interface TimedUpload {
  readonly upload: WaitingUpload;
  readonly scanTime: number;
}

/**
 * How much younger than the platform's limit a guessed time must be, to leave time for a request and its
 * repetitions.
 */
const MARGIN = HOUR;

/**
 * Returns the time with which a scan is uploaded: never in the platform's future, and always the same one,
 * so that the platform recognises a scan that is sent again. A time far in the future comes from a wrong
 * clock and is replaced by `surely`, and so is a guessed time that is too old to be accepted. Null if it is
 * better to wait because the time will have passed within `soon` ms.
 */
export function timeOf(
  { platformTime, wasSent, isTimeGuessed }: WaitingUpload,
  surely: number,
  { soon, oldest }: Pick<UploadTimings, 'soon' | 'oldest'>,
): number | null {
  // A time that was sent before had passed then. If it has not now, the platform's clock was set back.
  if (wasSent) return platformTime;
  if (isTimeGuessed && surely - platformTime > oldest - MARGIN) return surely;
  if (platformTime <= surely) return platformTime;
  return platformTime - surely <= soon ? null : surely;
}

/**
 * Returns the scans of a batch for one request: up to the first whose time has not passed, and each barcode
 * once, because failures are identified by barcode only.
 */
export function sendable(
  { uploads }: UploadBatch,
  timeFor: (upload: WaitingUpload) => number | null,
): TimedUpload[] {
  const timed: TimedUpload[] = [];
  const codes = new Set<string>();
  for (const upload of uploads) {
    const scanTime = timeFor(upload);
    if (scanTime === null || codes.has(upload.code)) break;
    codes.add(upload.code);
    timed.push({ upload, scanTime });
  }
  return timed;
}

type Batch = Pick<UploadBatch, 'filter' | 'performanceId'>;

/**
 * The filter of a request. Without one, a platform may take only what is inside the scan window (spec 4.2,
 * rule 3), where most scans no longer are when they are uploaded.
 */
export function filterIn({ filter }: RequestForm, batch: Batch): ScanFilter {
  const { performanceId, filter: ofDoor } = batch;
  return filter === 'door' ? narrowest(ofDoor) : { clientId: ofDoor.clientId, performanceId };
}

/** Whether the door's own filter is another one than that of the tickets' performance. */
export function hasDoorFilter({ performanceId, filter }: Batch): boolean {
  return !isDeepStrictEqual(narrowest(filter), { clientId: filter.clientId, performanceId });
}

/** The body of syncScans. */
export function requestOf(
  filter: ScanFilter,
  timed: readonly TimedUpload[],
  form: RequestForm,
): SyncScansRequest {
  return {
    ...filter,
    tickets: timed.map(({ upload: { code, ticketId, performanceId }, scanTime }) => ({
      ticketId,
      performanceId,
      ...barcodeIn(form, code),
      scanTime,
    })),
  };
}

/** The platform's answer, sorted by scan. */
export interface Sorted {
  readonly refused: readonly { readonly id: string; readonly text: string }[];
  readonly others: readonly string[];
  /**
   * There is a failure without a barcode, or with one that was not sent: one of the other scans is not
   * recorded.
   */
  readonly oneIsMeant: boolean;
  /**
   * The answer shows that the platform has parsed the barcodes: it has recorded one, or names one as it was
   * sent.
   */
  readonly hasReadThem: boolean;
}

/** Returns which of the sent barcodes the platform means; null if none, or if several are possible. */
function namedBy(barcode: FailedScan['barcode'], uploads: readonly WaitingUpload[]): string | null {
  const isMeant =
    typeof barcode === 'number'
      ? (code: string) => /^\d+$/.test(code) && BigInt(code) === BigInt(barcode)
      : (code: string) => code === barcode;
  const [code, another] = uploads.flatMap((upload) => (isMeant(upload.code) ? upload.code : []));
  return another === undefined ? (code ?? null) : null;
}

/**
 * Sorts scans by the failures in their answer. If there is only one scan, a failure with an unknown barcode
 * is about it.
 */
export function sortByFailures(
  uploads: readonly WaitingUpload[],
  failures: readonly FailedScan[],
): Sorted {
  const [only] = uploads;
  const [failure] = failures;
  if (uploads.length === 1 && only !== undefined && failure !== undefined) {
    const refused = [{ id: only.id, text: failure.reason }];
    const hasReadThem = failures.some(({ barcode }) => namedBy(barcode, uploads) === only.code);
    return { refused, others: [], oneIsMeant: false, hasReadThem };
  }
  const named = failures.map(({ barcode }) => namedBy(barcode, uploads));
  const reasons = new Map(failures.map(({ reason }, index) => [named[index], reason]));
  const refused = uploads.flatMap(({ id, code }) => {
    const text = reasons.get(code);
    return text === undefined ? [] : [{ id, text }];
  });
  const others = uploads.filter(({ code }) => !reasons.has(code)).map(({ id }) => id);
  const oneIsMeant = named.includes(null);
  const hasReadThem = refused.length > 0 || (others.length > 0 && !oneIsMeant);
  return { refused, others, oneIsMeant, hasReadThem };
}
