import type { RecordedTicket } from '#main/ledger/entry.ts';

/** A ticket as lists show it: names that were recorded while they were allowed are not shown for ever. */
export function shownTicket(
  ticket: RecordedTicket | null,
  showsNames: boolean,
): RecordedTicket | null {
  return ticket === null || showsNames ? ticket : { ...ticket, name: null };
}
