import type { RecordedTicket, TicketIds } from '#main/ledger/entry.ts';

/** The headings of the columns that identify a ticket. */
export const TICKET_COLUMNS = [
  'name',
  'performance',
  'section',
  'seat',
  'ticket id',
  'performance id',
] as const;

/** A ticket's values for those columns. Unknown values stay empty. */
export function ticketCells(ticket: RecordedTicket | null, ids: TicketIds | null): string[] {
  return [
    ticket?.name ?? '',
    ticket?.performance ?? '',
    ticket?.section ?? '',
    ticket?.seat ?? '',
    ids === null ? '' : String(ids.ticketId),
    ids === null ? '' : String(ids.performanceId),
  ];
}
