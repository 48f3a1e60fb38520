import { createHttp } from '#main/platform/ticketing/http.ts';
import { LARGEST_FEED, readFeed } from '#main/operations/updates/feed.ts';
import type { Manifest } from '#main/operations/updates/manifest.ts';
import { openNewestSeen, type NewestSeen } from '#main/operations/updates/newest-seen.ts';
import { readTrust } from '#main/operations/updates/trust.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { eventually } from '#tests/support/eventually.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  newPrivateKey,
  publicKeyOf,
  signManifest,
  signText,
} from '../../../../scripts/sign-feed/sign.ts';

const newKey = (): KeyObject => createPrivateKey(newPrivateKey());
const [KEY, OLD_KEY, FOREIGN_KEY] = [newKey(), newKey(), newKey()];
const TRUST = readTrust({ keys: [OLD_KEY, KEY].map(publicKeyOf), channel: 'stable' });

const NOW = Date.UTC(2026, 10, 21, 12);
const SHA512 = Buffer.alloc(64, 7).toString('base64');
const DEB = { name: 'usher_0.2.0_amd64.deb', sha512: SHA512, size: 4 };
const APPIMAGE = { name: 'Usher-0.2.0.AppImage', sha512: SHA512, size: 1234 };
const GOOD: Manifest = {
  channel: 'stable',
  system: 'linux',
  version: '0.2.0',
  ledgerSchema: 2,
  signed: '2026-11-21T10:00:00.000Z',
  expires: '2027-02-19T10:00:00.000Z',
  files: [DEB, APPIMAGE],
};

const signed = (changes: Partial<Manifest> = {}, keys = [KEY]) =>
  signManifest({ ...GOOD, ...changes }, keys);
/** Changes what was signed, and leaves the signature. */
const tampered = (from: string, to: string) => {
  const feed = signed();
  expect(feed).toContain(from);
  return feed.replace(from, to);
};

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

const atPath = (path: string, trust = TRUST.id) =>
  openNewestSeen(path, trust, () => expect.unreachable());
const nothingSeen = () => atPath(join(temporaryFolder(), 'newest-update.json'));

interface Kiosk {
  readonly clock?: FakeClock;
  readonly now?: number;
  readonly newestSeen?: NewestSeen;
}

function read(
  feed: string,
  { clock = new FakeClock(), now = NOW, newestSeen = nothingSeen() }: Kiosk = {},
) {
  const http = createHttp({ logger: new RecordingLogger() });
  onTestFinished(() => http.close());
  const source = {
    ...{ fetch: http.fetch, clock, trust: TRUST, newestSeen, now: () => now },
    ...{ system: 'linux', fileEnding: '.AppImage' },
  };
  return readFeed(feed, source, new AbortController().signal);
}

const readText = async (text: string, kiosk?: Kiosk) => read(await serveText(text), kiosk);
const refused = (error: string) => ({ ok: false, error });

describe('a feed of updates', () => {
  test('offers a version, and the file for this system', async () => {
    const asked: (string | undefined)[] = [];
    const feed = await serve(({ url }, response) => {
      asked.push(url);
      response.end(signed());
    });
    const url = new URL('Usher-0.2.0.AppImage', `${feed}/`).href;
    expect(await read(feed)).toEqual({
      ok: true,
      value: {
        version: '0.2.0',
        ledgerSchema: 2,
        expiresAt: Date.parse(GOOD.expires),
        file: { url, sha512: SHA512, size: 1234 },
        stagingPercentage: undefined,
        minimumSystemVersion: undefined,
      },
    });
    expect(asked).toEqual(['/usher/update-linux.json']);
  });

  test('may be signed with any key of the package, and with others', async () => {
    for (const keys of [[OLD_KEY], [FOREIGN_KEY, KEY]]) {
      expect(await readText(signed({}, keys))).toMatchObject({ ok: true });
    }
  });

  test('may have nothing for this system', async () => {
    const offer = await readText(signed({ files: [DEB] }));
    expect(offer).toMatchObject({ ok: true, value: { file: null } });
  });

  test.for([
    [404, 'not-a-feed'],
    [403, 'not-a-feed'],
    [500, 'unreachable'],
  ] as const)('that answers %d has no update', async ([status, error]) => {
    const feed = await serve((_, response) => response.writeHead(status).end(signed()));
    expect(await read(feed)).toEqual(refused(error));
  });

  test('that is gone cannot be reached', async () => {
    expect(await read('http://127.0.0.1:9')).toEqual(refused('unreachable'));
  });
});

