import { describe, expect, test } from 'vitest';
import { ERROR, type ScannableTicket } from '#shared/api/index.ts';
import {
  barcodeOf,
  downloaded,
  EVENING,
  HOUR,
  MINUTE,
  offlineScan,
  openBoxOffice,
  signIn,
  USER,
} from './support.ts';

const EARLIER = EVENING - 5 * MINUTE;

async function doorWithTicket(options = {}) {
  const opened = await openBoxOffice(options);
  const door = await signIn(opened.boxOffice);
  const ticket = await downloaded(door, barcodeOf(opened.boxOffice, 'valid'));
  return { ...opened, door, ticket };
}

describe('a scan made offline', () => {
  test('is recorded with its own time, and the ticket counts as scanned', async () => {
    const { boxOffice, door, ticket } = await doorWithTicket();
    const answer = await door.sync([offlineScan(ticket, EARLIER)]);
    expect(answer).toStrictEqual({
      accessTokenExpiration: EVENING + HOUR,
      error: false,
      errorMessageHTML: null,
      errorDetails: null,
      failedBarcodes: [],
    });
    expect(boxOffice.scansOf(ticket.barcode)).toStrictEqual([{ scanTime: EARLIER, offline: true }]);
    expect((await downloaded(door, ticket.barcode)).alreadyScanned).toBe(true);
    expect((await door.validate(ticket.barcode)).errorDetails?.errorCodeId).toBe(
      ERROR.ticketAlreadyScanned,
    );
  });

  test('that is sent again is neither a failure nor a second scan', async () => {
    const { boxOffice, door, ticket } = await doorWithTicket();
    const scan = offlineScan(ticket, EARLIER);
    await door.sync([scan]);
    expect((await door.sync([scan, scan])).failedBarcodes).toStrictEqual([]);
    expect(boxOffice.scansOf(ticket.barcode)).toHaveLength(1);
  });

  test('of a ticket that was scanned elsewhere is recorded beside the other scan', async () => {
    const { boxOffice, door, ticket } = await doorWithTicket();
    await door.validate(ticket.barcode);
    expect((await door.sync([offlineScan(ticket, EARLIER)])).failedBarcodes).toStrictEqual([]);
    expect(boxOffice.scansOf(ticket.barcode)).toStrictEqual([
      { scanTime: EARLIER, offline: true },
      { scanTime: EVENING, offline: false },
    ]);
  });

  test('may be sent when its performance is no longer open', async () => {
    const { door: evening, boxOffice, clock, ticket } = await doorWithTicket();
    await evening.invalidateToken();
    clock.at += 24 * HOUR;
    const door = await signIn(boxOffice);
    expect((await door.sync([offlineScan(ticket, EARLIER)])).failedBarcodes).toStrictEqual([]);
  });

  test('is taken by the letter of rule 3 only with a filter once its performance is closed', async () => {
    const literal = await doorWithTicket({ syncNeedsWindow: true });
    const { boxOffice, clock, ids, ticket } = literal;
    const entry = offlineScan(ticket, EARLIER);
    expect((await literal.door.sync([entry])).failedBarcodes).toStrictEqual([]);
    await literal.door.invalidateToken();
    clock.at += 24 * HOUR;
    const door = await signIn(boxOffice);
    expect((await door.sync([entry])).failedBarcodes).toStrictEqual([
      { barcode: ticket.barcode, reason: 'The performance is outside of its scan window.' },
    ]);
    const { productionId, performanceId } = ids;
    for (const filter of [{ performanceId }, { productionId }]) {
      expect((await door.sync([entry], filter)).failedBarcodes).toStrictEqual([]);
    }
  });

  test('is taken 48 hours after, and not a millisecond later', async () => {
    const { door, ticket } = await doorWithTicket();
    const oldest = EVENING - 48 * HOUR;
    expect((await door.sync([offlineScan(ticket, oldest - 1)])).failedBarcodes).toStrictEqual([
      {
        barcode: ticket.barcode,
        reason: 'The scan time lies more than 48 hours in the past.',
      },
    ]);
    expect((await door.sync([offlineScan(ticket, oldest)])).failedBarcodes).toStrictEqual([]);
  });

  test('is taken up to now, and not a millisecond of the future', async () => {
    const { door, ticket } = await doorWithTicket();
    expect((await door.sync([offlineScan(ticket, EVENING + 1)])).failedBarcodes).toStrictEqual([
      { barcode: ticket.barcode, reason: 'The scan time lies in the future.' },
    ]);
    expect((await door.sync([offlineScan(ticket, EVENING)])).failedBarcodes).toStrictEqual([]);
  });

  const NOT_FOUND = 'No ticket with this id and barcode was found.';
  const OTHER_PERFORMANCE = 'The ticket does not belong to this performance.';
  test.each<[string, Partial<ScannableTicket>, string]>([
    ['with an unknown id', { ticketId: 999_999 }, NOT_FOUND],
    ["with another ticket's barcode", { barcode: '123' }, NOT_FOUND],
    ['for another performance', { performanceId: 510102 }, OTHER_PERFORMANCE],
  ])('%s is refused with its reason, and shown by its barcode', async (_, change, reason) => {
    const { boxOffice, door, ticket } = await doorWithTicket();
    const scan = offlineScan({ ...ticket, ...change }, EARLIER);
    const { failedBarcodes } = await door.sync([scan]);
    expect(failedBarcodes).toStrictEqual([{ barcode: scan.barcode, reason }]);
    expect(boxOffice.scansOf(ticket.barcode)).toStrictEqual([]);
  });

  test.each(['voided', 'refunded'] as const)('of a %s ticket is refused', async (kind) => {
    const { boxOffice, door } = await doorWithTicket();
    const ticket = await downloaded(door, barcodeOf(boxOffice, kind));
    expect((await door.sync([offlineScan(ticket, EARLIER)])).failedBarcodes).toStrictEqual([
      { barcode: ticket.barcode, reason: 'The ticket was refunded or voided.' },
    ]);
  });

  test("of another client's ticket is refused", async () => {
    const { boxOffice, door, ids } = await doorWithTicket();
    const clientId = ids.otherClientId;
    const harbour = await signIn(boxOffice, USER.harbour);
    const barcode = barcodeOf(boxOffice, 'other-client');
    const ticket = await downloaded(harbour, barcode, { clientId });
    expect((await door.sync([offlineScan(ticket, EARLIER)])).failedBarcodes).toStrictEqual([
      { barcode, reason: 'The ticket does not belong to this client.' },
    ]);
    const theirs = await harbour.sync([offlineScan(ticket, EARLIER)], { clientId });
    expect(theirs.failedBarcodes).toStrictEqual([]);
  });

  test('outside of the filter is refused, inside it is recorded', async () => {
    const { door, ids, ticket } = await doorWithTicket();
    const scan = offlineScan(ticket, EARLIER);
    const refused = [{ barcode: ticket.barcode, reason: OTHER_PERFORMANCE }];
    const sync = async (filter: object) => (await door.sync([scan], filter)).failedBarcodes;
    expect(await sync({ performanceId: ids.siblingPerformanceId })).toStrictEqual(refused);
    expect(await sync({ productionId: ids.otherProductionId })).toStrictEqual(refused);
    expect(await sync({ performanceId: ids.performanceId })).toStrictEqual([]);
    expect(await sync({ productionId: ids.productionId })).toStrictEqual([]);
  });

  test('is recorded although others of its batch are refused', async () => {
    const { boxOffice, door, ticket } = await doorWithTicket();
    const voided = await downloaded(door, barcodeOf(boxOffice, 'voided'));
    const { failedBarcodes } = await door.sync([
      offlineScan(voided, EARLIER),
      offlineScan(ticket, EARLIER),
    ]);
    expect(failedBarcodes).toHaveLength(1);
    expect(boxOffice.scansOf(ticket.barcode)).toHaveLength(1);
  });
});

