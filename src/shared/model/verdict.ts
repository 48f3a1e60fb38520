import type { Patron } from '#shared/api/patron.ts';
import type { ApiError } from './api-error.ts';
import type { OfflineReason } from './connection.ts';
import type { OverruleCause, RefusedKind } from './overrule.ts';
import type { NotesOfVerdict } from './notes.ts';
import type { EntranceSign } from './entrance.ts';
import type { LocalMoment, ProgrammeVenue } from './programme.ts';
import type { ScanSource } from './scan.ts';
import type { VerdictKind } from './verdict-kind.ts';

/**
 * The basis of a verdict: the platform's answer, this kiosk's snapshot and ledger, what another door of the
 * house has told, a late answer, somebody's word who overruled a refusal, an earlier verdict.
 */
export type VerdictBasis = 'platform' | 'cache' | 'venue' | 'late' | 'staff' | 'repeat';

/** Why neither red nor green is proven. */
export type Unclear =
  /** The platform calls it used: maybe by an earlier scan that was never answered. */
  | 'possibly-spent'
  /** The platform has refused it since the snapshot was made. */
  | 'refused-since'
  /** Another door knows of an admission that this one has not heard of yet. */
  | 'unheard'
  /** It went in and out more often than a guest does. */
  | 'too-many';

/** The reason for a verdict. The renderer has the texts. */
export type VerdictReason =
  | { readonly type: 'admitted' }
  /** The platform answered with an error about the ticket, the user or itself. */
  | { readonly type: 'platform-error'; readonly error: ApiError }
  /** The platform could not be asked in time, and the kiosk has no data to decide from. */
  | { readonly type: 'no-answer'; readonly cause: OfflineReason }
  /** Nobody is signed in, and the kiosk has no data to decide from. */
  | { readonly type: 'not-signed-in' }
  /** Looked up only: it would be admitted, according to the snapshot of this platform time. */
  | { readonly type: 'valid'; readonly copyFrom: number }
  /** Looked up only, and undecided: there is no snapshot, or it does not cover this. */
  | { readonly type: 'not-known' }
  /**
   * The snapshot of this platform time does not have the code, which does not prove that there is no such
   * ticket.
   */
  | { readonly type: 'not-listed'; readonly copyFrom: number; readonly because: AbsenceDoubt }
  /**
   * Valid according to the snapshot, but for a performance that is not known to be on now. Its start is in
   * ms since the epoch; null if it is unknown.
   */
  | { readonly type: 'not-on'; readonly start: number | null }
  /**
   * The ticket is used; possibly by an earlier request of this kiosk that the platform has not answered
   * yet.
   */
  | { readonly type: 'word-awaited' }
  /** What is known of the ticket speaks neither for it nor against it. */
  | { readonly type: 'unclear'; readonly because: Unclear }
  /**
   * Another door of the venue says that it let the ticket in, nobody confirms it, and that door is suspicious. Its name
   * is null where it has none; the time is on the platform's clock.
   */
  | { readonly type: 'doubted-claim'; readonly door: string | null; readonly at: number }
  /**
   * All doors are held, by order of this one, since this platform time: nothing was asked or spent. The name is
   * null where that door has none.
   */
  | { readonly type: 'held'; readonly door: string | null; readonly since: number }
  /** The holder had left at this platform time, and comes in again. */
  | { readonly type: 'came-back'; readonly leftAt: number }
  | WentOut
  /** The house is full: nothing was asked or spent. */
  | { readonly type: 'house-full'; readonly capacity: number }
  | Overruled
  | SentElsewhere
  | SnapshotRefusal;

/** A duty manager has let somebody in whom another verdict had refused. */
export interface Overruled {
  readonly type: 'overruled';
  /** The id of the ledger's entry of that verdict. */
  readonly of: string;
  readonly kind: RefusedKind;
  /** With which code it was refused, or would have been; null: with none. */
  readonly code: number | null;
  readonly cause: OverruleCause;
  /** The snapshot calls the ticket good: the platform is to be told of it. */
  readonly isListed: boolean;
}

/** The ticket is good by the snapshot, and belongs to this other entrance: nothing was asked or spent. */
export interface SentElsewhere {
  readonly type: 'elsewhere';
  readonly entrance: EntranceSign;
}

/** Somebody left. */
export interface WentOut {
  readonly type: 'went-out';
  /** Nobody was known to be inside with this ticket. */
  readonly isStray: boolean;
  readonly mayReturn: boolean;
  /** Until when, on the platform's clock; null: as long as it lasts. */
  readonly until: number | null;
}

/** Why a ticket may be valid although this kiosk's snapshot does not have it. */
export type AbsenceDoubt =
  /** The snapshot is too old: the ticket may have been sold since. */
  | { readonly type: 'old' }
  /** Some tickets of the download could not be read. */
  | { readonly type: 'skipped' }
  /** The platform has admitted codes that a complete download made later lacks: it matches more than they say. */
  | { readonly type: 'lacks-admitted' }
  /**
   * But for blanks, hyphens and case it is the barcode of a ticket, of which these are the last characters;
   * null: of several.
   */
  | { readonly type: 'near-match'; readonly tail: string | null }
  /**
   * The download did not include tickets for a performance that starts at this time (ms since the epoch);
   * null if the platform had not announced what the door is open for.
   */
  | { readonly type: 'not-covered'; readonly start: number | null };

