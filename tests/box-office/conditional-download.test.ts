import http from 'node:http';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { gunzipSync } from 'node:zlib';
import { validTicketsResponseSchema } from '#shared/api/index.ts';
import type { BoxOffice } from '#box-office/server.ts';
import {
  barcodeOf,
  downloaded,
  downloadPath,
  EVENING,
  HOUR,
  MINUTE,
  offlineScan,
  openBoxOffice,
  send,
  signIn,
  USER,
  type Caller,
  type Filter,
} from './support.ts';

async function door() {
  const opened = await openBoxOffice();
  return { ...opened, door: await signIn(opened.boxOffice) };
}

async function ask(
  boxOffice: BoxOffice,
  { headers: who }: Caller,
  headers: Record<string, string> = {},
  filter: Filter = {},
) {
  const path = downloadPath({ clientId: boxOffice.ids.clientId, ...filter });
  const response = await send(boxOffice, 'GET', path, { headers: { ...who, ...headers } });
  return {
    status: response.status,
    length: (await response.text()).length,
    tag: response.headers.get('etag') ?? '',
    modified: response.headers.get('last-modified'),
  };
}

describe('the download, asked for again', () => {
  test('has nothing new while nothing happens, and gives the session its hour all the same', async () => {
    const { boxOffice, door: kiosk, clock } = await door();
    const first = await ask(boxOffice, kiosk);
    expect([first.status, first.length > 0]).toEqual([200, true]);
    clock.at += 50 * MINUTE;
    const again = await ask(boxOffice, kiosk, { 'If-None-Match': first.tag });
    expect(again).toMatchObject({ status: 304, length: 0, tag: first.tag });
    clock.at += 50 * MINUTE;
    expect((await kiosk.validateToken()).error).toBe(false);
    for (const tags of ['*', `"other", ${first.tag}`, first.tag.replace('W/', '')]) {
      expect((await ask(boxOffice, kiosk, { 'If-None-Match': tags })).status).toBe(304);
    }
  });

  test('is another one after a scan, online or offline, in its scope and nowhere else', async () => {
    const { boxOffice, door: kiosk, ids, clock } = await door();
    const mine = { performanceId: ids.performanceId };
    const other = { performanceId: ids.siblingPerformanceId };
    const tags = async () => [
      (await ask(boxOffice, kiosk, {}, mine)).tag,
      (await ask(boxOffice, kiosk)).tag,
      (await ask(boxOffice, kiosk, {}, other)).tag,
    ];
    const seen = [await tags()];
    const [first = '', second = ''] = boxOffice.barcodes('valid', 2);
    await kiosk.validate(first);
    seen.push(await tags());
    const scan = offlineScan(await downloaded(kiosk, second), EVENING - MINUTE);
    await kiosk.sync([scan]);
    seen.push(await tags());
    // The same scan once more is nothing new, and neither is a ticket that is refused.
    clock.at += MINUTE;
    await kiosk.sync([scan]);
    await kiosk.validate(first);
    seen.push(await tags());
    const distinct = [0, 1, 2].map((column) => new Set(seen.map((row) => row[column])).size);
    expect(distinct).toEqual([3, 3, 1]);
    expect(seen[2]).toEqual(seen[3]);
  });

  test('is another one when a performance opens or closes, for another filter, and for who sees patrons', async () => {
    const { boxOffice, door: kiosk, ids, clock } = await door();
    const foyer = await signIn(boxOffice, USER.foyer);
    const before = await ask(boxOffice, kiosk);
    const tags = [
      before.tag,
      (await ask(boxOffice, foyer)).tag,
      (await ask(boxOffice, kiosk, {}, { productionId: ids.productionId })).tag,
    ];
    clock.at += 6 * HOUR;
    const later = await signIn(boxOffice);
    tags.push((await ask(boxOffice, later)).tag);
    expect(new Set(tags).size).toBe(tags.length);
    const since = { 'If-Modified-Since': new Date(EVENING).toUTCString() };
    expect((await ask(boxOffice, later, since)).status).toBe(200);
  });

  test('tells when it changed, once no other change can come within the same second', async () => {
    const { boxOffice, door: kiosk, clock } = await door();
    expect((await ask(boxOffice, kiosk)).modified).toBeNull();
    clock.at += 1000;
    const { modified } = await ask(boxOffice, kiosk);
    expect(modified).toBe(new Date(EVENING).toUTCString());
    const since = { 'If-Modified-Since': modified ?? '' };
    expect((await ask(boxOffice, kiosk, since)).status).toBe(304);

    clock.at += 5000;
    await kiosk.validate(barcodeOf(boxOffice, 'valid'));
    expect(await ask(boxOffice, kiosk, since)).toMatchObject({ status: 200, modified: null });
    clock.at += 1000;
    expect((await ask(boxOffice, kiosk, since)).modified).toBe(
      new Date(EVENING + 6000).toUTCString(),
    );
  });

  test('is nobody’s who may not have it, whatever they know of it', async () => {
    const { boxOffice, door: kiosk } = await door();
    const { tag } = await ask(boxOffice, kiosk);
    await kiosk.invalidateToken();
    const refused = await ask(boxOffice, kiosk, { 'If-None-Match': tag });
    expect(refused.status).toBe(200);
    expect(refused.tag).toBe('');
  });
});

describe('gzip', () => {
  async function raw(boxOffice: BoxOffice, kiosk: Caller, path: string, encoding: string | null) {
    const request = http.get(boxOffice.baseUrl + path, {
      headers: { ...kiosk.headers, ...(encoding !== null && { 'Accept-Encoding': encoding }) },
    });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) };
  }

  test('is for who asks for it', async () => {
    const { boxOffice, door: kiosk, ids } = await door();
    const path = downloadPath({ clientId: ids.clientId });
    const zipped = await raw(boxOffice, kiosk, path, 'gzip, br;q=0.1');
    expect(zipped.encoding).toBe('gzip');
    const { tickets } = validTicketsResponseSchema.parse(
      JSON.parse(gunzipSync(zipped.body).toString()),
    );
    expect(tickets?.length).toBeGreaterThan(100);
    for (const encoding of [null, 'identity', 'br', 'gzip;q=0']) {
      const plain = await raw(boxOffice, kiosk, path, encoding);
      expect(plain.encoding).toBeUndefined();
      expect(plain.body.byteLength).toBeGreaterThan(zipped.body.byteLength);
    }
    const events = `/public/events/client(${ids.clientId})`;
    expect((await raw(boxOffice, kiosk, events, 'gzip')).encoding).toBe('gzip');
  });

  test('of a download that nobody takes to its end is no bug', async () => {
    const bugs: Error[] = [];
    const { boxOffice } = await openBoxOffice({
      tickets: 3000,
      reportBug: (error) => bugs.push(error),
    });
    const kiosk = await signIn(boxOffice);
    const path = downloadPath({ clientId: boxOffice.ids.clientId });
    const headers = { ...kiosk.headers, 'Accept-Encoding': 'gzip' };
    for (let times = 0; times < 20; times += 1) {
      const request = http.get(boxOffice.baseUrl + path, { headers });
      request.on('error', () => undefined);
      await once(request, 'response');
      for (let turns = 0; turns < times; turns += 1) await turn();
      request.destroy();
    }
    expect((await kiosk.download()).tickets?.length).toBeGreaterThan(100);
    expect(bugs).toEqual([]);
  });
});
