import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SnapshotTicket } from '#main/snapshot/model.ts';
import { matesOf, type Mates } from '#main/entrance/party/mates.ts';
import { orderSignOf } from '#main/entrance/party/order-sign.ts';
import { LARGEST_PARTY } from '#shared/model/party.ts';
import { snapshotTicket } from '../admission/support.ts';

/** A ticket of Ada Lovelace's order of three. */
const ticket = (ticketId: number, changes: Partial<SnapshotTicket> = {}): SnapshotTicket =>
  snapshotTicket({ ticketId, barcode: `T${ticketId}`, ticketsSold: 3, ...changes });

const holder = (email: string | null, firstName = 'Ada', lastName = 'Lovelace') => ({
  ...{ email, firstName, lastName },
  ...{ billingAddress: null, shippingAddress: null, primaryPhoneNumber: null },
});

function mates(tickets: readonly SnapshotTicket[], one = tickets[0]): Mates {
  const sign = one && orderSignOf(one);
  if (!one || !sign) throw new Error('it has no sign');
  return matesOf(one.ticketId, sign, tickets);
}

const found = (tickets: readonly SnapshotTicket[]) => {
  const all = mates(tickets);
  if (all.type !== 'found') throw new Error('too many');
  return { ids: all.tickets.map(({ ticketId }) => ticketId), isOneBuyer: all.isOneBuyer };
};

test('tickets of one buyer for one performance with one count belong together', () => {
  const tickets = [ticket(1), ticket(2), ticket(3)];
  expect(found(tickets)).toEqual({ ids: [1, 2, 3], isOneBuyer: true });
});

test.each<[string, Partial<SnapshotTicket>]>([
  ['of another performance', { performanceId: 32 }],
  ['of an order of another size', { ticketsSold: 4 }],
  ['of an order whose size is not told', { ticketsSold: null }],
  ['of another buyer', { orderConsumerName: 'Ada Lovelock' }],
  ['of a buyer in other letters, who might be another one', { orderConsumerName: 'ada lovelace' }],
  ['without a buyer', { orderConsumerName: null }],
])('one %s does not', (_, changes) => {
  expect(found([ticket(1), ticket(2, changes)]).ids).toEqual([1]);
});

test('gaps, and accents that were put together differently, make no other buyer', () => {
  const tickets = [
    ticket(1, { orderConsumerName: 'Zoë Quitte' }),
    ticket(2, { orderConsumerName: ' Zoe\u0308  Quitte ' }),
  ];
  expect(found(tickets).ids).toEqual([1, 2]);
});

test.each([null, '', '   '])(
  'a ticket whose buyer is %o belongs with none',
  (orderConsumerName) => {
    expect(orderSignOf(ticket(1, { orderConsumerName }))).toBeNull();
  },
);

test.each([null, 0, 1, -3])('nor does one of an order of %o', (ticketsSold) => {
  expect(orderSignOf(ticket(1, { ticketsSold }))).toBeNull();
});

test('two buyers with one name are told apart by their addresses, where the platform gives them', () => {
  const tickets = [
    ticket(1, { patron: holder('ada@one.example') }),
    ticket(2, { patron: holder('ADA@one.example ') }),
    ticket(3, { patron: holder('ada@two.example') }),
  ];
  expect(found(tickets)).toEqual({ ids: [1, 2], isOneBuyer: true });
});

test('the address of a plus-one tells nothing of the buyer', () => {
  const tickets = [
    ticket(1, { patron: holder('ada@one.example') }),
    ticket(2, { patron: holder('charles@elsewhere.example', 'Charles', 'Babbage') }),
  ];
  expect(found(tickets)).toEqual({ ids: [1, 2], isOneBuyer: true });
});

test('a ticket that may be of either of two buyers makes all of it uncertain', () => {
  const tickets = [
    ticket(1, { patron: holder('ada@one.example') }),
    ticket(2, { patron: holder('ada@two.example') }),
    ticket(3, { patron: holder(null, 'Charles', 'Babbage') }),
  ];
  expect(found(tickets)).toEqual({ ids: [1, 3], isOneBuyer: false });
});

test('as does one whose own buyer is not told, among two of them', () => {
  const tickets = [
    ticket(1),
    ticket(2, { patron: holder('ada@one.example') }),
    ticket(3, { patron: holder('ada@two.example') }),
  ];
  expect(found(tickets)).toEqual({ ids: [1, 2, 3], isOneBuyer: false });
});

test('a hundred thousand tickets of “Box office” are no party, and are not all looked at', () => {
  let looked = 0;
  function* all() {
    for (; looked < 100_000; looked += 1) yield ticket(looked);
  }
  const sign = { performanceId: 31, buyer: 'Ada Lovelace', sold: 3 };
  expect(matesOf(0, sign, all())).toEqual({ type: 'too-many' });
  expect(looked).toBeLessThan(LARGEST_PARTY + 2);
});

test('lists as many others as a party may have, and no more', () => {
  const alike = (others: number) => Array.from({ length: 1 + others }, (_, id) => ticket(id));
  expect(found(alike(LARGEST_PARTY)).ids).toHaveLength(1 + LARGEST_PARTY);
  expect(mates(alike(LARGEST_PARTY + 1))).toEqual({ type: 'too-many' });
});

test('nothing of whose they are leaves with them', () => {
  const patron = holder('ada@one.example');
  expect(JSON.stringify(mates([ticket(1, { patron }), ticket(2, { patron })]))).not.toMatch(
    /ada|lovelace/i,
  );
});

test('whatever a platform sends, only what is alike is found, and the ticket itself among it', () => {
  const any = fc.record({
    performanceId: fc.constantFrom(31, 32),
    orderConsumerName: fc.constantFrom('Ada Lovelace', 'Ada', '', null),
    ticketsSold: fc.constantFrom(3, 2, null),
    patron: fc.constantFrom(null, holder('a@b.example'), holder('c@d.example'), holder(null)),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 40 }), (others) => {
      const tickets = [ticket(0), ...others.map((changes, at) => ticket(at + 1, changes))];
      for (const ticketId of found(tickets).ids) {
        expect(tickets[ticketId]).toMatchObject({
          ...{ performanceId: 31, orderConsumerName: 'Ada Lovelace', ticketsSold: 3 },
        });
      }
      expect(found(tickets).ids).toContain(0);
    }),
  );
});
