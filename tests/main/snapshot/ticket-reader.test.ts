import { describe, expect, test } from 'vitest';
import { TicketReader } from '#main/snapshot/ticket-reader.ts';
import type { SnapshotTicket } from '#main/snapshot/model.ts';
import { ERROR } from '#shared/api/index.ts';
import { answer, head, ticket } from './support/tickets.ts';

const FILTER = { clientId: 284 };

function read(text: string, filter: { clientId: number; performanceId?: number } = FILTER) {
  const tickets: SnapshotTicket[] = [];
  const reader = new TicketReader(filter, (each) => tickets.push(each));
  reader.write(Buffer.from(text));
  return { reading: reader.end(), tickets, skipped: reader.skipped };
}

const PATRON_OF_NUMBERS = {
  patron: { billingAddress: { zipCode: 10115 }, primaryPhoneNumber: { phoneNumber: 4930123456 } },
};

const good = JSON.stringify(ticket(1));

describe('a download', () => {
  test('brings its tickets, and when the token dies', () => {
    const { reading, tickets, skipped } = read(answer(FILTER, 3));
    expect(tickets).toStrictEqual([ticket(0), ticket(1), ticket(2)]);
    expect(skipped).toBe(0);
    expect(reading).toStrictEqual({
      type: 'value',
      value: null,
      accessTokenExpiration: Date.UTC(2026, 10, 21, 19, 0),
    });
  });

  test('of nothing is one too: nobody has bought a ticket yet', () => {
    expect(read(answer(FILTER, 0))).toMatchObject({ reading: { type: 'value' }, tickets: [] });
  });

  test('may tell its error after the tickets, and is refused for it', () => {
    const envelope = {
      accessTokenExpiration: null,
      errorMessageHTML: null,
      errorDetails: {
        errorCodeId: ERROR.tokenExpired,
        errorCodeKey: 'error.token.expired',
        errorCodeName: 'Token Expired',
        forceLogout: true,
      },
    };
    const text = `{"tickets":[${good}],"error":true,${JSON.stringify(envelope).slice(1)}`;
    expect(read(text).reading).toMatchObject({
      type: 'refusal',
      error: { code: ERROR.tokenExpired, forceLogout: true },
    });
  });

  test.each([
    ['cut in the middle of a ticket', answer(FILTER, 3).slice(0, -100)],
    ['without its last brace', answer(FILTER, 3).slice(0, -1)],
    ['with something after its end', `${answer(FILTER, 3)}x`],
    ['with a ticket that is no JSON', answer(FILTER, 3, '{"ticketId":}')],
    ['with a hole between tickets', answer(FILTER, 3, '')],
    ['without tickets', `${head(FILTER).replace(',"tickets":[', '')}}`],
    ['whose tickets are null', head(FILTER).replace(/\[$/, 'null}')],
    ['with two lists of tickets', answer(FILTER, 3).replace(/}$/, ',"tickets":[]}')],
    ['with tickets and no tickets', answer(FILTER, 3).replace(/}$/, ',"tickets":null}')],
    ['that says twice whether it failed', answer(FILTER, 3).replace(/}$/, ',"error":true}')],
    ['without an envelope', `{"tickets":[${good}]}`],
    ["of another client's tickets", answer({ clientId: 285 }, 3)],
    ['of one performance, when all were asked for', answer({ ...FILTER, performanceId: 1 }, 3)],
    ['of which not one ticket can be read', answer(FILTER, 0, '{}', '{"ticketId":1}')],
    ['with an error text of 10 MB', head(FILTER, { errorMessageHTML: 'x'.repeat(1e7) }) + ']}'],
  ])('%s is none', (_what, text) => {
    expect(read(text).reading).toMatchObject({ type: 'unreadable' });
  });

  test('of another performance than the one asked for is none', () => {
    const text = answer({ ...FILTER, performanceId: 2 }, 3);
    expect(read(text, { ...FILTER, performanceId: 1 }).reading).toMatchObject({
      type: 'unreadable',
      at: 'performanceId (another)',
    });
  });

  test('of the performance asked for is one, whatever production it names', () => {
    const text = answer({ ...FILTER, productionId: 21, performanceId: 1 }, 3);
    expect(read(text, { ...FILTER, performanceId: 1 }).reading).toMatchObject({ type: 'value' });
  });
});

