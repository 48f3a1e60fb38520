import type { LedgerTrouble } from '#shared/model/failures.ts';
import type { VerdictReason } from './verdict.ts';

/**
 * How far the search for tickets is. It begins with the first query, and ends after some time without one.
 */
export type FindState =
  | { readonly status: 'off' }
  /** The snapshot is read: so many of its tickets are. */
  | { readonly status: 'building'; readonly read: number; readonly tickets: number }
  /** Platform time of the snapshot that is searched, ms since the epoch: another one, and queries find others. */
  | { readonly status: 'ready'; readonly tickets: number; readonly builtAt: number }
  /** The snapshot could not be read; the next one may be. */
  | { readonly status: 'failed' };

/** What a ticket is worth at this door, going by what is known here. */
export type FoundStanding = Extract<VerdictReason, { type: 'valid' | 'not-known' | 'copy' }>;

/** A ticket of the snapshot, for a person to recognise. Its barcode stays where it is. */
export interface FoundTicket {
  /**
   * Identifies the ticket for choosing it. It reveals nothing about the ticket, and is valid during the
   * search.
   */
  readonly id: string;
  /** The platform's number of it; the platform tells no number of its order. */
  readonly ticketId: number;
  /** Who bought it. */
  readonly name: string | null;
  /** Who comes with it, where that is somebody else. */
  readonly guest: string | null;
  readonly section: string | null;
  readonly seat: string | null;
  readonly productionName: string;
  /** Milliseconds since the epoch; null where the snapshot does not say it. */
  readonly performanceStart: number | null;
  /** Tickets of its order for this performance. */
  readonly ticketsSold: number | null;
  readonly standing: FoundStanding;
}

/** What was found, the best first. */
export interface FoundTickets {
  readonly tickets: readonly FoundTicket[];
  /** How many there are, of which {@link FoundTickets.tickets} are the first few. */
  readonly total: number;
}

/** Why nothing was looked for. */
export type FindFailure =
  /** Without a PIN, whoever looks may be anybody. */
  | { readonly type: 'no-pin' }
  /** It was locked meanwhile. */
  | { readonly type: 'locked' }
  /** There is no snapshot, it is too old, or it does not cover what the door is open for. */
  | { readonly type: 'no-snapshot' }
  /** Who is signed in may not see who has bought a ticket (spec 5). */
  | { readonly type: 'no-patron-permission' }
  /** See {@link FindState}. */
  | { readonly type: 'building' }
  | { readonly type: 'failed' }
  /** There is a newer query, whose answer counts. */
  | { readonly type: 'overtaken' }
  | LedgerTrouble;

/** Why a ticket that was found did not come to a verdict. */
export type AdmitFoundFailure =
  /** The search has ended since: it has to be found again. */
  | { readonly type: 'gone' }
  /** The door takes no scans now. */
  | { readonly type: 'not-taken' };
