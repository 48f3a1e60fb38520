import type { LedgerTrouble } from '#shared/model/failures.ts';
import type { VerdictReason } from './verdict.ts';

/**
 * The state of the search for tickets. It starts with the first query, and ends when the search screen is
 * left.
 */
export type FindState =
  | { readonly status: 'off' }
  /** The snapshot is being read: so many tickets so far. */
  | { readonly status: 'building'; readonly read: number; readonly tickets: number }
  /**
   * Platform time of the snapshot that is searched, ms since the epoch; when it changes, repeat the query.
   */
  | { readonly status: 'ready'; readonly tickets: number; readonly builtAt: number }
  /** The snapshot could not be read; a later one may be readable. */
  | { readonly status: 'failed' };

/** Whether a ticket is valid at this door, as far as the kiosk knows. */
export type FoundStanding = Extract<VerdictReason, { type: 'valid' | 'not-known' | 'copy' }>;

/** A ticket of the snapshot, for a person to recognise. Its barcode is not included. */
export interface FoundTicket {
  /** Identifies it when it is chosen. It is arbitrary, and valid during the search. */
  readonly id: string;
  /** The platform's number of the ticket; the platform gives no order number. */
  readonly ticketId: number;
  /** The purchaser. */
  readonly name: string | null;
  /** The guest, if that is somebody else. */
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

/** The tickets found, best match first. */
export interface FoundTickets {
  readonly tickets: readonly FoundTicket[];
  /** The total number, of which {@link FoundTickets.tickets} are the first few. */
  readonly total: number;
}

/** Why there was no search. */
export type FindFailure =
  /** No PIN is set, so the viewer could be anybody. */
  | { readonly type: 'no-pin' }
  /** It was locked meanwhile. */
  | { readonly type: 'locked' }
  /** There is no snapshot, it is too old, or it does not cover what the door is open for. */
  | { readonly type: 'no-snapshot' }
  /** The user who is signed in may not see purchasers (spec 5). */
  | { readonly type: 'no-patron-permission' }
  /** See {@link FindState}. */
  | { readonly type: 'building' }
  | { readonly type: 'failed' }
  /** There is a newer query, which replaces this one. */
  | { readonly type: 'overtaken' }
  | LedgerTrouble;

/** Why a ticket that was found was not scanned. */
export type AdmitFoundFailure =
  /** The search has ended since: the ticket has to be searched for again. */
  | { readonly type: 'gone' }
  /** The door accepts no scans now. */
  | { readonly type: 'not-taken' };
