import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TicketIndexBuilder, type IndexedTicket } from '#main/entrance/find/ticket-index.ts';

interface Guest {
  readonly names?: readonly string[];
  readonly seat?: readonly string[];
  readonly ticketId?: number;
}

/** An index of these tickets; their places are their numbers from 0 on. */
function indexOf(guests: readonly Guest[]) {
  const builder = new TicketIndexBuilder();
  guests.forEach(({ names = [], seat = [], ticketId = 9 }, place) => {
    builder.add({ place, ticketId, names, seat } satisfies IndexedTicket);
  });
  return builder.finish();
}

describe('what is found comes in this order', () => {
  test('whole words before beginnings, and names before numbers before seats', () => {
    const index = indexOf([
      { seat: ['Box 71'] },
      { ticketId: 71 },
      { seat: ['Box 7'] },
      { names: ['Louis 71'] },
      { ticketId: 7 },
      { names: ['Louis 7'] },
    ]);
    expect(index.find('7', 9).places).toEqual([5, 4, 2, 3, 1, 0]);
  });

  test('who fits in more words comes first', () => {
    const index = indexOf([
      { names: ['Annabel', 'Lee-Smith'] },
      { names: ['Anna', 'Leeds'] },
      { names: ['Anna', 'Lee'] },
    ]);
    expect(index.find('anna lee', 9).places).toEqual([2, 0, 1]);
  });

  test('equals as the snapshot has them', () => {
    const index = indexOf([{ names: ['Bo'] }, { names: ['Al'] }, { names: ['Al'] }]);
    expect(index.find('al', 9).places).toEqual([1, 2]);
  });
});

test('no more come than were asked for, and all are counted', () => {
  const index = indexOf(Array.from({ length: 300 }, () => ({ names: ['Nowak'] })));
  const { total, places } = index.find('now', 50);
  expect(total).toBe(300);
  expect(places).toEqual(Array.from({ length: 50 }, (_, place) => place));
});

test('a word that stands twice in a ticket counts once', () => {
  const index = indexOf([{ names: ['Anna Anna', 'Anna'], seat: ['Anna'] }]);
  expect(index.find('anna', 9)).toEqual({ total: 1, places: [0] });
});

test('an index of nothing finds nothing', () => {
  expect(indexOf([]).find('a', 9)).toEqual({ total: 0, places: [] });
});

test('it finds just what looking at one ticket after the other finds', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'b', '0', '1', '2'),
    minLength: 1,
    maxLength: 4,
  });
  const guest = fc.record({
    names: fc.array(word, { maxLength: 3 }),
    seat: fc.array(word, { maxLength: 2 }),
    ticketId: fc.integer({ min: 0, max: 300 }),
  });
  fc.assert(
    fc.property(
      fc.array(guest, { maxLength: 20 }),
      fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 })),
      fc.nat(30),
      (guests, letters, number) => {
        const wanted = [...letters.slice(0, 3), String(number)];
        const fits = ({ names, seat, ticketId }: Required<Guest>) => {
          const words = [...names, ...seat]
            .flatMap((text) => text.match(/\d+|\D+/g) ?? [])
            .map((word) => word.replace(/^0+(?=\d)/, ''));
          return wanted.every((one) =>
            [...words, String(ticketId)].some((each) => each.startsWith(one)),
          );
        };
        const expected = guests.flatMap((each, place) => (fits(each) ? [place] : []));
        const { total, places } = indexOf(guests).find(wanted.join(' '), 100);
        expect([...places].sort((a, b) => a - b)).toEqual(expected);
        expect(total).toBe(expected.length);
      },
    ),
  );
});
