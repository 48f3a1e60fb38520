import { createHttp } from '#main/platform/ticketing/http.ts';
import { LARGEST_FEED, readFeed } from '#main/operations/updates/feed.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

const SHA512 = Buffer.alloc(64, 7).toString('base64');
const GOOD = `
version: 0.2.0
files:
  - url: usher_0.2.0_amd64.deb
    sha512: ${SHA512}
    size: 4
  - url: Usher-0.2.0.AppImage
    sha512: ${SHA512}
    size: 1234
    blockMapSize: 99
path: Usher-0.2.0.AppImage
sha512: ${SHA512}
releaseDate: '2026-11-21T10:00:00.000Z'
vendor:
  ledgerSchema: 2
`;

/** A feed over HTTP; returns its base URL, with a path. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/usher`;
}

const serveText = (text: string) => serve((_, response) => response.end(text));

function read(feed: string, clock = new FakeClock()) {
  const http = createHttp({ logger: new RecordingLogger() });
  onTestFinished(() => http.close());
  const source = { fetch: http.fetch, clock, feedFile: 'latest-linux.yml' };
  return readFeed(feed, { ...source, fileEnding: '.AppImage' }, new AbortController().signal);
}

describe('a feed of updates', () => {
  test('offers a version, and the file for this system', async () => {
    const asked: (string | undefined)[] = [];
    const feed = await serve(({ url }, response) => {
      asked.push(url);
      response.end(GOOD);
    });
    const url = new URL('Usher-0.2.0.AppImage', `${feed}/`).href;
    expect(await read(feed)).toEqual({
      ok: true,
      value: {
        version: '0.2.0',
        ledgerSchema: 2,
        file: { url, sha512: SHA512, size: 1234 },
        stagingPercentage: undefined,
        minimumSystemVersion: undefined,
      },
    });
    expect(asked).toEqual(['/usher/latest-linux.yml']);
  });

  test('that does not say which ledger a version reads is told from one that does', async () => {
    const offer = await read(await serveText(GOOD.replace(/vendor:[^]*/, '')));
    expect(offer).toMatchObject({ ok: true, value: { ledgerSchema: null } });
  });

  test('may have nothing for this system', async () => {
    const offer = await read(await serveText(GOOD.replaceAll('AppImage', 'rpm')));
    expect(offer).toMatchObject({ ok: true, value: { file: null } });
  });

  test.for<[what: string, text: string]>([
    ['a page of a captive portal', '<!doctype html><title>Sign in</title>'],
    ['nothing', ''],
    ['no YAML', 'version: [0.2.0\n'],
    ['no files', 'version: 0.2.0\nfiles: []\n'],
    ['no checksum', GOOD.replaceAll(/ +sha512:.*\n/g, '')],
    ['another kind of checksum', GOOD.replaceAll(SHA512, 'abc')],
    ['no version', GOOD.replace('0.2.0', 'newest')],
    ['a path for a version', GOOD.replace('version: 0.2.0', 'version: 0.2.0-../../x')],
    ['a file without end', GOOD.replace('1234', '99999999999')],
    ['a file elsewhere', GOOD.replace('Usher-0.2.0.AppImage', 'https://else.example/x.AppImage')],
    ['more than a feed has', `${GOOD}# ${'x'.repeat(LARGEST_FEED)}`],
  ])('that brings %s is none', async ([, text]) => {
    expect(await read(await serveText(text))).toEqual({ ok: false, error: 'not-a-feed' });
  });

  test.for([
    [404, 'not-a-feed'],
    [403, 'not-a-feed'],
    [500, 'unreachable'],
  ] as const)('that answers %d has no update', async ([status, error]) => {
    const feed = await serve((_, response) => response.writeHead(status).end(GOOD));
    expect(await read(feed)).toEqual({ ok: false, error });
  });

  test('is not looked for where it sends the kiosk', async () => {
    const elsewhere = vi.fn<RequestListener>((_, response) => response.end(GOOD));
    const other = await serve(elsewhere);
    const feed = await serve((_, response) => response.writeHead(302, { location: other }).end());
    expect(await read(feed)).toEqual({ ok: false, error: 'not-a-feed' });
    expect(elsewhere).not.toHaveBeenCalled();
  });

  test('that is gone cannot be reached', async () => {
    expect(await read('http://127.0.0.1:9')).toEqual({ ok: false, error: 'unreachable' });
  });

  test('that takes its time is given up', async () => {
    const clock = new FakeClock();
    const asked = vi.fn<RequestListener>((_, response) => response.write('version: '));
    const reading = read(await serve(asked), clock);
    await eventually(() => expect(asked).toHaveBeenCalled());
    await clock.advance(20_000);
    expect(await reading).toEqual({ ok: false, error: 'unreachable' });
  });
});
