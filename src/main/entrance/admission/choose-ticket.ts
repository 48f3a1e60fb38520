import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import { isFor } from './absence.ts';
import { decideLocally, type KnownTicket } from './decide-locally.ts';

/** One of the tickets that bear a code. */
export interface TicketOfCode {
  readonly ticket: KnownTicket;
  /** When its performance starts, ms since the epoch; null if unknown. */
  readonly start: number | null;
  /** Whether this kiosk or another door of the house has let this very ticket in before. */
  readonly admittedBefore: boolean;
  /** Its holder has left since, and may come in again. */
  readonly mayReturn: boolean;
}

/**
 * Chooses which of the tickets that bear a code is meant at a door. Tickets for what the door is
 * open for come first, among those the ones that are on now, and among these the earliest. Returns
 * several if they would be decided differently and nothing here tells which one is meant. If the
 * door is open for none of them, returns the one that best explains what the code is for.
 */
export function chooseTicket<T extends TicketOfCode>(
  filter: ScanFilter,
  tickets: readonly T[],
): readonly T[] {
  const here = tickets.filter(({ ticket }) => isFor(filter, ticket));
  const wanted = onNowFirst(here.length > 0 ? here : tickets);
  const isOne = here.length === 0 || new Set(wanted.map((each) => wordOn(filter, each))).size === 1;
  return isOne ? wanted.slice(0, 1) : wanted;
}

/** Returns the tickets that are on now, or all if none is; the earliest first. */
function onNowFirst<T extends TicketOfCode>(tickets: readonly T[]): readonly T[] {
  const on = tickets.filter(({ ticket }) => ticket.isOn);
  const startOf = ({ start }: T) => start ?? Infinity;
  return (on.length > 0 ? on : tickets).toSorted((a, b) => startOf(a) - startOf(b));
}

/**
 * Identifies what would be decided about this ticket. Undecided counts as one outcome, whatever its
 * cause.
 */
function wordOn(
  filter: ScanFilter,
  { ticket, admittedBefore, mayReturn }: TicketOfCode,
): number | string {
  const known = { ticket, admittedBefore, mayReturn };
  const knowledge = { snapshotIsUsable: true, absenceIsProven: false, ...known };
  const decision = decideLocally(filter, knowledge);
  return 'code' in decision ? decision.code : decision.kind;
}
