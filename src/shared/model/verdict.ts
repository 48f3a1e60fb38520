import type { Patron } from '#shared/api/patron.ts';
import type { ApiError } from './api-error.ts';
import type { OfflineReason } from './connection.ts';
import type { LocalMoment, ProgrammeVenue } from './programme.ts';
import type { ScanSource } from './scan.ts';

export const VERDICT_KINDS = ['admit', 'reject', 'duplicate', 'undecided', 'checked'] as const;
/** The one answer that fills the screen. */
export type VerdictKind = (typeof VERDICT_KINDS)[number];

/** What the verdict rests on: the platform's word, this kiosk's snapshot, a late word, an earlier verdict. */
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
  /** Only looked up: it would be let in, going by the snapshot of this platform time. */
  | { readonly type: 'valid'; readonly copyFrom: number }
  /** Only looked up, and what is here does not say: there is no snapshot, or it says too little. */
  | { readonly type: 'not-known' }
  /** The snapshot of this platform time does not know the code, and that is no proof that there is no such ticket. */
  | { readonly type: 'not-listed'; readonly copyFrom: number; readonly because: AbsenceDoubt }
  /**
   * By the snapshot it is good, for a performance that nothing shows to be on now. Its start is in ms since
   * the epoch; null where nobody has said it.
   */
  | { readonly type: 'not-on'; readonly start: number | null }
  /** It is used; maybe by an earlier question of this kiosk, which the platform has yet to answer. */
  | { readonly type: 'word-awaited' }
  | SnapshotRefusal;

/** Why a ticket may be good that this kiosk's snapshot does not know. */
export type AbsenceDoubt =
  /** The snapshot is too old: it may have been sold since. */
  | { readonly type: 'old' }
  /** Some tickets of the download could not be read. */
  | { readonly type: 'skipped' }
  /**
   * Tickets for a performance that starts then (ms since the epoch) were not in the download; null: the
   * platform had said nothing of what the door is open for.
   */
  | { readonly type: 'not-covered'; readonly start: number | null };

/** This kiosk's snapshot of the tickets, or its own ledger, says no in the platform's stead. */
export interface SnapshotRefusal {
  readonly type: 'copy';
  /** What the platform would have answered (spec 7.3). */
  readonly code: 9 | 10 | 11 | 12 | 13;
  /** When this kiosk let it in for the first time, on the platform's clock; null if it never did. */
  readonly firstScanAt: number | null;
  /** Platform time of the snapshot; null when the ledger alone spoke. A ticket that was sold since is not in it. */
  readonly copyFrom: number | null;
}

/** What a ticket that was refused is for, going by this kiosk's snapshot. */
export interface TicketFor {
  readonly production: string;
  /** Its date (`yyyy-MM-dd`) and time on the venue's wall, by the programme; null where that has it not. */
  readonly wall: LocalMoment | null;
  /** The venue's own words for it: the name of its series with date, time and weekday (spec 2.10). */
  readonly words: string | null;
  /** Milliseconds since the epoch: where nothing better is known. Null where the snapshot does not say it. */
  readonly start: number | null;
  /** The door is open for exactly this performance. */
  readonly isHere: boolean;
  /** Where it plays, if that is known and not where this door is. */
  readonly venue: ProgrammeVenue | null;
}

/** What this kiosk knows by itself of a ticket that is not let in, whoever refused it. */
export interface LocalHint {
  /** Null where its snapshot does not know the ticket, or there is none. */
  readonly ticketFor: TicketFor | null;
  /** When it was let in here for the first time, on the platform's clock; null: never. */
  readonly firstScanAt: number | null;
  /** Platform time of the snapshot by which it was used already, and not here; null: nothing says so. */
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
  /** When the snapshot that counted them was made, on the platform's clock; null: the platform has just counted. */
  readonly countedAt: number | null;
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
  readonly own: LocalHint | null;
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
