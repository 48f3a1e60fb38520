import type { Patron } from '#shared/api/patron.ts';
import type { ApiError } from './api-error.ts';
import type { OfflineReason } from './connection.ts';
import type { ScanSource } from './scan.ts';

export const VERDICT_KINDS = ['admit', 'reject', 'duplicate', 'undecided', 'checked'] as const;
/** The one answer that fills the screen. */
export type VerdictKind = (typeof VERDICT_KINDS)[number];

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

/** What a ticket that was refused is for, going by this kiosk's copy. */
export interface TicketFor {
  readonly production: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  /** The door is open for exactly this performance. */
  readonly isHere: boolean;
  /** Where it plays, if that is known and not where this door is. */
  readonly venue: string | null;
}

/** What this kiosk knows by itself of a ticket that is not let in, whoever refused it. */
export interface OwnWord {
  /** Null where its copy does not know the ticket, or there is none. */
  readonly ticketFor: TicketFor | null;
  /** When it was let in here for the first time, on the platform's clock; null: never. */
  readonly firstScanAt: number | null;
  /** Platform time of the copy by which it was used already, and not here; null: nothing says so. */
  readonly usedElsewhereBy: number | null;
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
  /** Null when the ticket was admitted, or nothing is known of it here. */
  readonly own: OwnWord | null;
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

/** What is remembered of a verdict once it has left the screen: nothing of the ticket's person. */
export type PastVerdict = Omit<ShownVerdict, 'ticket' | 'own'>;
