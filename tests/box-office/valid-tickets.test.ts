import http from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { ERROR, validTicketsResponseSchema, type ScannableTicket } from '#shared/api/index.ts';
import {
  barcodeOf,
  downloaded,
  downloadPath,
  EVENING,
  HOUR,
  openBoxOffice,
  send,
  signIn,
  USER,
  type Caller,
  type Filter,
} from './support.ts';

async function performancesIn(door: Caller, filter: Filter) {
  const { tickets } = await door.download(filter);
  return [...new Set(tickets?.map(({ performanceId }) => performanceId))].sort();
}

describe('the download', () => {
  test('holds the tickets of what is open, as the filter says', async () => {
    const { boxOffice, ids } = await openBoxOffice({ filterWindow: 'within' });
    const door = await signIn(boxOffice);
    const { performanceId, siblingPerformanceId, otherProductionPerformanceId } = ids;
    const cases: [Filter, number[]][] = [
      [{}, [performanceId, siblingPerformanceId, otherProductionPerformanceId]],
      [{ productionId: ids.productionId }, [performanceId, siblingPerformanceId]],
      [{ performanceId: siblingPerformanceId }, [siblingPerformanceId]],
      [{ productionId: ids.otherProductionId, performanceId }, []],
      [{ performanceId: ids.laterPerformanceId }, []],
      [{ performanceId: ids.closedPerformanceId }, []],
      [{ performanceId: ids.otherClientPerformanceId }, []],
    ];
    for (const [filter, performances] of cases) {
      expect(await performancesIn(door, filter)).toStrictEqual(performances);
    }
  });

  test('repeats the filter and carries the envelope', async () => {
    const { boxOffice, ids } = await openBoxOffice();
    const door = await signIn(boxOffice);
    expect(await door.download({ performanceId: ids.performanceId })).toMatchObject({
      accessTokenExpiration: EVENING + HOUR,
      error: false,
      errorMessageHTML: null,
      errorDetails: null,
      clientId: ids.clientId,
      productionId: null,
      performanceId: ids.performanceId,
    });
  });

  test('flags what was scanned and what was refunded or voided', async () => {
    const { boxOffice } = await openBoxOffice();
    const door = await signIn(boxOffice);
    const flags = async (kind: 'valid' | 'scanned' | 'voided' | 'refunded') => {
      const ticket = await downloaded(door, barcodeOf(boxOffice, kind));
      return [ticket.alreadyScanned, ticket.refundedOrVoided];
    };
    expect(await flags('valid')).toStrictEqual([false, false]);
    expect(await flags('scanned')).toStrictEqual([true, false]);
    expect(await flags('voided')).toStrictEqual([false, true]);
    expect(await flags('refunded')).toStrictEqual([false, true]);
  });

  test('says of a ticket what validateTicket says', async () => {
    const { boxOffice } = await openBoxOffice();
    const foyer = await signIn(boxOffice, USER.foyer);
    const barcode = barcodeOf(boxOffice, 'valid');
    const before = await downloaded(foyer, barcode);
    const admitted = await foyer.validate(barcode);
    expect(before).toMatchObject({
      orderConsumerName: admitted.name,
      performance: admitted.performance,
      section: admitted.section,
      seat: admitted.seat,
      ticketsScanned: (admitted.ticketsScanned ?? 0) - 1,
      ticketsSold: admitted.ticketsSold,
      patron: admitted.patron,
    });
    expect(await downloaded(foyer, barcode)).toMatchObject({
      alreadyScanned: true,
      ticketsScanned: admitted.ticketsScanned,
    });
  });

  test('names patrons to users with the permission only', async () => {
    const { boxOffice } = await openBoxOffice();
    const patronsOf = async (username: string) =>
      (await (await signIn(boxOffice, username)).download()).tickets?.map(({ patron }) => patron);
    expect((await patronsOf(USER.door))?.every((patron) => patron === null)).toBe(true);
    expect((await patronsOf(USER.foyer))?.every((patron) => patron !== null)).toBe(true);
  });

  test.each([
    ['no client', '', ERROR.inputMissingRequiredField],
    ['a client that is no number', '?clientId=abc', ERROR.inputMissingRequiredField],
    ['an empty filter', '?clientId=284&performanceId=', ERROR.inputMissingRequiredField],
    ['a fraction', '?clientId=284&productionId=1.5', ERROR.inputMissingRequiredField],
    ['a number beyond all', `?clientId=${'9'.repeat(30)}`, ERROR.inputMissingRequiredField],
    ["another user's client", '?clientId=391', ERROR.userWrongClient],
    ['an unknown client', '?clientId=1', ERROR.userWrongClient],
  ])('with %s is refused with all members null', async (_, query, code) => {
    const { boxOffice } = await openBoxOffice();
    const { headers } = await signIn(boxOffice);
    const path = `/public/scanning/cache/validTickets${query}`;
    const response = await send(boxOffice, 'GET', path, { headers });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      error: true,
      errorDetails: { errorCodeId: code },
      clientId: null,
      productionId: null,
      performanceId: null,
      tickets: null,
    });
  });
});

describe('a large download', () => {
  /** Requests the download and reads nothing of it but the head. */
  async function beginDownload(baseUrl: string, headers: Record<string, string>) {
    const request = http.get(baseUrl + downloadPath({ clientId: 284 }), { headers, agent: false });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    return response;
  }

  test('is read while it is sent, and tickets are admitted meanwhile', async () => {
    // More than sockets hold by themselves.
    const { boxOffice } = await openBoxOffice({ tickets: 30_000 });
    const foyer = await signIn(boxOffice, USER.foyer);
    const whole = await send(boxOffice, 'GET', downloadPath({ clientId: 284 }), foyer);
    const { tickets: open } = (await whole.json()) as { tickets: ScannableTicket[] };
    const lastOpen = open.findLast(
      ({ alreadyScanned, refundedOrVoided }) => !alreadyScanned && !refundedOrVoided,
    );

    const response = await beginDownload(boxOffice.baseUrl, foyer.headers);
    const admitted = await foyer.validate(lastOpen?.barcode ?? '');
    expect(admitted.error).toBe(false);

    // The end of the download already knows of the admission: it had not been read before it.
    const { tickets } = validTicketsResponseSchema.parse(JSON.parse(await text(response)));
    expect(tickets).toHaveLength(open.length);
    expect(tickets?.find(({ barcode }) => barcode === lastOpen?.barcode)?.alreadyScanned).toBe(
      true,
    );
  }, 120_000);

  test('that nobody reads to its end costs nothing and ends with its connection', async () => {
    const { boxOffice } = await openBoxOffice({ tickets: 20_000 });
    const foyer = await signIn(boxOffice, USER.foyer);
    const response = await beginDownload(boxOffice.baseUrl, foyer.headers);
    response.destroy();
    expect((await foyer.validate(barcodeOf(boxOffice, 'valid'))).error).toBe(false);
  });

  test('is cut off, not ended, when the box office closes in the middle', async () => {
    const { boxOffice } = await openBoxOffice({ tickets: 20_000 });
    const foyer = await signIn(boxOffice, USER.foyer);
    const response = await beginDownload(boxOffice.baseUrl, foyer.headers);
    await boxOffice.close();
    await expect(text(response)).rejects.toThrow(/aborted|ECONNRESET/);
  });
});
