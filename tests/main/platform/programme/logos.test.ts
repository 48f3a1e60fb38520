import { LARGEST_LOGO } from '#main/platform/programme/logos/fetch-logo.ts';
import type { Fetch } from '#main/base/ports.ts';
import { logoFolder, logoName, readLogo } from '#main/platform/programme/logos/logo-files.ts';
import { Logos, MOST_LOGOS } from '#main/platform/programme/logos/logos.ts';
import { PROGRAMME_TIMINGS } from '#main/platform/programme/timings.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { eventually } from '#tests/support/eventually.ts';
import { readdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openHttp } from '../ticketing/support/client.ts';
import { serve } from '../ticketing/support/serve.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex');
const { logoLimit, logoRetry, logoLife, logoNews } = PROGRAMME_TIMINGS;

/** A server of logos: by path, what it answers; and what it was asked. */
async function serveLogos(answers: Record<string, RequestListener>) {
  const asked: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = [];
  const baseUrl = await serve((request, response) => {
    const url = request.url ?? '';
    asked.push({ url, headers: request.headers });
    const answer = answers[url];
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  });
  return { asked, baseUrl };
}

const picture: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
};

function openLogos({
  folder = logoFolder(temporaryFolder()),
  clock = new FakeClock(Date.now()),
  fetch = openHttp().fetch,
} = {}) {
  const arrivals = { count: 0 };
  const logger = new RecordingLogger();
  const logos = new Logos({
    ...{ folder, clock, logger, fetch },
    timings: PROGRAMME_TIMINGS,
    pause: () => Promise.resolve(),
    onArrival: () => (arrivals.count += 1),
  });
  onTestFinished(() => logos.stop());
  const failed = () => logger.lines.filter((line) => line.includes('could not be had')).length;
  return { logos, clock, folder, arrivals, logger, failed };
}

