import { ticket } from '#tests/main/snapshot/support/tickets.ts';
import type { SnapshotTicket } from '#main/snapshot/model.ts';

const SYLLABLES =
  'ma ri el an jo ke tö bru sch ler mül ova ski ham ed öz gar cía lo pez wag ner fi sher bau er kov ács lin da na ta si ro pe ter hof mann berg stein'.split(
    ' ',
  );
const SECTIONS = ['Stalls', 'Circle', 'Balcony'];
const FIRST_NAMES = 3_000;
const LAST_NAMES = 60_000;
const ROWS = 26;
const SEATS = 40;

/** A ticket of a crowd: few first names and many last ones, some of which are everywhere. */
export function guest(number: number): SnapshotTicket {
  // Two or three tickets an order.
  const name = nameOf(Math.floor((number * 2) / 5));
  const isPlusOne = number % 3 === 0;
  const [firstName = '', lastName = ''] = (isPlusOne ? nameOf(number + 7) : name).split(' ');
  const row = String.fromCharCode(65 + (number % ROWS));
  const { patron } = ticket(number);
  return ticket(number, {
    orderConsumerName: name,
    section: SECTIONS[number % SECTIONS.length] ?? '',
    seat: `Row ${row}, Seat ${1 + (number % SEATS)}`,
    patron: patron && { ...patron, firstName, lastName },
  });
}

/** What people type who look for these tickets, letter by letter. */
export function* typing(tickets: number): Generator<string, never> {
  for (let turn = 0; ; turn += 1) {
    const { orderConsumerName, section, seat, ticketId } = guest((turn * 611_953) % tickets);
    const [first = '', last = ''] = (orderConsumerName ?? '').split(' ');
    const place = (seat ?? '').replace('Row ', '').replace(', Seat', '');
    const ways = [last, `${first} ${last}`, `${last} ${first}`, String(ticketId)];
    const wanted = [...ways, `${section ?? ''} ${place}`, place.replace(' ', '')][turn % 6] ?? '';
    for (let length = 1; length <= wanted.length; length += 1) {
      yield wanted.slice(0, length).toLowerCase();
    }
  }
}

function nameOf(number: number): string {
  const first = often(number * 7919, FIRST_NAMES);
  const last = often(number * 104_729, LAST_NAMES);
  return `${nameOfNumber(first, 2)} ${nameOfNumber(last, 3)}`;
}

/** A number below `most`: small ones often, great ones seldom. */
function often(seed: number, most: number): number {
  const part = ((seed * 2_654_435_761) % 4_294_967_291) / 4_294_967_291;
  return Math.floor(most * part ** 3);
}

function nameOfNumber(number: number, syllables: number): string {
  let name = '';
  for (let rest = number + 40, count = 0; count < syllables; count += 1) {
    name += SYLLABLES[rest % SYLLABLES.length] ?? '';
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return name.charAt(0).toUpperCase() + name.slice(1);
}
