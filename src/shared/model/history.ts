import type { DiscrepancyReason } from './discrepancy.ts';
import type { ScanSource } from './scan.ts';
import type { LateWord, UploadState } from './uploads.ts';
import type { TicketFacts, VerdictBasis, VerdictKind, VerdictReason } from './verdict.ts';

/** A repeated verdict is none of its own. */
type HistoryBasis = Exclude<VerdictBasis, 'repeat'>;

/** Which scans of the history. What is null or empty does not matter. Instants on the platform's clock. */
export interface HistoryFilter {
  readonly kinds: readonly VerdictKind[];
  readonly basis: HistoryBasis | null;
  readonly source: ScanSource | null;
  readonly uploads: readonly UploadState[];
  /** Scanned at or after. */
  readonly from: number | null;
  /** Scanned before. */
  readonly until: number | null;
  /**
   * A barcode that was scanned here; where there is none like it, how barcodes end. Without the PIN, an end
   * is no longer than the one that is shown.
   */
  readonly code: string | null;
}

/** One scan, and what became of it. Instants are milliseconds since the epoch, on the platform's clock. */
export interface HistoryEntry {
  readonly id: string;
  readonly scannedAt: number;
  readonly kind: VerdictKind;
  readonly basis: HistoryBasis;
  /** Null when the ledger's row is damaged, as are then `codeTail` and `ticket`. */
  readonly reason: VerdictReason | null;
  /** The last characters of the barcode. */
  readonly codeTail: string | null;
  /** The whole barcode, for whoever has entered the PIN; null for everybody else. */
  readonly code: string | null;
  readonly source: ScanSource;
  /** Which scanner it was; null where that is not known. */
  readonly device: string | null;
  readonly ticket: Pick<TicketFacts, 'name' | 'performance' | 'section' | 'seat'> | null;
  /** The platform's numbers; null where this kiosk's snapshot did not know the ticket. */
  readonly ticketIds: { readonly ticketId: number; readonly performanceId: number } | null;
  /** The platform's late word; null when its answer came in time, or it was not asked. */
  readonly word: LateWord | null;
  /** Null unless somebody was let in without the platform. */
  readonly upload: HistoryUpload | null;
  /** Another door may have let somebody in with this ticket as well; null: nothing speaks for that. */
  readonly twoDoors: { readonly acknowledgedAt: number | null } | null;
}

/** How far an admission is on its way to the platform. */
export interface HistoryUpload {
  readonly state: UploadState;
  /** Why the platform does not have it; null where there is nothing to say. */
  readonly reason: DiscrepancyReason | null;
  readonly changedAt: number;
  /** When an operator has seen that the platform will not have it; null: not yet, or no need. */
  readonly acknowledgedAt: number | null;
  /** When an operator last sent it again after the platform had refused it; null: never. */
  readonly sentAgainAt: number | null;
}

/** A page of them, newest first. */
export interface HistoryPage {
  /** May be few, or none, although there are more: looking through many takes more than one call. */
  readonly entries: readonly HistoryEntry[];
  /** Hand it in for the next page; null: all have been looked through. */
  readonly before: number | null;
  /** How many scans there are, whatever the filter. */
  readonly total: number;
  /** How many of them have been looked through, this page and those before it. */
  readonly seen: number;
}
