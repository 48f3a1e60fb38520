import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DemoTicketKind } from '#shared/model/demo-guide.ts';
import { PHONE_TYPES, type Patron } from '#shared/api/index.ts';
import { DEMO_ACCOUNTS } from '#box-office/demo/accounts.ts';
import { RESERVED_BARCODES } from '#box-office/reserved-barcodes.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { EVENING, HOUR, openBoxOffice, signIn, USER } from './support.ts';

const KINDS: readonly DemoTicketKind[] = [
  'valid',
  'scanned',
  'voided',
  'refunded',
  'other-performance',
  'other-series',
  'other-client',
  'unknown',
];

async function allTickets(options: { seed?: number; tickets?: number; at?: number } = {}) {
  const { at = EVENING, ...rest } = options;
  const { boxOffice } = await openBoxOffice({ ...rest, now: () => at });
  const foyer = await signIn(boxOffice, USER.foyer);
  return (await foyer.download()).tickets ?? [];
}

describe('the demo data', () => {
  test('is the same for the same seed and instant, and another for another seed', async () => {
    const first = await allTickets({ seed: 7 });
    expect(await allTickets({ seed: 7 })).toStrictEqual(first);
    expect(await allTickets({ seed: 8 })).not.toStrictEqual(first);
  });

  test('has something open at whatever time it is made', async () => {
    for (let hour = 0; hour < 24; hour += 5) {
      expect(await allTickets({ tickets: 200, at: EVENING + hour * HOUR + 1234 })).not.toHaveLength(
        0,
      );
    }
  });

  test('has barcodes of 12 to 16 digits, some with leading zeros, none twice or reserved', async () => {
    const barcodes = (await allTickets({ tickets: 5000 })).map(({ barcode }) => barcode);
    expect(new Set(barcodes).size).toBe(barcodes.length);
    expect(barcodes.filter((barcode) => !/^\d{12,16}$/.test(barcode))).toStrictEqual([]);
    expect(new Set(barcodes.map(({ length }) => length)).size).toBe(5);
    expect(barcodes.some((barcode) => barcode.startsWith('00'))).toBe(true);
    for (const reserved of Object.values(RESERVED_BARCODES)) {
      expect(barcodes).not.toContain(reserved);
    }
  });

  test('has orders of 1 to 8 tickets, and every seat once', async () => {
    const tickets = await allTickets({ tickets: 5000 });
    const sold = tickets.map(({ ticketsSold }) => ticketsSold ?? 0);
    expect(Math.max(...sold)).toBeLessThanOrEqual(8);
    expect(new Set(sold)).toStrictEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8]));
    const seats = tickets.map(({ performanceId, section, seat }) =>
      [performanceId, section, seat].join(),
    );
    expect(new Set(seats).size).toBe(tickets.length);
  });

  test('has patrons from many places, with telephones of the four types', async () => {
    const patrons = (await allTickets({ tickets: 5000 })).flatMap(({ patron }): Patron[] =>
      patron === null ? [] : [patron],
    );
    const types = new Set(patrons.map(({ primaryPhoneNumber }) => primaryPhoneNumber?.type));
    expect(types).toStrictEqual(new Set([undefined, ...PHONE_TYPES]));
    const countries = new Set(patrons.map(({ billingAddress }) => billingAddress?.country));
    expect(countries.size).toBeGreaterThan(5);
    expect(patrons.some(({ lastName }) => /[^\p{ASCII}]/u.test(lastName ?? ''))).toBe(true);
    expect(patrons.some(({ shippingAddress }) => shippingAddress !== null)).toBe(true);
  });

  test('has exactly as many tickets as are asked for, and refuses fewer than it needs', async () => {
    const data = join(temporaryFolder(), 'box-office.db');
    await openBoxOffice({ data, tickets: 777 });
    const db = new Database(data, { readonly: true });
    expect(db.prepare('SELECT count(*) FROM ticket').pluck().get()).toBe(777);
    db.close();
    await expect(openBoxOffice({ tickets: 199 })).rejects.toThrow('200');
  });
});

describe('the guide', () => {
  test('names a user of each role, and tickets of each kind, valid ones first', async () => {
    const { boxOffice } = await openBoxOffice({ tickets: 200 });
    const { users, tickets } = boxOffice.guide;
    expect(users.map(({ role }) => role)).toStrictEqual([
      'scanner',
      'scanner-with-patrons',
      'no-permission',
      'password-expired',
      'other-client',
    ]);
    expect([...new Set(tickets.map(({ kind }) => kind))]).toStrictEqual(KINDS);
    expect(tickets.filter(({ kind }) => kind === 'valid')).toHaveLength(8);
    expect(new Set(DEMO_ACCOUNTS.map(({ password }) => password)).size).toBe(DEMO_ACCOUNTS.length);
  });

  test('says of each ticket what validateTicket says of it', async () => {
    const { boxOffice, ids } = await openBoxOffice();
    const door = await signIn(boxOffice);
    const expected: Record<DemoTicketKind, number | undefined> = {
      valid: undefined,
      scanned: 12,
      voided: 13,
      refunded: 14,
      'other-performance': 10,
      'other-series': 9,
      'other-client': 8,
      unknown: 11,
    };
    for (const { barcode, kind } of boxOffice.guide.tickets) {
      const answer = await door.validate(barcode, { performanceId: ids.performanceId });
      expect([kind, answer.errorDetails?.errorCodeId]).toStrictEqual([kind, expected[kind]]);
    }
  });
});
