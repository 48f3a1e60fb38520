import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import { isFor } from './absence.ts';
import { decideLocally, type KnownTicket } from './decide-locally.ts';

/** One of the tickets that bear a code. */
export interface TicketOfCode {
  readonly ticket: KnownTicket;
  /** When its performance starts, ms since the epoch; null if unknown. */
  readonly start: number | null;
  /** Whether this kiosk has let this very ticket in before. */
  readonly admittedHere: boolean;
}

/**
 * Which of the tickets that bear a code is meant at a door: one for what it is open for, and of those one
 * that is on now, the earliest. Returns several if they would be decided differently and it is unknown
 * which is meant. Where the door is open for none of them, it is the one that tells best what they are for.
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

/** Those that are on now, if any are; the earliest first. */
function onNowFirst<T extends TicketOfCode>(tickets: readonly T[]): readonly T[] {
  const on = tickets.filter(({ ticket }) => ticket.isOn);
  const startOf = ({ start }: T) => start ?? Infinity;
  return (on.length > 0 ? on : tickets).toSorted((a, b) => startOf(a) - startOf(b));
}

/** The decision about this ticket. The reason of an undecided one makes no difference. */
function wordOn(filter: ScanFilter, { ticket, admittedHere }: TicketOfCode): number | string {
  const knowledge = { snapshotIsUsable: true, ticket, absenceIsProven: false, admittedHere };
  const decision = decideLocally(filter, knowledge);
  return 'code' in decision ? decision.code : decision.kind;
}
