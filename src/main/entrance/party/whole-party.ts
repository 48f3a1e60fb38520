import { ERROR } from '#shared/api/error-codes.ts';
import type { FoundStanding } from '#shared/model/find.ts';
import type { TicketFacts } from '#shared/model/verdict.ts';
import type { Mate } from './mates.ts';

/** A ticket that may belong to the party, and what it is worth now. */
export interface Candidate {
  readonly ticket: Mate;
  readonly standing: FoundStanding;
  /** It is good, and its barcode means no other ticket. */
  readonly isGood: boolean;
  /** Somebody has come in with it before, and may have left again. */
  readonly wasIn: boolean;
}

/** What the platform has just counted; a snapshot's counters are in its tickets. */
export type Counted = Pick<TicketFacts, 'ticketsScanned' | 'ticketsSold'>;

/**
 * Whether exactly those tickets are there that the counters say are missing, so that nobody else's is among them. It
 * has to be so however the document is read:
 *
 * - `ticketsSold` may count cancelled tickets or not: with one among them nothing is certain.
 * - `ticketsScanned` in an answer may count the scan that it answers or not. One less than that is taken, too: it would
 *   be somebody of the party who is inside already, and is refused as such. More or fewer are not explained by it.
 *
 * @param one the ticket that was let in
 * @param others all others that are alike
 * @param counted null: the platform has not counted since the snapshot
 */
export function isWholeParty(
  one: Mate,
  others: readonly Candidate[],
  counted: Counted | null,
): boolean {
  const all = [one, ...others.map(({ ticket }) => ticket)];
  const sold = one.ticketsSold;
  if (sold === null || all.length !== sold) return false;
  if (all.some(({ refundedOrVoided }) => refundedOrVoided)) return false;
  // Two orders that are alike seldom have as many tickets scanned as one says.
  const scanned = all.filter(({ alreadyScanned }) => alreadyScanned).length;
  if (all.some(({ ticketsScanned }) => ticketsScanned !== scanned)) return false;

  const inside = others.filter(({ standing }) => isInside(standing)).length;
  const good = others.filter(({ isGood }) => isGood).length;
  // The counters have counted who has left, too.
  if (others.some(({ isGood, wasIn }) => isGood && wasIn)) return false;
  if (good === 0 || good + inside !== others.length) return false;
  if (counted === null) return true;
  const { ticketsScanned, ticketsSold } = counted;
  return ticketsSold === sold && (ticketsScanned === inside || ticketsScanned === inside + 1);
}

function isInside(standing: FoundStanding): boolean {
  return standing.type === 'copy' && standing.code === ERROR.ticketAlreadyScanned;
}
