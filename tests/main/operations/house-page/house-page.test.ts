import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sealedFile } from '#main/base/vault/sealed-file.ts';
import { LinkToken } from '#main/operations/house-page/link-token.ts';
import { servedHousePage } from '#main/operations/house-page/served-page.ts';
import { openEndpoint } from '#main/operations/metrics/endpoint.ts';
import type { HousePage, HousePageFacts } from '#shared/model/house-page.ts';
import type { HouseDoor, HouseView } from '#shared/model/house.ts';
import type { Language } from '#shared/model/settings.ts';
import { MINUTE } from '#shared/time.ts';
import { doorReport } from '#tests/main/venue/support/air.ts';
import { builtHousePage } from '#tests/support/built-house-page.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { freePort } from '#tests/support/free-port.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { ask, type Answer } from '../metrics/support/scrape.ts';

let load: () => Promise<HousePage>;
let remove: () => void;
beforeAll(async () => {
  ({ load, remove } = await builtHousePage());
});
afterAll(() => remove());

const NOW = Date.UTC(2026, 10, 20, 18, 10);

function door(name: string, more: Partial<HouseDoor> = {}): HouseDoor {
  const came = { heardAt: NOW, admitted: 214, lately: Array.from({ length: 15 }, () => 7) };
  return {
    ...doorReport(name),
    ...{ isHere: false, isThere: true, isDisregarded: false, fingerprint: '', ...came },
    ...more,
  };
}

const HOUSE: HouseView = {
  ...{ inside: null, admitted: 1_210, lately: door('').lately },
  performances: [
    {
      ...{ performanceId: 31, name: 'Tosca', start: NOW + 20 * MINUTE },
      ...{ admitted: 512, sold: 900, allInAt: null },
    },
  ],
  doors: [door('Stalls right', { isThere: false, heardAt: NOW - 12 * MINUTE }), door('Foyer')],
};

interface Unusual {
  readonly house?: HouseView | null;
  readonly language?: Language | null;
  readonly order?: HousePageFacts['order'];
}

/** A kiosk's endpoint with the page, in a network of its own. */
async function serve({ house = HOUSE, language = 'en', order = null }: Unusual = {}) {
  const [port, clock, logger] = [await freePort(), new FakeClock(NOW), new RecordingLogger()];
  const file = join(temporaryFolder(), 'house-link.sealed');
  const tokenOf = () => new LinkToken(sealedFile(file, Buffer.alloc(32, 1)), logger);
  const token = tokenOf();
  let looks = 0;
  const opened = await openEndpoint({
    ...{ address: '0.0.0.0', port, logger },
    read: () => Promise.resolve({ contentType: 'text/plain', text: 'up 1\n' }),
    find: servedHousePage({
      ...{ token, load, clock, language: () => language },
      look() {
        looks += 1;
        return Promise.resolve({
          ...{ house, order, venueName: 'Theater am Markt', version: '1.0.0', now: clock.now() },
          ...{ timeZone: 'Europe/London', timeStyle: 'auto' as const, rules: door('').rules },
        });
      },
    }),
  });
  if (!opened.ok) throw new Error(opened.error);
  onTestFinished(() => opened.value.close());
  return {
    ...{ port, clock, logger, file, token, tokenOf, looks: () => looks },
    read: (given = token.get(), more: Parameters<typeof ask>[1] = {}) =>
      ask(port, { path: `/house/${given}`, ...more }),
  };
}

/** What can be told of an answer from outside. */
function seen({ status, headers, text }: Answer) {
  return { status, headers: { ...headers, date: null }, text };
}

