import type { SyncScanFailure, SyncScansRequest } from '#shared/api/index.ts';
import type { UploadBatch, WaitingUpload } from '#main/ledger/upload-queue.ts';

/** A scan, and the time that the platform is told for it. */
export interface TimedUpload {
  readonly upload: WaitingUpload;
  readonly scanTime: number;
}

/**
 * The time under which a scan is uploaded: never in the platform's future, and each time the same one,
 * so that a scan that is sent again is the same scan to the platform. One far in the future is of a
 * clock that was wrong, and becomes `surely`. Null as long as it is wiser to wait: it will have passed
 * within `soon` ms.
 */
export function timeOf(
  { platformTime, wasSent }: WaitingUpload,
  surely: number,
  soon: number,
): number | null {
  // What was sent once had passed by then. If it has not now, the platform's own clock was set back.
  if (platformTime <= surely || wasSent) return platformTime;
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

/** The body of syncScans. The spec names the barcode's key in two ways (4.2, rule 5): both are sent. */
export function requestOf(
  filter: UploadBatch['filter'],
  timed: readonly TimedUpload[],
): SyncScansRequest {
  return {
    ...filter,
    tickets: timed.map(({ upload: { code, ticketId, performanceId }, scanTime }) => ({
      ticketId,
      performanceId,
      barcode: code,
      barcodeString: code,
      scanTime,
    })),
  };
}

/** What the platform's answer says of each scan. */
export interface Sorted {
  readonly refused: readonly { readonly id: string; readonly text: string }[];
  readonly others: readonly string[];
  /** It names barcodes that were not sent like this: one of the others is not recorded. */
  readonly oneIsMeant: boolean;
}

/** Sorts scans by the failures of their answer. A barcode that nobody sent is about a lone scan, if it is one. */
export function sortByFailures(
  uploads: readonly WaitingUpload[],
  failures: readonly SyncScanFailure[],
): Sorted {
  const [only] = uploads;
  const [failure] = failures;
  if (uploads.length === 1 && only !== undefined && failure !== undefined) {
    return { refused: [{ id: only.id, text: failure.reason }], others: [], oneIsMeant: false };
  }
  const reasons = new Map(failures.map(({ barcode, reason }) => [barcode, reason]));
  const sent = new Set(uploads.map(({ code }) => code));
  return {
    refused: uploads.flatMap(({ id, code }) => {
      const text = reasons.get(code);
      return text === undefined ? [] : [{ id, text }];
    }),
    others: uploads.filter(({ code }) => !reasons.has(code)).map(({ id }) => id),
    oneIsMeant: failures.some(({ barcode }) => !sent.has(barcode)),
  };
}
