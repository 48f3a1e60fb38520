import type { ScanErrorCode } from '../scan-errors.ts';

/**
 * Which key of a sync entry holds its barcode: the spec writes both (4.2, rule 5). The dialect stern
 * knows no other key than the one that is named.
 */
export const SYNC_KEYS = ['barcode', 'barcodeString', 'either'] as const;
export type SyncKey = (typeof SYNC_KEYS)[number];

/**
 * Whether a filter by performance or production also needs the scan window: spec 4.2, rule 3, can be
 * read either way. Without a filter the window always counts.
 */
export const FILTER_WINDOWS = ['within', 'beyond'] as const;
export type FilterWindow = (typeof FILTER_WINDOWS)[number];

/** The statuses that answers in JSON have here. */
export type AnswerStatus = 200 | 400 | 401 | 403 | 404 | 409 | 422 | 500;

/** How a platform writes what it says: the same contents, as other servers would send them. */
export interface Dialect {
  /** An answer as it is sent; `answer` is as the spec writes it. */
  readonly say: (answer: object) => object;
  /** The HTTP status of a refusal; the spec shows none (7.2). */
  readonly statusOf: (code: ScanErrorCode) => AnswerStatus;
  /** Whether a request with a member that the spec does not know is refused, without an envelope. */
  readonly refusesUnknownMembers: boolean;
  /** Unless an option says otherwise. */
  readonly syncKey: SyncKey;
  readonly filterWindow: FilterWindow;
}
