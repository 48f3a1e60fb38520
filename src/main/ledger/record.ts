import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import type { ScanSource } from '#shared/model/scan.ts';
import type { TakenBack } from '#shared/model/take-back.ts';
import type { LateWord, UploadState } from '#shared/model/uploads.ts';
import type { TwoDoorsNote } from '#shared/model/history.ts';
import type { VerdictReason } from '#shared/model/verdict.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import type { ClientRef } from '#shared/model/client-ref.ts';
import type { Lineage } from './lineage.ts';
import type { RecordedBasis, RecordedTicket, TicketIds, UploadReason } from './entry.ts';

/** One entry of the ledger, as lists show it. Instants are milliseconds since the epoch. */
export interface LedgerRecord {
  readonly id: string;
  /** Grows by one with each entry of this file. */
  readonly sequence: number;
  readonly kioskId: string;
  /** Its base URL. */
  readonly baseUrl: string;
  readonly filter: ScanFilter;
  /** The barcode; null when the sealed part is damaged, as are then `reason` and `ticket`. */
  readonly code: string | null;
  readonly source: ScanSource;
  readonly device: string | null;
  readonly kind: VerdictKind;
  readonly basis: RecordedBasis;
  readonly reason: VerdictReason | null;
  readonly ticket: RecordedTicket | null;
  readonly ticketIds: TicketIds | null;
  /** When it was scanned, on the platform's clock. */
  readonly platformTime: number;
  /** When it was scanned, on the kiosk's clock. */
  readonly kioskTime: number;
  /** The platform's late answer; null when the attempt was not in doubt. */
  readonly word: LateWord | null;
  /** Null unless it is an admission that was made without the platform, or that it has contradicted. */
  readonly upload: RecordedUpload | null;
  /** What was known of the ticket when it was decided. */
  readonly lineage: Lineage;
  /** When and why this admission was taken back; null: it was not. */
  readonly takenBack: TakenBack | null;
  /** Why somebody was let in anyway, in somebody's words; null: there are none. */
  readonly words: string | null;
  /** Another door may have admitted somebody with this ticket as well; null: there is no sign of that. */
  readonly twoDoors: TwoDoorsNote | null;
}

/** The state of an admission's upload. Instants are on the platform's clock. */
export interface RecordedUpload {
  readonly state: UploadState;
  readonly reason: UploadReason | null;
  readonly changedAt: number;
  readonly acknowledgedAt: number | null;
  /** When it was last put back into the queue after a refusal; null: never. */
  readonly sentAgainAt: number | null;
}

/** Which entries, newest first unless `after` is given. A missing member does not restrict. */
export interface RecordQuery {
  readonly limit: number;
  /** Only those with a smaller sequence number: that of the last one of the page before. */
  readonly before?: number;
  /** Newest first, down to this sequence number. */
  readonly downTo?: number;
  /** Oldest first, and only those with a greater sequence number: 0, or that of the page before. */
  readonly after?: number;
  readonly clientRef?: ClientRef;
  /** Of this barcode in this client. */
  readonly barcode?: { readonly clientRef: ClientRef; readonly code: string };
  readonly kinds?: readonly VerdictKind[];
  readonly basis?: RecordedBasis;
  readonly source?: ScanSource;
  readonly uploads?: readonly UploadState[];
  /** Only what an operator has to see, or has seen. */
  readonly discrepancies?: 'to acknowledge' | 'all';
  /** Scanned at or after, on the platform's clock. */
  readonly from?: number;
  /** Scanned before, on the platform's clock. */
  readonly until?: number;
}
