import type { SyncScansRequest } from '#shared/api/index.ts';
import type { UploadBatch, WaitingUpload } from '#main/ledger/upload-queue.ts';
import type { FailedScan } from '#main/platform/ticketing/sync-answer.ts';
import { barcodeIn, type BarcodeForm } from './barcode-forms.ts';
import { HOUR } from '#shared/time.ts';
import type { UploadTimings } from './upload-timings.ts';

/** A scan, and the time that the platform is told for it. */
export interface TimedUpload {
  readonly upload: WaitingUpload;
  readonly scanTime: number;
}

/** A guessed time may be as old as the platform takes, less this, which a request and its repeats need. */
const MARGIN = HOUR;

/**
 * The time under which a scan is uploaded: never in the platform's future, and each time the same one, so
 * that a scan that is sent again is the same scan to the platform. One far in the future is of a clock that
 * was wrong, and becomes `surely`; so does a guess that is too old to be taken. Null if it will have passed
 * within `soon` milliseconds, which is waited for.
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
 * The scans of a batch that can go up in one request: up to the first whose time has not come, and
 * each barcode once, because a failure names nothing else.
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

/** The body of syncScans. */
export function requestOf(
  filter: UploadBatch['filter'],
  timed: readonly TimedUpload[],
  form: BarcodeForm,
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

/** What the platform's answer says of each scan. */
export interface Sorted {
  readonly refused: readonly { readonly id: string; readonly text: string }[];
  readonly others: readonly string[];
  /** Failures without a barcode that was sent: an unknown one of the others is not recorded. */
  readonly oneIsMeant: boolean;
  /** It shows that the platform has read the barcodes: it has recorded one, or names one as it was sent. */
  readonly hasReadThem: boolean;
}

/** Which code of those that were sent a platform means; null: none of them, or it may be several. */
function namedBy(barcode: FailedScan['barcode'], uploads: readonly WaitingUpload[]): string | null {
  const isMeant =
    typeof barcode === 'number'
      ? (code: string) => /^\d+$/.test(code) && BigInt(code) === BigInt(barcode)
      : (code: string) => code === barcode;
  const [code, another] = uploads.flatMap((upload) => (isMeant(upload.code) ? upload.code : []));
  return another === undefined ? (code ?? null) : null;
}

/**
 * Sorts scans by the failures of their answer. A barcode that was not sent means the only scan, if there is
 * only one.
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