const shown = (html: string) =>
  html
    .replace(/<style>.*<\/style>|<script>.*<\/script>|<[^>]*>/gs, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('whoever has the link', () => {
  test('reads how it is at the doors', async () => {
    const { read } = await serve();
    const { status, headers, text } = await read();
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(shown(text)).toMatch(/House Theater am Markt As of 18:10:00/);
    expect(shown(text)).toContain('1,210 let in tonight, at least: a door is silent');
    expect(shown(text)).toContain('Tosca 18:30 512 of 900');
    expect(shown(text)).toContain('Stalls right Tosca Silent since 17:58');
    expect(text).toContain('<html lang="en" dir="ltr">');
  });

  test('gets it anew without any script, and with one without a flash', async () => {
    const { read } = await serve();
    const { text } = await read();
    expect(text).toContain('<noscript><meta http-equiv="refresh" content="5"></noscript>');
    expect(text.match(/<script/g)).toHaveLength(1);
  });

  test('runs nothing but the page’s own, keeps nothing, and tells nobody the link', async () => {
    const { read } = await serve();
    const { headers, text } = await read();
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(text) ?? [];
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(text) ?? [];
    expect(style).toContain('--ground');
    const hash = (of: string) => createHash('sha256').update(of).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash(style)}'; script-src 'sha256-${hash(script)}'; ` +
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(text).not.toMatch(/ style=| on\w+=|https?:|@import/);
  });

  test('cannot change anything by it', async () => {
    const { read } = await serve();
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect(await read(undefined, { method, body: 'x' })).toMatchObject({ status: 405 });
    }
    expect(await read(undefined, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  test('reads it in the kiosk’s language; where that is the machine’s, in the phone’s', async () => {
    const german = await serve({ language: 'de' });
    const headers = { 'accept-language': 'xx, ar-EG;q=0.9, fr;q=0.8' };
    expect((await german.read(undefined, { headers })).text).toContain('<html lang="de"');
    const machine = await serve({ language: null });
    expect((await machine.read(undefined, { headers })).text).toContain(
      '<html lang="ar" dir="rtl"',
    );
    expect((await machine.read()).text).toContain('<html lang="en"');
  });

  test('sees that the doors are held, and since when', async () => {
    const order = { count: 1, kioskId: 'foyer', door: 'Foyer', isHeld: true, at: NOW - MINUTE };
    const { read } = await serve({ order });
    expect(shown((await read()).text)).toMatch(/held since 18:09, by order of .Foyer/);
  });

  test('is told where nothing is known', async () => {
    const { read } = await serve({ house: null });
    expect(shown((await read()).text)).toContain('Nothing is known of the doors just now');
  });

  test('is one of many: a hundred phones cost the door one look a second', async () => {
    const { read, looks, clock } = await serve();
    for (let phone = 0; phone < 100; phone += 1) await read();
    expect(looks()).toBe(1);
    await clock.advance(1_000);
    await read();
    expect(looks()).toBe(2);
  });

  test('meets no door whose name does harm', async () => {
    const name = '<img src=x onerror=alert(1)></style><script>alert(1)</script>';
    const { read } = await serve({ house: { ...HOUSE, doors: [door(name)] } });
    const { text } = await read();
    expect(text).toContain('&lt;img src=x onerror=alert(1)>&lt;/style>&lt;script>');
    expect(text.match(/<script|<img/g)).toEqual(['<script']);
  });
});

describe('whoever has no link', () => {
  test.each(['', 'x', 'A'.repeat(22), '../metrics', '%00'])(
    'is answered at “/house/%s” as at any other path',
    async (given) => {
      const { port, read, token } = await serve();
      token.get();
      const other = seen(await ask(port, { path: '/nothing' }));
      expect(other).toMatchObject({ status: 404, text: 'Not Found\n' });
      expect(seen(await read(given))).toEqual(other);
      expect(seen(await read(given, { method: 'POST' }))).toEqual(other);
      expect(seen(await ask(port, { path: '/house' }))).toEqual(other);
    },
  );

  test('finds no page either before there is a link', async () => {
    const { read, port } = await serve();
    expect(seen(await read(''))).toEqual(seen(await ask(port, { path: '/nothing' })));
  });

  test('cannot guess: after ten wrong tries a machine is not listened to for a minute; the phones of others are', async () => {
    const { read, token, clock } = await serve();
    const right = token.get();
    for (let guess = 0; guess < 9; guess += 1) await read(`guess-${guess}`);
    expect((await read(right)).status).toBe(200);
    await read('guess-9');
    expect((await read(right)).status).toBe(404);
    expect((await read(right, { localAddress: '127.0.0.2' })).status).toBe(200);
    await clock.advance(MINUTE);
    expect((await read(right)).status).toBe(200);
  });
});

describe('the link', () => {
  test('is the same after a restart, and lies sealed', async () => {
    const { file, token, tokenOf } = await serve();
    const before = token.get();
    expect(before).toMatch(/^[\w-]{22}$/);
    expect(tokenOf().get()).toBe(before);
    expect(readFileSync(file, 'latin1')).not.toContain(before);
  });

  test('ends when another one is made, also after a restart', async () => {
    const { read, token, tokenOf } = await serve();
    const before = token.get();
    expect((await read(before)).status).toBe(200);
    const next = token.renew();
    expect(next).not.toBe(before);
    expect((await read(before)).status).toBe(404);
    expect((await read(next)).status).toBe(200);
    expect(tokenOf().opens(before)).toBe(false);
    expect(tokenOf().opens(next)).toBe(true);
  });

  test('that cannot be written counts until the kiosk ends; the one before does not come back', () => {
    const logger = new RecordingLogger();
    const folder = temporaryFolder();
    const kept = sealedFile(join(folder, 'house-link.sealed'), Buffer.alloc(32, 1));
    const before = new LinkToken(kept, logger).get();
    const token = new LinkToken(
      {
        ...kept,
        save() {
          throw new Error('the disk is full');
        },
      },
      logger,
    );
    const next = token.renew();
    expect(token.opens(next)).toBe(true);
    expect(new LinkToken(kept, logger).opens(before)).toBe(false);
    expect(logger.lines.join('\n')).toContain('could not be written');
    expect(logger.lines.join('\n')).not.toContain(next);
  });
});