describe('a logo', () => {
  test('is fetched with nothing of the session’s, and served under a name of its own', async () => {
    const { asked, baseUrl } = await serveLogos({ '/clientFile/1': picture });
    const { logos, clock, folder, arrivals } = openLogos();
    const url = `${baseUrl}/clientFile/1`;
    expect(logos.pathOf(url)).toBeNull();
    logos.want([url]);
    await eventually(() => expect(logos.pathOf(url)).toBe(`logo/${logoName(url)}`));
    await clock.advance(logoNews);
    expect(arrivals.count).toBe(1);
    expect(await readLogo(folder, logoName(url))).toEqual({ content: PNG, type: 'image/png' });
    expect(asked).toHaveLength(1);
    for (const secret of ['authorization', 'cookie', 'clientid', 'referer']) {
      expect(asked[0]?.headers).not.toHaveProperty(secret);
    }
  });

  test('is still there at the next start, and not fetched again before it is old', async () => {
    const { asked, baseUrl } = await serveLogos({ '/1': picture });
    const { logos, folder } = openLogos();
    const url = `${baseUrl}/1`;
    logos.want([url]);
    await eventually(() => expect(logos.pathOf(url)).not.toBeNull());
    await logos.stop();

    const next = openLogos({ folder });
    expect(next.logos.pathOf(url)).not.toBeNull();
    next.logos.want([url]);
    await next.clock.advance(logoLife - 60_000);
    next.logos.want([url]);
    await next.clock.advance(0);
    expect(asked).toHaveLength(1);
    await next.clock.advance(120_000);
    next.logos.want([url]);
    await eventually(() => expect(asked).toHaveLength(2));
  });

  const large = Buffer.concat([PNG, Buffer.alloc(LARGEST_LOGO)]);
  const bad: Record<string, RequestListener> = {
    'is not there': (_request, response) => response.writeHead(404).end(PNG),
    'is somewhere else': (_request, response) =>
      response.writeHead(302, { location: '/good' }).end(),
    'says it is too large': (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(large),
    'has 50 MB and does not say so': (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      let sent = 0;
      const more = () => {
        while (sent < 50 * 1024 ** 2 && !response.destroyed) {
          sent += large.byteLength;
          if (!response.write(large)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    },
    'is a page that calls itself a picture': (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('<html><script>'),
    'is a picture that calls itself a page': (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(PNG),
    'is small and fills the memory when it is shown': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'image/png' })
        .end(Buffer.from('89504e470d0a1a0a0000000d494844520000ffff0000ffff', 'hex')),
    'is an SVG': (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg></svg>'),
    'breaks off': (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '100' });
      response.write(PNG);
      response.socket?.destroySoon();
    },
    'is empty': (_request, response) => response.writeHead(200).end(),
  };

  test.each(Object.keys(bad))(
    'that %s is none, and is not asked for at each refresh',
    async (which) => {
      const answer = bad[which] ?? picture;
      const { asked, baseUrl } = await serveLogos({ '/bad': answer, '/good': picture });
      const { logos, clock, folder, failed } = openLogos();
      const [url, good] = [`${baseUrl}/bad`, `${baseUrl}/good`];
      logos.want([url, good]);
      await eventually(() => expect(logos.pathOf(good)).not.toBeNull());
      expect(failed()).toBe(1);
      expect(logos.pathOf(url)).toBeNull();
      expect(readdirSync(folder)).toEqual([logoName(good)]);

      const before = asked.length;
      await clock.advance(logoRetry - 1);
      logos.want([url, good]);
      await clock.advance(1);
      expect(asked).toHaveLength(before);
      logos.want([url, good]);
      await eventually(() => expect(failed()).toBe(2));
      expect(logos.pathOf(url)).toBeNull();
    },
  );

  test('that takes too long is given up', async () => {
    const { asked, baseUrl } = await serveLogos({ '/slow': () => undefined });
    const { logos, clock, failed } = openLogos();
    logos.want([`${baseUrl}/slow`]);
    await eventually(() => expect(asked).toHaveLength(1));
    await clock.advance(logoLimit);
    await eventually(() => expect(failed()).toBe(1));
  });

  test.each([
    'http://logos.example/1.png',
    'ftp://logos.example/1.png',
    'file:///etc/passwd',
    'data:image/png;base64,iVBORw0KGgo=',
    'https://user:password@127.0.0.1:1/1.png',
    'no address',
    '',
  ])('at “%s” is not asked for', async (url) => {
    const fetched: string[] = [];
    const fetch: Fetch = (asked) => {
      fetched.push(asked);
      return Promise.reject(new Error('there is no network'));
    };
    const { logos, failed, logger } = openLogos({ fetch });
    logos.want([url, 'https://logos.example/1.png']);
    await eventually(() => expect(failed()).toBe(1));
    expect(fetched).toEqual(['https://logos.example/1.png']);
    expect(logger.lines.filter((line) => line.includes('not permitted'))).toHaveLength(1);
  });

  test('is one of 2,000 that may not be asked for: the thread goes on at once', async () => {
    const { logos, logger } = openLogos();
    logos.want(Array.from({ length: 2_000 }, (_, index) => `http://logos.example/${index}.png`));
    await new Promise(setImmediate);
    expect(logger.lines, 'said once, and none was tried').toHaveLength(1);
    expect(logger.lines[0]).toContain('2000');
  });
});

test('all logos together take no more than their place: what is no longer shown goes, oldest first', async () => {
  const { baseUrl } = await serveLogos({ '/new': picture });
  const folder = logoFolder(temporaryFolder());
  await openLogos({ folder }).logos.stop();
  const old = Array.from({ length: 5 }, (_, age) => `https://logos.example/${age}`);
  const size = MOST_LOGOS / 4;
  const now = Date.now();
  old.forEach((url, age) => {
    const file = join(folder, logoName(url));
    writeFileSync(file, PNG);
    truncateSync(file, size);
    utimesSync(file, now / 1000 - age, now / 1000 - age);
  });
  const { logos } = openLogos({ folder });
  const url = `${baseUrl}/new`;
  // The oldest one is still shown.
  logos.want([url, old[4] ?? '']);
  await eventually(() => expect(logos.pathOf(old[2] ?? '')).toBeNull());
  const kept = [url, ...old].map((each) => logos.pathOf(each) !== null);
  expect(kept).toEqual([true, true, true, false, false, true]);
});