describe('a ticket that cannot be read', () => {
  test.each([
    ['without a barcode', JSON.stringify({ ...ticket(9), barcode: undefined })],
    ['with a barcode that is a number', JSON.stringify({ ...ticket(9), barcode: 12 })],
    ['with a fraction of an id', JSON.stringify({ ...ticket(9), ticketId: 1.5 })],
    [
      'that does not say whether it was scanned',
      JSON.stringify({ ...ticket(9), alreadyScanned: 0 }),
    ],
    ['that says nothing of it', JSON.stringify({ ...ticket(9), alreadyScanned: null })],
    ['whose refund cannot be read', JSON.stringify({ ...ticket(9), refundedOrVoided: 'no' })],
    ['that is null', 'null'],
    ['that is a list', '[1]'],
    ['with a name of 10 MB', JSON.stringify({ ...ticket(9), orderConsumerName: 'x'.repeat(1e7) })],
    ['with all its members under __proto__', `{"__proto__":${JSON.stringify(ticket(9))}}`],
  ])('%s is counted and left out, the others stay', (_what, odd) => {
    const { reading, tickets, skipped } = read(answer(FILTER, 2, odd, good));
    expect(reading.type).toBe('value');
    expect(skipped).toBe(1);
    expect(tickets).toStrictEqual([ticket(0), ticket(1), ticket(1)]);
  });
});

describe('a ticket with something odd in what is only shown', () => {
  test.each<[string, object]>([
    ['a seat that is a number', { seat: 12 }],
    ['counts that are texts', { ticketsScanned: '1', ticketsSold: 'all' }],
    ['a zip code and a telephone that are numbers', PATRON_OF_NUMBERS],
    ['neither a name nor a start', { productionName: null, performanceStartDate: 'tonight' }],
    ['a patron that is a list', { patron: [] }],
  ])('%s is in the snapshot', (_what, odd) => {
    const { tickets, skipped } = read(answer(FILTER, 1, JSON.stringify({ ...ticket(9), ...odd })));
    expect(skipped).toBe(0);
    expect(tickets[1]).toMatchObject({ barcode: ticket(9).barcode, ticketId: ticket(9).ticketId });
  });

  test('says what can be read of it', () => {
    const odd = {
      ...ticket(9),
      seat: 12,
      ticketsScanned: '1',
      performanceId: '7',
      ...PATRON_OF_NUMBERS,
    };
    const [told] = read(answer(FILTER, 0, JSON.stringify(odd))).tickets;
    expect(told).toMatchObject({ seat: '12', ticketsScanned: 1, performanceId: 7 });
    expect(told?.patron?.billingAddress?.zipCode).toBe('10115');
    expect(told?.patron?.primaryPhoneNumber?.phoneNumber).toBe('4930123456');
  });
});

describe('members that the contract does not know', () => {
  test('do no harm, whatever they are called and however large they are', () => {
    const strange = [
      '"__proto__":{"error":true}',
      '"constructor":1',
      `"large":"${'x'.repeat(1e7)}"`,
      '"deep":'.concat('['.repeat(50_000), ']'.repeat(50_000)),
    ].join(',');
    const odd = JSON.stringify(ticket(1)).replace(/}$/, ',"__proto__":{"barcode":"x"},"a":[{}]}');
    const text = answer(FILTER, 1, odd).replace(/^{/, `{${strange},`);
    const { reading, tickets } = read(text);
    expect(reading.type).toBe('value');
    expect(tickets).toStrictEqual([ticket(0), ticket(1)]);
    expect(({} as Record<string, unknown>)['error']).toBeUndefined();
  });
});