/** At which door of the house a ticket was used, and when. */
export interface UsedAtDoor {
  /** What people call that door; null where it has not said. */
  readonly door: string | null;
  /** In milliseconds since the epoch, on the platform's clock. */
  readonly at: number;
}

/** A refusal by this kiosk's snapshot of the tickets, by its ledger or by another door, instead of the platform. */
export interface SnapshotRefusal {
  readonly type: 'copy';
  /** What the platform would have answered (spec 7.3). */
  readonly code: 9 | 10 | 11 | 12 | 13;
  /** When this kiosk first admitted it, on the platform's clock; null if it never did. */
  readonly firstScanAt: number | null;
  /** Platform time of the snapshot, which lacks tickets sold later; null if the ledger alone decided. */
  readonly copyFrom: number | null;
  /** Where another door of the house let the ticket in, if only that one did. */
  readonly usedAtDoor?: UsedAtDoor;
}

/** What a refused ticket is for, according to this kiosk's snapshot. */
export interface TicketFor {
  readonly production: string;
  /** Its date (`yyyy-MM-dd`) and time at the venue, from the programme; null if that does not have it. */
  readonly wall: LocalMoment | null;
  /** The venue's text for it: the name of its series with date, time and weekday (spec 2.10). */
  readonly words: string | null;
  /**
   * Milliseconds since the epoch, for use where nothing better is known. Null if the snapshot does not have
   * it.
   */
  readonly start: number | null;
  /** The door is open for exactly this performance. */
  readonly isHere: boolean;
  /** Its venue, if that is known and is not this door's. */
  readonly venue: ProgrammeVenue | null;
}

/** What this kiosk knows of a ticket that is not admitted, whoever refused it. */
export interface LocalHint {
  /** Null where its snapshot does not know the ticket, or there is none. */
  readonly ticketFor: TicketFor | null;
  /** When it was first admitted here, on the platform's clock; null: never. */
  readonly firstScanAt: number | null;
  /** Where another door of the house first admitted it; null if none is known to have. */
  readonly usedAtDoor: UsedAtDoor | null;
  /** Platform time of the snapshot that calls it used, though not by this kiosk; null if none does. */
  readonly usedElsewhereBy: number | null;
  /** Where its holder's seat is, for a ticket that is already scanned; null for others, or if unknown. */
  readonly place: TicketPlace | null;
}

/** Where the seat of a ticket is. */
export type TicketPlace = Pick<TicketFacts, 'section' | 'seat'>;

/** What is known of an admitted ticket (spec 2.8). */
export interface TicketFacts {
  readonly name: string | null;
  readonly performance: string | null;
  readonly section: string | null;
  readonly seat: string | null;
  /** The scanned tickets of the order for this performance, and the number of all its tickets. */
  readonly ticketsScanned: number | null;
  readonly ticketsSold: number | null;
  /** Platform time of the snapshot that counted them; null if the platform has just counted. */
  readonly countedAt: number | null;
  /** A fragment of HTML from outside: sanitise before showing it. */
  readonly successHtml: string | null;
  readonly patron: Patron | null;
  /** The section or the seat tells who its holder is: it is read, and not spoken; else missing. */
  readonly isPlacePrivate?: true;
}

/** The decision about one scan. */
export interface Verdict {
  /** That of its entry in the ledger; a repeated verdict has that of the first. */
  readonly entryId: string;
  readonly kind: VerdictKind;
  readonly basis: VerdictBasis;
  readonly reason: VerdictReason;
  /** Null unless the ticket was admitted, only looked up, or sent to another entrance. */
  readonly ticket: TicketFacts | null;
  /** What staff should know of the guest; missing where nothing is noted. */
  readonly notes?: NotesOfVerdict;
  /** Null when the ticket was admitted, or nothing is known of it here. */
  readonly own: LocalHint | null;
  readonly source: ScanSource;
  /** The gate was opened for it before, nobody went through, and now it opens once more; else missing. */
  readonly opensAgain?: true;
  /** The last characters of the code, enough to tell two tickets apart. */
  readonly codeTail: string;
  /** When it was given, in milliseconds since the epoch, on the kiosk's clock. */
  readonly at: number;
}

/** A verdict with its `sequence`, which is incremented with each that is shown. */
export interface ShownVerdict extends Verdict {
  readonly sequence: number;
}

/** What is kept of a verdict after it has left the screen: no personal data. */
export type PastVerdict = Omit<ShownVerdict, 'ticket' | 'own' | 'notes'>;

/** The entrance to which a verdict sends the guest; null: it does not. */
export function sentToOf({ reason }: Pick<Verdict, 'reason'>): EntranceSign | null {
  return reason.type === 'elsewhere' ? reason.entrance : null;
}

/** Whether a code is undecided because it may be one of the snapshot's tickets in another form. */
export function isNearMatch(reason: VerdictReason): boolean {
  return reason.type === 'not-listed' && reason.because.type === 'near-match';
}
