import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERROR, type ErrorCode } from '#shared/api/index.ts';
import { DEMO_IDS } from '#box-office/demo/programme.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import type { DemoTicketKind } from '#shared/model/demo-guide.ts';
import {
  barcodeOf,
  downloaded,
  HOUR,
  openBoxOffice,
  signIn,
  USER,
  type Caller,
  type Filter,
} from './support.ts';

const NOTHING = {
  name: null,
  performance: null,
  section: null,
  seat: null,
  ticketsScanned: null,
  ticketsSold: null,
  successMsg: null,
  patron: null,
};

async function codeOf(door: Caller, barcode: string, filter?: Filter) {
  const { errorDetails } = await door.validate(barcode, filter);
  return errorDetails?.errorCodeId ?? 'admitted';
}

describe('a valid ticket', () => {
  test('is admitted once, with what the door needs to know', async () => {
    const { boxOffice, ids } = await openBoxOffice();
    const door = await signIn(boxOffice);
    const barcode = barcodeOf(boxOffice, 'valid');
    const before = await downloaded(door, barcode);
    const answer = await door.validate(barcode, { performanceId: ids.performanceId });
    expect(answer).toMatchObject({
      error: false,
      errorMessageHTML: null,
      errorDetails: null,
      name: before.orderConsumerName,
      performance: "A Midsummer Night's Dream, Sat, Nov 21, 2026 - 7:35 PM",
      section: before.section,
      seat: before.seat,
      ticketsScanned: (before.ticketsScanned ?? 0) + 1,
      ticketsSold: before.ticketsSold,
      patron: null,
    });
    expect(answer.successMsg).toContain('<strong>A Midsummer Night&#39;s Dream');
    expect(await codeOf(door, barcode)).toBe(ERROR.ticketAlreadyScanned);
  });

  test.each([
    ['without a filter', () => ({})],
    ['for its production', (ids: { productionId: number }) => ({ productionId: ids.productionId })],
    [
      'for its performance',
      (ids: { performanceId: number }) => ({ performanceId: ids.performanceId }),
    ],
    [
      'for both',
      ({ productionId, performanceId }: { productionId: number; performanceId: number }) => ({
        productionId,
        performanceId,
      }),
    ],
  ])('is admitted %s', async (_, filter) => {
    const { boxOffice, ids } = await openBoxOffice();
    const door = await signIn(boxOffice);
    expect(await codeOf(door, barcodeOf(boxOffice, 'valid'), filter(ids))).toBe('admitted');
  });

  test('of another performance is admitted under a filter by production, or under none', async () => {
    const { boxOffice, ids } = await openBoxOffice();
    const door = await signIn(boxOffice);
    const [first = '', second = ''] = boxOffice.barcodes('other-performance', 2);
    expect(await codeOf(door, first, { productionId: ids.productionId })).toBe('admitted');
    expect(await codeOf(door, second)).toBe('admitted');
  });

  test('that is presented twenty times at once is admitted exactly once', async () => {
    const { boxOffice } = await openBoxOffice();
    const doors = [await signIn(boxOffice), await signIn(boxOffice, USER.foyer)];
    const barcode = barcodeOf(boxOffice, 'valid');
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => doors.map((door) => codeOf(door, barcode))).flat(),
    );
    expect(outcomes.filter((outcome) => outcome === 'admitted')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === ERROR.ticketAlreadyScanned)).toHaveLength(19);
    expect(boxOffice.scansOf(barcode)).toHaveLength(1);
  });

  test("counts the order's tickets of this performance that are still good", async () => {
    const data = join(temporaryFolder(), 'box-office.db');
    const { boxOffice } = await openBoxOffice({ data, tickets: 2000 });
    const door = await signIn(boxOffice);
    const order = mixedOrder(data);
    const counters = [];
    for (const barcode of order.valid) {
      const { ticketsScanned, ticketsSold } = await door.validate(barcode);
      counters.push([ticketsScanned, ticketsSold]);
    }
    const sold = order.valid.length + order.scanned;
    expect(counters).toStrictEqual(
      order.valid.map((_, index) => [order.scanned + index + 1, sold]),
    );
  });
});

interface OrderTicket {
  readonly barcode: string;
  readonly orderId: number;
  readonly performanceId: number;
  readonly state: string;
  readonly scanned: 0 | 1;
}

/**
 * Finds, by reading the data without the box office, an order that holds tickets of two
 * performances and of the main one several valid ones and a voided or refunded one.
 */
function mixedOrder(data: string) {
  const db = new Database(data, { readonly: true });
  const tickets = db
    .prepare<[], OrderTicket>(
      `SELECT barcode, order_id AS orderId, performance_id AS performanceId, state,
              id IN (SELECT ticket_id FROM scan) AS scanned FROM ticket`,
    )
    .all();
  db.close();
  for (const { orderId } of tickets) {
    const order = tickets.filter((ticket) => ticket.orderId === orderId);
    const mine = order.filter(({ performanceId }) => performanceId === DEMO_IDS.performanceId);
    const sold = mine.filter(({ state }) => state === 'sold');
    const valid = sold.filter(({ scanned }) => scanned === 0).map(({ barcode }) => barcode);
    if (order.length > mine.length && mine.length > sold.length && valid.length > 1) {
      return { valid, scanned: sold.length - valid.length };
    }
  }
  throw new Error('the demo data has no such order');
}

