import type { RecordedTicket } from '#main/ledger/entry.ts';

/** A ticket as lists show it: a recorded name is left out if names may no longer be shown. */
export function shownTicket(
  ticket: RecordedTicket | null,
  showsNames: boolean,
): RecordedTicket | null {
  return ticket === null || showsNames ? ticket : { ...ticket, name: null };
}
