import type { RecordedTicket, TicketIds } from '#main/ledger/entry.ts';

/** The names of the columns that say which ticket it was. */
export const TICKET_COLUMNS = [
  'name',
  'performance',
  'section',
  'seat',
  'ticket id',
  'performance id',
] as const;

/** What is known of a ticket, by those columns. Unknown things stay empty. */
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