describe('the key of the barcode', () => {
  const CASES = [
    ['either', 'barcode', true],
    ['either', 'barcodeString', true],
    ['barcode', 'barcode', true],
    ['barcode', 'barcodeString', false],
    ['barcodeString', 'barcodeString', true],
    ['barcodeString', 'barcode', false],
  ] as const;
  test.each(CASES)('told to take %s, and given %s: taken %s', async (syncKey, sent, taken) => {
    const { boxOffice, door, ticket } = await doorWithTicket({ syncKey });
    const { ticketId, performanceId, barcode } = ticket;
    const answer = await door.sync([
      { ticketId, performanceId, scanTime: EARLIER, [sent]: barcode },
    ]);
    expect(answer.errorDetails?.errorCodeId).toBe(
      taken ? undefined : ERROR.inputMissingRequiredField,
    );
    expect(boxOffice.scansOf(barcode)).toHaveLength(taken ? 1 : 0);
  });

  test('that is not taken may come along with the one that is', async () => {
    const { door, ticket } = await doorWithTicket({ syncKey: 'barcodeString' });
    expect(await door.sync([offlineScan(ticket, EARLIER)])).toMatchObject({ failedBarcodes: [] });
  });
});

test('a client that the user may not scan for: nothing is recorded', async () => {
  const { boxOffice, door, ids, ticket } = await doorWithTicket();
  const answer = await door.sync([offlineScan(ticket, EARLIER)], { clientId: ids.otherClientId });
  expect(answer.errorDetails?.errorCodeId).toBe(ERROR.userWrongClient);
  expect(answer.failedBarcodes).toBeNull();
  expect(boxOffice.scansOf(ticket.barcode)).toStrictEqual([]);
});
