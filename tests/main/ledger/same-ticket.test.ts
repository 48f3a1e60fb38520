import { expect, test } from 'vitest';
import { BARCODE_STAYS_FOR, Tickets } from '#main/ledger/same-ticket.ts';
import type { Admitted, TicketEvent } from '#main/ledger/ticket-event.ts';
import { EVENING } from './support.ts';
import { admitted, answered, asked, checkedOut, withdrawn } from './ticket-events.ts';

const UNKNOWN = { ticketId: null };
const grouped = (...events: readonly TicketEvent[]) =>
  new Tickets(events)
    .all()
    .map((ofTicket) => ofTicket.map(({ id }) => id).toSorted())
    .toSorted();

test.each<[string, boolean, Partial<Admitted>, Partial<Admitted>]>([
  ['a ticket with two barcodes', true, { ticketHash: 'i' }, {}],
  ['two tickets with one barcode', false, { ticketId: 502 }, {}],
  ['a barcode that one door knew no ticket of', true, UNKNOWN, {}],
  ['a barcode that no door knew a ticket of', true, UNKNOWN, UNKNOWN],
  ['a barcode for another performance', false, { ...UNKNOWN, performanceId: 32 }, UNKNOWN],
  ['a barcode at a door for all performances', true, { ...UNKNOWN, performanceId: null }, UNKNOWN],
  ['a barcode days later', false, { ...UNKNOWN, at: EVENING + BARCODE_STAYS_FOR }, UNKNOWN],
  ['two barcodes of unknown tickets', false, { ...UNKNOWN, ticketHash: 'i' }, UNKNOWN],
])('%s: the same is %s', (_, isSame, one, other) => {
  const events = [admitted('a', [], other), admitted('b', [], one)];
  expect(grouped(...events)).toEqual(isSame ? [['a', 'b']] : [['a'], ['b']]);
});

test('an event of an unknown ticket is of the ticket of the event that it names', () => {
  const [a, q] = [admitted('a', [], { performanceId: 32 }), asked('q', [], { ticketId: 502 })];
  const elsewhere = { ...UNKNOWN, performanceId: 30 };
  const exit = checkedOut('x', 'a', ['a'], elsewhere);
  const answer = answered('q', 'admitted', elsewhere);
  expect(grouped(a, q, exit, answer, withdrawn('a', elsewhere))).toEqual([
    ['a', 'a/withdrawn', 'x'],
    ['q', 'q/answered'],
  ]);
});

test('events that name each other in a circle are grouped alike at all doors', () => {
  const lie = (id: string, of: string, performanceId: number) =>
    checkedOut(id, of, [], { ...UNKNOWN, performanceId });
  const circle = [lie('x', 'y', 31), lie('y', 'x', 32)];
  expect(grouped(...circle)).toEqual([['x'], ['y']]);
  expect(grouped(...circle.toReversed())).toEqual([['x'], ['y']]);
});

test('a barcode of two tickets of a snapshot means the one for the performance', () => {
  const subject = { ticketHash: 'h', at: EVENING };
  const matinee = { ...subject, ticketId: 501, performanceId: 31 };
  const soiree = { ...subject, ticketId: 502, performanceId: 32 };
  const event = admitted('a', [], { ...UNKNOWN, performanceId: 32 });
  const tickets = new Tickets([event], [matinee, soiree]);
  expect(tickets.of(matinee)).toEqual([]);
  expect(tickets.of(soiree)).toEqual([event]);
});

test('doors with the same events group alike, in whatever order these came', () => {
  const events = [
    admitted('a', [], { ...UNKNOWN, performanceId: 31 }),
    admitted('b', [], { ...UNKNOWN, performanceId: null }),
    admitted('c', [], { ...UNKNOWN, performanceId: 32 }),
    admitted('d', [], { ...UNKNOWN, performanceId: null, at: EVENING + 1 }),
  ];
  expect(grouped(...events.toReversed())).toEqual(grouped(...events));
});
