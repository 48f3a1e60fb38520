import type { Patron } from '#shared/api/patron.ts';
import type { ApiError } from './api-error.ts';
import type { OfflineReason } from './connection.ts';
import type { ScanSource } from './scan.ts';

/** The one answer that fills the screen. */
export type VerdictKind = 'admit' | 'reject' | 'duplicate' | 'undecided' | 'checked';

/** What the verdict rests on: the platform's word, this kiosk's copy, a late word, an earlier verdict. */
export type VerdictBasis = 'platform' | 'cache' | 'late' | 'repeat';

/** Why the verdict is what it is. The renderer has the words. */
export type VerdictReason =
  | { readonly type: 'admitted' }
  /** The platform answered with an error about the ticket, the user or itself. */
  | { readonly type: 'platform-error'; readonly error: ApiError }
  /** The platform could not be asked in time, and there is nothing here to decide from. */
  | { readonly type: 'no-answer'; readonly cause: OfflineReason }
  /** Nobody is signed in, and there is nothing here to decide from. */
  | { readonly type: 'not-signed-in' }
  /** Only looked up: it would be let in, going by the copy of this platform time. */
  | { readonly type: 'valid'; readonly copyFrom: number }
  /** Only looked up, and what is here does not say: there is no copy, or it says too little. */
  | { readonly type: 'not-known' }
  | CopyRefusal;

/** This kiosk's copy of the tickets, or its own ledger, says no in the platform's stead. */
export interface CopyRefusal {
  readonly type: 'copy';
  /** What the platform would have answered (spec 7.3). */
  readonly code: 9 | 10 | 11 | 12 | 13;
  /** What the ticket is for; null when the copy does not know it. */
  readonly performance: string | null;
  /** When this kiosk let it in for the first time, on the platform's clock; null if it never did. */
  readonly firstScanAt: number | null;
  /** Platform time of the copy; null when the ledger alone spoke. A ticket that was sold since is not in it. */
  readonly copyFrom: number | null;
}

/** What is known of an admitted ticket (spec 2.8). */
export interface TicketFacts {
  readonly name: string | null;
  readonly performance: string | null;
  readonly section: string | null;
  readonly seat: string | null;
  /** Scanned tickets of the order for this performance, of all that were sold with it. */
  readonly ticketsScanned: number | null;
  readonly ticketsSold: number | null;
  /** A fragment of HTML from outside: sanitise before showing it. */
  readonly successHtml: string | null;
  readonly patron: Patron | null;
}

/** The decision about one scan. */
export interface Verdict {
  readonly kind: VerdictKind;
  readonly basis: VerdictBasis;
  readonly reason: VerdictReason;
  /** Null unless the ticket was admitted, or only looked up. */
  readonly ticket: TicketFacts | null;
  readonly source: ScanSource;
  /** The last characters of the code, enough to tell two tickets apart. */
  readonly codeTail: string;
  /** When it was decided, in milliseconds since the epoch, on the kiosk's clock. */
  readonly at: number;
}

/** A verdict on its way to the screen: `sequence` grows by one with each that is shown. */
export interface ShownVerdict extends Verdict {
  readonly sequence: number;
}