describe('a ticket that is not good here', () => {
  test.each<[DemoTicketKind, ErrorCode]>([
    ['scanned', ERROR.ticketAlreadyScanned],
    ['voided', ERROR.ticketVoided],
    ['refunded', ERROR.ticketRefunded],
    ['other-performance', ERROR.ticketWrongPerformance],
    ['other-series', ERROR.ticketWrongSeries],
    ['other-client', ERROR.ticketWrongClient],
    ['unknown', ERROR.ticketNotValid],
  ])('%s: is refused with its own code and without data', async (kind, code) => {
    const { boxOffice, ids } = await openBoxOffice();
    const door = await signIn(boxOffice);
    const barcode = barcodeOf(boxOffice, kind);
    const scansBefore = boxOffice.scansOf(barcode);
    const answer = await door.validate(barcode, { performanceId: ids.performanceId });
    expect(answer).toMatchObject({ error: true, ...NOTHING });
    expect(answer.errorDetails).toMatchObject({ errorCodeId: code, forceLogout: false });
    expect(answer.errorMessageHTML).toMatch(/^<p><strong>[A-Z].*\.<\/strong><\/p>/);
    expect(boxOffice.scansOf(barcode)).toStrictEqual(scansBefore);
  });

  test('for another series is refused under a filter by production, too', async () => {
    const { boxOffice, ids } = await openBoxOffice();
    const door = await signIn(boxOffice);
    const barcode = barcodeOf(boxOffice, 'other-series');
    expect(await codeOf(door, barcode, { productionId: ids.productionId })).toBe(
      ERROR.ticketWrongSeries,
    );
    expect(await codeOf(door, barcode, { performanceId: 1 })).toBe(ERROR.ticketWrongSeries);
    expect(await codeOf(door, barcode, { productionId: ids.otherProductionId })).toBe('admitted');
  });

  test('is told apart as voided before it is told apart as scanned, wrong before both', async () => {
    const { boxOffice, ids } = await openBoxOffice();
    const door = await signIn(boxOffice);
    for (const kind of ['voided', 'refunded', 'scanned'] as const) {
      const barcode = barcodeOf(boxOffice, kind);
      expect(await codeOf(door, barcode, { productionId: ids.otherProductionId })).toBe(
        ERROR.ticketWrongSeries,
      );
      expect(await codeOf(door, barcode, { performanceId: ids.siblingPerformanceId })).toBe(
        ERROR.ticketWrongPerformance,
      );
    }
  });

  test('because its performance is not open is for the wrong performance, with and without a filter', async () => {
    const { boxOffice, ids, clock } = await openBoxOffice({ filterWindow: 'within' });
    const barcode = barcodeOf(boxOffice, 'valid');
    clock.at += 5 * HOUR;
    const door = await signIn(boxOffice);
    for (const filter of [
      {},
      { performanceId: ids.performanceId },
      { productionId: ids.productionId },
    ]) {
      expect(await codeOf(door, barcode, filter)).toBe(ERROR.ticketWrongPerformance);
    }
  });

  test('tells where a ticket for another series belongs, with its name escaped', async () => {
    const { boxOffice, ids } = await openBoxOffice();
    const door = await signIn(boxOffice);
    const texts = [];
    for (const code of boxOffice.barcodes('other-series', 1000)) {
      const answer = await door.validate(code, { productionId: ids.productionId });
      texts.push(answer.errorMessageHTML);
    }
    expect(texts.some((text) => text?.includes('Rhythm &amp; Blues &lt;Live&gt;'))).toBe(true);
    expect(texts.some((text) => text?.includes('<Live>'))).toBe(false);
  });
});

describe('a client', () => {
  test('that the user may not scan for is refused before its tickets are looked at', async () => {
    const { boxOffice, ids } = await openBoxOffice();
    const door = await signIn(boxOffice);
    const theirs = barcodeOf(boxOffice, 'other-client');
    expect(await codeOf(door, theirs, { clientId: ids.otherClientId })).toBe(ERROR.userWrongClient);
    expect(await codeOf(door, '404', { clientId: 1 })).toBe(ERROR.userWrongClient);
    expect(boxOffice.scansOf(theirs)).toStrictEqual([]);
  });

  test('that the user may scan for is open to them', async () => {
    const { boxOffice, ids } = await openBoxOffice();
    const harbour = await signIn(boxOffice, USER.harbour);
    const theirs = barcodeOf(boxOffice, 'other-client');
    expect(await codeOf(harbour, theirs, { clientId: ids.otherClientId })).toBe('admitted');
    const answer = await harbour.validate(theirs, { clientId: ids.otherClientId });
    expect(answer).toMatchObject(NOTHING);
  });
});

describe('patron data', () => {
  test('comes with an admission for users with the permission only', async () => {
    const { boxOffice } = await openBoxOffice();
    const [door, foyer] = [await signIn(boxOffice), await signIn(boxOffice, USER.foyer)];
    const [first = '', second = ''] = boxOffice.barcodes('valid', 2);
    expect((await door.validate(first)).patron).toBeNull();
    expect((await foyer.validate(second)).patron?.firstName).toBeTruthy();
    expect((await foyer.validate(second)).patron).toBeNull();
  });

  test('is that of the plus-one where there is one, otherwise of the purchaser', async () => {
    const { boxOffice } = await openBoxOffice({ tickets: 2000 });
    const foyer = await signIn(boxOffice, USER.foyer);
    const kinds = new Set<string>();
    for (const barcode of boxOffice.barcodes('valid', 40)) {
      const { name, patron } = await foyer.validate(barcode);
      const isPlusOne = !patron?.email?.startsWith('guest.');
      const patronName = `${patron?.firstName ?? ''} ${patron?.lastName ?? ''}`;
      if (!isPlusOne) expect(name).toBe(patronName);
      kinds.add(isPlusOne ? 'plus-one' : 'purchaser');
    }
    expect([...kinds].sort()).toStrictEqual(['plus-one', 'purchaser']);
  });
});
