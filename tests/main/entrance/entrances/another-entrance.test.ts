import { expect, test } from 'vitest';
import { anotherEntrance } from '#main/entrance/entrances/another-entrance.ts';
import type { Entrance, TicketPattern } from '#shared/model/entrance.ts';
import { entrance } from '#tests/support/entrances.ts';
import { snapshotTicket } from '../admission/support.ts';

/** To which entrance a kiosk at `own` sends a ticket; null: it lets it in. */
function sends(own: string | null, entrances: readonly Entrance[], ticket: object = {}) {
  const judge = anotherEntrance(() => ({ entrance: own, entrances }));
  return (
    judge(snapshotTicket({ section: 'Balcony left', seat: 'Row 2, 7', ...ticket }))?.id ?? null
  );
}

const of = (id: string, ...tickets: TicketPattern[]) => entrance(id, tickets);
const STALLS = of('stalls', { section: 'Stalls*' });
const BALCONY = of('balcony', { section: 'Balcony*' });

test('a kiosk that stands at no entrance, or at one that is not in the list, sends nobody away', () => {
  expect(sends('stalls', [STALLS, BALCONY])).toBe('balcony');
  expect(sends(null, [STALLS, BALCONY])).toBeNull();
  expect(sends('stage door', [STALLS, BALCONY])).toBeNull();
});

test('a ticket of two entrances is let in at both, and elsewhere sent to the first of the list', () => {
  const both = [of('left', { section: 'Balcony*' }), of('right', { section: '*left' }), STALLS];
  expect(sends('left', both)).toBeNull();
  expect(sends('right', both)).toBeNull();
  expect(sends('stalls', both)).toBe('left');
  expect(sends('stalls', both.toReversed())).toBe('right');
});

test.each<[string, TicketPattern, boolean]>([
  ['its section and seat', { section: 'balcony left', seat: 'Row 2, {1-9}' }, true],
  ['its section, but not its seat', { section: 'balcony left', seat: 'Row 3, *' }, false],
  ['its seat in full', { seat: 'ROW 2, 7' }, true],
  ['its performance, as the platform writes it', { performance: '*Fri 20 Nov*' }, true],
  ['its production', { performance: 'The Winter’s Tale' }, true],
  ['any of its texts', { text: '*tale' }, true],
  ['none of its texts', { text: 'PK 1' }, false],
])('a pattern for %s', (_what, pattern, belongs) => {
  expect(sends('stalls', [STALLS, of('there', pattern)])).toBe(belongs ? 'there' : null);
});

test('a ticket without a section or seat is one of no entrance that names any', () => {
  const nothing = { section: null, seat: null };
  expect(sends('stalls', [STALLS, BALCONY], nothing)).toBeNull();
  expect(sends('stalls', [STALLS, of('rest', { section: '*' })], nothing)).toBe('rest');
});

test('the way is the one from where the kiosk stands', () => {
  const way = (arrow: 'left' | 'right') => ({ arrow, words: null, wordsIn: {} });
  const balcony = entrance('balcony', [{ section: '*' }], {
    ...{ way: way('left'), waysFrom: { stalls: way('right') } },
  });
  const arrowFrom = (own: string) =>
    anotherEntrance(() => ({ entrance: own, entrances: [balcony, of(own)] }))(snapshotTicket())?.way
      .arrow;
  expect(arrowFrom('stalls')).toBe('right');
  expect(arrowFrom('gallery')).toBe('left');
});

test('a changed list counts with the next scan', () => {
  let entrances: readonly Entrance[] = [STALLS];
  const judge = anotherEntrance(() => ({ entrance: 'stalls', entrances }));
  const ticket = snapshotTicket({ section: 'Balcony left' });
  expect(judge(ticket)).toBeNull();
  entrances = [STALLS, BALCONY];
  expect(judge(ticket)?.id).toBe('balcony');
});

test('a line for each of 100,000 seats costs a scan no more looking than a short list', () => {
  let looked = 0;
  const seats = Array.from({ length: 100_000 }, (_, index): TicketPattern => ({
    section: 'Balcony*',
    seat: `Row ${Math.floor(index / 40)}, ${index % 40}`,
  }));
  const judge = anotherEntrance(() => ({ entrance: 'stalls', entrances: list }));
  const list = [STALLS, of('balcony', ...seats)];
  const ticket = snapshotTicket({ section: 'Balcony left', seat: 'Row 9, 7' });
  expect(judge(ticket)?.id).toBe('balcony');
  const spied = new Proxy(ticket, {
    get(target, name) {
      looked += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  expect(judge(spied)?.id).toBe('balcony');
  expect(looked).toBeLessThan(10);
});
