import { MINUTE } from '#shared/time.ts';
import type { LedgerTrouble } from './failures.ts';
import type { FoundStanding } from './find.ts';
import type { Verdict } from './verdict.ts';

/** The most tickets that are listed, and let in at once. */
export const LARGEST_PARTY = 50;
/** For how long after a scan the rest of its party can be asked for, in milliseconds: later they have gone. */
export const PARTY_WITHIN = 10 * MINUTE;

/** A ticket that may belong with one that was let in. Its barcode and its holder's name are not included. */
export interface PartyTicket {
  /** Identifies it when it is chosen. It is arbitrary, and valid for a few minutes. */
  readonly id: string;
  /** The platform's number of the ticket. */
  readonly ticketId: number;
  readonly section: string | null;
  readonly seat: string | null;
  readonly standing: FoundStanding;
  /** It is good, and its barcode means no other ticket. */
  readonly isGood: boolean;
}

/** The tickets that have buyer, performance and number of tickets in common with one that was let in. */
export interface Party {
  /** Without that one. */
  readonly tickets: readonly PartyTicket[];
  /** How many tickets its order has for this performance. */
  readonly sold: number;
  /** Exactly those tickets are there that the order lacks: all good ones may be let in together. */
  readonly isWhole: boolean;
}

/** What became of somebody of a party. */
export type PartyOutcome =
  | ({ readonly type: 'decided' } & Pick<Verdict, 'kind' | 'basis' | 'reason' | 'notes'>)
  /** It was called off before, or the door takes no scans any more: nothing was asked or spent. */
  | { readonly type: 'not-asked' }
  /** The verdict could not be recorded. */
  | { readonly type: 'not-recorded' };

/** Somebody of a party who is let in; `outcome` is null until that is decided. */
export interface PartyGuest extends Pick<PartyTicket, 'id' | 'ticketId' | 'section' | 'seat'> {
  readonly outcome: PartyOutcome | null;
}

/** Letting in a party, one after the other. */
export interface PartyProgress {
  /** The entry of whoever it came with. */
  readonly of: string;
  readonly guests: readonly PartyGuest[];
  readonly isRunning: boolean;
}

/** Why no party can be told. */
export type PartyRefusal =
  /** Without a PIN anybody could spend strangers' tickets. */
  | 'no-pin'
  /** The door is closed, lets nobody in, or is open for somebody else's tickets. */
  | 'not-open'
  /** Nobody was let in with this scan, or it is another kiosk's, or was taken back. */
  | 'no-admission'
  /** It is longer ago than {@link PARTY_WITHIN}. */
  | 'long-ago'
  /** The copy of the tickets does not have this one. */
  | 'not-listed'
  /** The copy does not say who has bought it. */
  | 'no-buyer'
  /** No other ticket is known to belong with it. */
  | 'alone'
  /** More than {@link LARGEST_PARTY} tickets are alike: that is no name of a buyer. */
  | 'too-many'
  /** Another party is being looked for or let in; who has left the list reads no answer. */
  | 'busy'
  /** The copy could not be read. */
  | 'failed';

export interface NoParty {
  readonly type: 'no-party';
  readonly because: PartyRefusal;
}

export type PartyFailure = NoParty | LedgerTrouble;

/** Why nobody of the party was asked about. */
export interface PartyGone {
  /** It was let in or given up meanwhile: it has to be asked for again. */
  readonly type: 'gone';
}