describe('a hostile feed', () => {
  const text = JSON.stringify(GOOD);
  const duplicated = text.replace('{', '{"version":"9.9.9",');

  test.for<[what: string, text: string]>([
    ['no signature', signed({}, [])],
    ['no member for signatures', JSON.stringify({ manifest: text })],
    ['the signature of another key', signed({}, [FOREIGN_KEY])],
    ['another version', tampered('0.2.0', '0.3.0')],
    ['another checksum', tampered(SHA512, Buffer.alloc(64, 8).toString('base64'))],
    ['another size', tampered('1234', '1235')],
    ['a later end', tampered('2027-02', '2029-02')],
    ['more blanks than were signed', tampered('{\\"channel', '{ \\"channel')],
    ['a look-alike letter', tampered('Usher', 'U\u0455her')],
    ['half a character, signed', signText(text.replace('Usher', '\ud800'), [KEY])],
    ['letters of another script, signed', signText(text.replace('Usher', 'Ушер'), [KEY])],
    [
      'a signature of the text alone',
      JSON.stringify({
        manifest: text,
        signatures: [sign(null, Buffer.from(text), KEY).toString('base64')],
      }),
    ],
    ['signatures that are none', JSON.stringify({ manifest: text, signatures: ['', 'AAAA', '§'] })],
    [
      'the signature of another manifest',
      JSON.stringify({
        ...JSON.parse(signed()),
        manifest: JSON.stringify({ ...GOOD, system: '' }),
      }),
    ],
  ])('that brings %s is not believed', async ([, feed]) => {
    const newestSeen = nothingSeen();
    expect(await readText(feed, { newestSeen })).toEqual(refused('untrusted'));
    expect(newestSeen.read()).toBe(0);
  });

  test.for<[what: string, text: string]>([
    ['a page of a captive portal', '<!doctype html><title>Sign in</title>'],
    ['nothing', ''],
    ['the YAML of electron-builder', 'version: 0.2.0\nfiles: []\n'],
    ['deep nesting', '['.repeat(30_000)],
    ['a number', '1'],
    [
      'more signatures than there are keys',
      signed(
        {},
        Array.from({ length: 9 }, () => KEY),
      ),
    ],
    ['more than a feed has', signed({ minimumSystemVersion: 'x'.repeat(LARGEST_FEED) })],
    ['a member twice, signed', signText(duplicated, [KEY])],
    ['another form of the same, signed', signText(text.replace('{', '{ '), [KEY])],
    ['an escaped letter, signed', signText(text.replace('Usher', '\\u0055sher'), [KEY])],
    ['no files', signed({ files: [] })],
    ['a path for a version', signed({ version: '0.2.0-../../x' })],
    ['a path for a file', signed({ files: [{ ...APPIMAGE, name: '../x.AppImage' }] })],
    ['a file elsewhere', signed({ files: [{ ...APPIMAGE, name: 'https://else.example/x' }] })],
    ['another kind of checksum', signed({ files: [{ ...APPIMAGE, sha512: 'abc' }] })],
    ['a file without end', signed({ files: [{ ...APPIMAGE, size: 99_999_999_999 }] })],
    ['no date', signed({ signed: 'today' })],
  ])('that brings %s is none', async ([, feed]) => {
    const newestSeen = nothingSeen();
    expect(await readText(feed, { newestSeen })).toEqual(refused('not-a-feed'));
    expect(newestSeen.read()).toBe(0);
  });

  test.for<[what: string, changes: Partial<Manifest>]>([
    ['channel', { channel: 'beta' }],
    ['system', { system: 'linux-arm64' }],
  ])('that offers a version for another %s is refused', async ([, changes]) => {
    expect(await readText(signed(changes))).toEqual(refused('other-channel'));
  });

  test('that replays an older manifest is refused, also after a restart', async () => {
    const path = join(temporaryFolder(), 'newest-update.json');
    const newer = signed({ signed: '2026-11-21T11:00:00.000Z' });
    expect(await readText(newer, { newestSeen: atPath(path) })).toMatchObject({ ok: true });
    const newestSeen = atPath(path);
    expect(await readText(signed(), { newestSeen })).toEqual(refused('outdated'));
    expect(await readText(newer, { newestSeen })).toMatchObject({ ok: true });
  });

  test('with an old key cannot block manifests of other keys', async () => {
    const path = join(temporaryFolder(), 'newest-update.json');
    atPath(path).record(Date.UTC(2999, 0));
    expect(await readText(signed(), { newestSeen: atPath(path) })).toEqual(refused('outdated'));
    const rotated = atPath(path, 'other keys');
    expect(await readText(signed(), { newestSeen: rotated })).toMatchObject({ ok: true });
  });

  test('that offers what has expired is refused, whatever a clock behind says', async () => {
    const now = Date.parse(GOOD.expires);
    expect(await readText(signed(), { now })).toEqual(refused('expired'));
    expect(await readText(signed(), { now: now - 1 })).toMatchObject({ ok: true });
    const newestSeen = nothingSeen();
    newestSeen.record(Date.parse(GOOD.signed));
    const short = signed({ expires: GOOD.signed });
    expect(await readText(short, { newestSeen, now: 0 })).toEqual(refused('expired'));
  });

  test('with a signing date ahead of the clock is accepted', async () => {
    expect(await readText(signed(), { now: 0 })).toMatchObject({ ok: true });
  });

  test('is not looked for where it sends the kiosk', async () => {
    const elsewhere = vi.fn<RequestListener>((_, response) => response.end(signed()));
    const other = await serve(elsewhere);
    const feed = await serve((_, response) => response.writeHead(302, { location: other }).end());
    expect(await read(feed)).toEqual(refused('not-a-feed'));
    expect(elsewhere).not.toHaveBeenCalled();
  });

  test('that never ends is cut off', async () => {
    const feed = await serve((_, response) => {
      const piece = Buffer.alloc(16 * 1024, ' ');
      const more = () => void response.write(piece, () => setImmediate(more));
      more();
    });
    expect(await read(feed)).toEqual(refused('not-a-feed'));
  });

  test('that takes its time is given up', async () => {
    const clock = new FakeClock();
    const asked = vi.fn<RequestListener>((_, response) => response.write('{"manifest": '));
    const reading = read(await serve(asked), { clock });
    await eventually(() => expect(asked).toHaveBeenCalled());
    await clock.advance(20_000);
    expect(await reading).toEqual(refused('unreachable'));
  });
});

describe('the record of the newest manifest', () => {
  test.for(['', '{', '{"trust":1,"signed":"x"}', '\u0000'])('may be damaged: %j', (text) => {
    const path = join(temporaryFolder(), 'newest-update.json');
    writeFileSync(path, text);
    expect(atPath(path).read()).toBe(0);
  });

  test('holds for this run where it cannot be written', () => {
    const onError = vi.fn();
    const seen = openNewestSeen(join(temporaryFolder(), 'no', 'folder'), TRUST.id, onError);
    seen.record(5);
    expect([seen.read(), onError.mock.calls.length]).toEqual([5, 1]);
  });
});

test.for<[what: string, config: unknown]>([
  ['nothing', undefined],
  ['no keys', { channel: 'stable', keys: [] }],
  ['what is no key', { channel: 'stable', keys: ['abc', ''] }],
  ['a private key', { channel: 'stable', keys: [newPrivateKey()] }],
  ['no channel', { keys: [publicKeyOf(KEY)] }],
])('a package that names %s trusts nobody', ([, config]) => {
  expect(readTrust(config).keys).toEqual([]);
});
