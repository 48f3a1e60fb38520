import type { DiscrepancyReason, OtherAdmission } from './discrepancy.ts';
import type { ScanSource } from './scan.ts';
import type { TakenBack } from './take-back.ts';
import type { LateWord, UploadState } from './uploads.ts';
import type { TicketFacts, VerdictBasis, VerdictReason } from './verdict.ts';
import type { VerdictKind } from './verdict-kind.ts';

/** The basis of a recorded verdict; repeated verdicts are not recorded. */
export type HistoryBasis = Exclude<VerdictBasis, 'repeat'>;

/** A filter of the history. Null or empty members do not restrict. Instants are on the platform's clock. */
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
   * The barcode of a scan; if there is no such barcode, the end of one. Without the PIN, this end is no
   * longer than the one that is shown.
   */
  readonly code: string | null;
}

/** One scan and its outcome. Instants are milliseconds since the epoch, on the platform's clock. */
export interface HistoryEntry {
  readonly id: string;
  readonly scannedAt: number;
  readonly kind: VerdictKind;
  readonly basis: HistoryBasis;
  /** Null when the ledger's row is damaged, as are then `codeTail` and `ticket`. */
  readonly reason: VerdictReason | null;
  /** The last characters of the barcode. */
  readonly codeTail: string | null;
  /** The whole barcode if the PIN was entered; otherwise null. */
  readonly code: string | null;
  readonly source: ScanSource;
  /** Which scanner it was; null where that is not known. */
  readonly device: string | null;
  readonly ticket: Pick<TicketFacts, 'name' | 'performance' | 'section' | 'seat'> | null;
  /** The platform's numbers; null where this kiosk's snapshot did not know the ticket. */
  readonly ticketIds: { readonly ticketId: number; readonly performanceId: number } | null;
  /** The platform's late answer; null when its answer came in time, or it was not asked. */
  readonly word: LateWord | null;
  /** Null unless somebody was let in without the platform. */
  readonly upload: HistoryUpload | null;
  /** Another door may have admitted somebody with this ticket as well; null: there is no sign of that. */
  readonly twoDoors: TwoDoorsNote | null;
  /** Why somebody was let in anyway, in somebody's words; null: there are none, or the PIN was not entered. */
  readonly words: string | null;
  /** When and why this admission was taken back; null: it was not. */
  readonly takenBack: TakenBack | null;
}

/** The sign that another door may have made an admission as well. */
export interface TwoDoorsNote {
  /** When an operator has acknowledged it; null: not yet. */
  readonly acknowledgedAt: number | null;
  /** The admission that the other door has published; null: the platform's answer alone suggests it. */
  readonly other: OtherAdmission | null;
}

/** The state of an admission's upload. */
export interface HistoryUpload {
  readonly state: UploadState;
  /** Why the platform does not have it; null if there is no reason. */
  readonly reason: DiscrepancyReason | null;
  readonly changedAt: number;
  /** When an operator has acknowledged that the platform does not accept it; null: not yet, or no need. */
  readonly acknowledgedAt: number | null;
  /** When an operator last sent it again after the platform had refused it; null: never. */
  readonly sentAgainAt: number | null;
}

/** A page of scans, newest first. */
export interface HistoryPage {
  /** May be few, or none, even if there are more: a search among many takes several calls. */
  readonly entries: readonly HistoryEntry[];
  /** The cursor for the next page; null: all have been searched. */
  readonly before: number | null;
  /** How many scans there are, whatever the filter. */
  readonly total: number;
  /** How many of them have been searched, on this page and those before it. */
  readonly seen: number;
}
