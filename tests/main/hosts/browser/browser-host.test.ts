import { startBrowserHost } from '#main/hosts/browser/browser-host.ts';
import { LONGEST_MESSAGE, MOST_UNREAD } from '#main/hosts/browser/sockets.ts';
import type { StateListener } from '#main/kiosk/state-publisher.ts';
import { CALL_CHANNELS, STATE_CHANGED } from '#shared/ipc/channels.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { LARGEST_LOGO } from '#shared/model/settings.ts';
import { err, ok } from '#shared/result.ts';
import { eventually } from '#tests/support/eventually.ts';
import { handlersWith } from '#tests/support/handlers.ts';
import { newKioskState, withChanges } from '#tests/support/kiosk-state.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { connect as connectTo } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';

const state = newKioskState();

const whole = (slices: KioskState) => ({ version: 1, slices });

const LOGO = 'c0ffee'.padEnd(32, '0');
const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex');

/** A kiosk of a few answers, that notes which calls came to it. */
function standInKiosk(settings: Partial<KioskState['settings']> = {}) {
  const calls: string[] = [];
  const listeners = new Set<StateListener>();
  const own = { ...state, settings: { ...state.settings, ...settings } };
  const handlers = handlersWith({
    state: () => ok(whole(state)),
    useBaseUrl: () => ok(null),
    useLogo: () => ok(null),
    signIn: () => {
      throw new Error('out of order');
    },
    signOut: () => (calls.push('sign-out'), ok(null)),
    scan: ({ code }) => (calls.push(code), ok({ taken: true })),
  });
  return {
    calls,
    handlers,
    mayCall: () => true,
    state: () => own,
    whole: () => whole(own),
    onState: (listener: StateListener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    publish: (next: KioskState) => listeners.forEach((listener) => listener(next, whole(next))),
  };
}

async function serve(settings?: Partial<KioskState['settings']>) {
  const folder = temporaryFolder();
  const root = join(folder, 'renderer');
  mkdirSync(root);
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Usher</title>');
  writeFileSync(join(root, 'main.js'), 'export {};');
  mkdirSync(join(root, 'camera'));
  writeFileSync(join(root, 'camera', 'reader-0a1b.js'), 'self;');
  writeFileSync(join(folder, 'vault.key'), 'secret');
  const kiosk = standInKiosk(settings);
  const logos = join(folder, 'logos');
  mkdirSync(logos);
  writeFileSync(join(logos, LOGO), PNG);
  writeFileSync(join(logos, 'plain-name'), PNG);
  const folders = { renderer: root, logos: () => logos };
  const logger = new RecordingLogger();
  const guests: boolean[] = [];
  const onGuests = (areThere: boolean) => void guests.push(areThere);
  const host = await startBrowserHost({ kiosk, logger, folders, port: 0, onGuests });
  if (!host.ok) throw new Error(host.error);
  onTestFinished(() => host.value.close());
  const address = new URL(host.value.address);
  return { kiosk, guests, address, key: address.searchParams.get('key') ?? '' };
}

interface Ask {
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

/** HTTP as nobody's browser would send it: with any Host header, and any path as it is. */
async function ask({ port }: URL, path: string, { headers = {}, method = 'GET' }: Ask = {}) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, resolve).on('error', reject).end();
  });
  let body = '';
  for await (const chunk of answer) body += String(chunk);
  return { status: answer.statusCode, headers: answer.headers, body };
}

/** Redeems the key: where the kiosk is, and the Cookie header that a browser would send there. */
async function admitted(address: URL, key: string): Promise<{ cookie: string; place: string }> {
  const { headers } = await ask(address, `/?key=${key}`);
  const [, cookie = '', place = ''] =
    /^([^;]+); Path=([^;]+);/.exec(String(headers['set-cookie'])) ?? [];
  return { cookie, place };
}

function connect({ host }: URL, path: string, headers: Record<string, string>): WebSocket {
  const socket = new WebSocket(`ws://${host}${path}`, { headers });
  onTestFinished(() => socket.terminate());
  return socket;
}

async function connected(address: URL, key: string): Promise<WebSocket> {
  const { cookie, place } = await admitted(address, key);
  const socket = connect(address, `${place}kiosk`, { cookie, origin: address.origin });
  await once(socket, 'open');
  return socket;
}

function message(socket: WebSocket): Promise<unknown> {
  return new Promise((resolve) => {
    socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString())));
  });
}

function refusal(socket: WebSocket): Promise<string> {
  return new Promise((resolve) => socket.once('error', (error) => resolve(error.message)));
}

describe('a camera as a scanner', () => {
  /** The headers of the page, and of the script that reads a camera's pictures. */
  async function headersWith(camera: boolean) {
    const { address, key } = await serve({ camera });
    const { cookie, place } = await admitted(address, key);
    const get = async (path: string) =>
      (await ask(address, place + path, { headers: { cookie } })).headers;
    return {
      ...{ folder: `${address.origin}${place}camera/`, page: await get('') },
      ...{ reader: await get('camera/reader-0a1b.js'), script: await get('main.js') },
    };
  }

  test('is denied to the page while it is off, and may be asked for while it is on', async () => {
    const off = await headersWith(false);
    const on = await headersWith(true);
    const rest = 'microphone=(), display-capture=()';
    expect(off.page['permissions-policy']).toBe(`camera=(), ${rest}`);
    expect(on.page['permissions-policy']).toBe(`camera=(self), ${rest}`);
  });

  test('lets WebAssembly into the worker that reads its pictures, while it is on, and nowhere else', async () => {
    const policyOf = (headers: IncomingMessage['headers']) =>
      String(headers['content-security-policy']);
    const off = await headersWith(false);
    expect(policyOf(off.reader)).toBe(policyOf(off.page));
    const { folder, page, reader, script } = await headersWith(true);
    for (const other of [page, script]) expect(policyOf(other)).toBe(policyOf(off.page));
    expect(policyOf(reader).split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${folder} 'wasm-unsafe-eval'`,
      `connect-src ${folder}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      'sandbox allow-scripts allow-same-origin',
    ]);
  });
});

describe('the printed address', () => {
  test('admits one browser, which then gets the kiosk', async () => {
    const { address, key } = await serve();
    const first = await ask(address, `/?key=${key}`);
    expect(first.status).toBe(200);
    const [cookie = ''] = first.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^usher-session=\S{43}; Path=\/\S{43}\/; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(key);
    const place = /Path=([^;]+)/.exec(cookie)?.[1] ?? '';
    expect(first.body).toContain(`content="0; url=${place}"`);

    const headers = { cookie: cookie.split(';')[0] ?? '' };
    const page = await ask(address, place, { headers });
    expect(page.status).toBe(200);
    expect(page.body).toContain('<title>Usher</title>');
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none';.* connect-src 'self';/,
    );
    expect((await ask(address, `${place}main.js`, { headers })).headers['content-type']).toMatch(
      /^text\/javascript/,
    );
    expect((await ask(address, `${place}missing.js`, { headers })).status).toBe(404);
  });

  test('works for one browser only', async () => {
    const { address, key } = await serve();
    await admitted(address, key);
    const second = await ask(address, `/?key=${key}`);
    expect(second.status).toBe(403);
    expect(second.headers['set-cookie']).toBeUndefined();
    expect(second.body).toContain('Open the address that was printed');
  });

  test('is not used up by a look at its head', async () => {
    const { address, key } = await serve();
    expect((await ask(address, `/?key=${key}`, { method: 'HEAD' })).status).toBe(403);
    expect((await admitted(address, key)).cookie).toMatch(/^usher-session=./);
  });
});

describe('whoever was not admitted', () => {
  test.each(['/', '/index.html', '/main.js', '/?key=', '/?key=wrong', '/missing'])(
    'gets nothing but a word at %s',
    async (path) => {
      const { address } = await serve();
      const answer = await ask(address, path);
      expect(answer.status).toBe(403);
      expect(answer.body).toContain('Open the address that was printed');
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  test('gets nothing with a made-up cookie, before or after the key was used', async () => {
    const { address, key } = await serve();
    const headers = { cookie: `usher-session=${key}` };
    expect((await ask(address, '/', { headers })).status).toBe(403);
    const { place } = await admitted(address, key);
    expect((await ask(address, place, { headers })).status).toBe(403);
    expect((await ask(address, place)).status).toBe(403);
  });

  test('gets nothing with the cookie at a place that can be guessed', async () => {
    const { address, key } = await serve();
    const { cookie } = await admitted(address, key);
    for (const path of ['/', '/index.html', '/guess/']) {
      expect((await ask(address, path, { headers: { cookie } })).status).toBe(403);
    }
  });

  test('gets nothing with the key under a name that was rebound to this machine', async () => {
    const { address, key } = await serve();
    const headers = { host: `evil.example:${address.port}` };
    expect((await ask(address, `/?key=${key}`, { headers })).status).toBe(403);
    // … and the key is still good for the one it was meant for.
    expect((await admitted(address, key)).cookie).toMatch(/^usher-session=./);
  });
});

test('the admitted browser gets the logos, as what they are and as nothing else', async () => {
  const { address, key } = await serve();
  const { cookie, place } = await admitted(address, key);
  const logo = await ask(address, `${place}logo/${LOGO}`, { headers: { cookie } });
  expect(logo.status).toBe(200);
  expect(logo.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^default-src 'none'/) as string,
  });
  expect((await ask(address, `${place}logo/${LOGO}`)).status).toBe(403);
  for (const name of ['plain-name', `${LOGO}.new`, `%2e%2e/logos/${LOGO}`, '../renderer/main.js']) {
    const answer = await ask(address, `${place}logo/${name}`, { headers: { cookie } });
    expect(answer.headers['content-type'] ?? '', name).not.toContain('image');
    expect(answer.status, name).toBeOneOf([403, 404]);
  }
});

test.each([
  '../vault.key',
  '%2e%2e/vault.key',
  '..%2fvault.key',
  '%2fvault.key',
  'logo/../../vault.key',
  'logo/..%2f..%2fvault.key',
])('not even the admitted browser gets a file outside of the renderer: %s', async (path) => {
  const { address, key } = await serve();
  const { cookie, place } = await admitted(address, key);
  const answer = await ask(address, place + path, { headers: { cookie } });
  expect(answer.status).toBeOneOf([403, 404]);
  expect(answer.body).not.toContain('secret');
});

describe('the socket', () => {
  test('carries a call to its handler and the answer back', async () => {
    const { kiosk, address, key } = await serve();
    const socket = await connected(address, key);
    socket.send(JSON.stringify({ id: 1, channel: CALL_CHANNELS.state, request: null }));
    expect(await message(socket)).toEqual({ id: 1, answer: ok(whole(state)) });
    const request = { code: '4711', source: 'wedge' };
    socket.send(JSON.stringify({ id: 2, channel: CALL_CHANNELS.scan, request }));
    expect(await message(socket)).toEqual({ id: 2, answer: ok({ taken: true }) });
    expect(kiosk.calls).toEqual(['4711']);
  });

  test('publishes each new state', async () => {
    const { kiosk, address, key } = await serve();
    const socket = await connected(address, key);
    const heard = message(socket);
    kiosk.publish(withChanges(state, { waiting: 3 }));
    expect(await heard).toEqual({
      channel: STATE_CHANGED,
      payload: whole(withChanges(state, { waiting: 3 })),
    });
  });

  test('lets go of a tab that sleeps, which is told the state as it is when it wakes up', async () => {
    const { kiosk, address, key } = await serve();
    const { cookie, place } = await admitted(address, key);
    const open = async () => {
      const socket = connect(address, `${place}kiosk`, { cookie, origin: address.origin });
      await once(socket, 'open');
      return socket;
    };
    const asleep = await open();
    const closed = once(asleep, 'close');
    let heard = 0;
    asleep.on('message', (data: Buffer) => (heard += data.length));
    asleep.pause();
    const long = newKioskState({ kiosk: { id: 'c0ffee', name: 'x'.repeat(64 * 1024) } });
    let told = 0;
    while (told < 20 * MOST_UNREAD) {
      kiosk.publish(long);
      told += JSON.stringify(long).length;
      await nextTurn();
    }
    asleep.resume();
    await closed;
    expect(heard, 'the system keeps some of it, too').toBeLessThan(told / 2);

    const awake = await open();
    awake.send(JSON.stringify({ id: 1, channel: CALL_CHANNELS.state, request: null }));
    expect(await message(awake)).toEqual({ id: 1, answer: ok(whole(state)) });
    kiosk.publish(state);
    expect(await message(awake)).toEqual({ channel: STATE_CHANGED, payload: whole(state) });
  });

  test('takes the longest code that may arrive, every character escaped', async () => {
    const { kiosk, address, key } = await serve();
    const socket = await connected(address, key);
    const request = { code: '\u0001'.repeat(4 * 4096), source: 'wedge' };
    socket.send(JSON.stringify({ id: 1, channel: CALL_CHANNELS.scan, request }));
    expect(await message(socket)).toEqual({ id: 1, answer: ok({ taken: true }) });
    expect(kiosk.calls).toHaveLength(1);
  });

  test.each([
    ['a payload of another shape', CALL_CHANNELS.scan, { barcode: '4711' }],
    ['an unknown channel', 'kiosk:open-the-safe', null],
  ])('refuses %s and stays open', async (_what, channel, request) => {
    const { address, key } = await serve();
    const socket = await connected(address, key);
    socket.send(JSON.stringify({ id: 7, channel, request }));
    expect(await message(socket)).toEqual({ id: 7, answer: err({ type: 'call-refused' }) });
  });

  test('takes the largest picture that a venue may have', async () => {
    const { address, key } = await serve();
    const socket = await connected(address, key);
    const image = `data:image/png;base64,${Buffer.alloc(LARGEST_LOGO).toString('base64')}`;
    socket.send(JSON.stringify({ id: 1, channel: CALL_CHANNELS.useLogo, request: { image } }));
    expect(await message(socket)).toEqual({ id: 1, answer: ok(null) });
  });

  test('answers a handler’s failure with an incident, not with its text', async () => {
    const { address, key } = await serve();
    const socket = await connected(address, key);
    const request = { username: 'anna', password: 'demo' };
    socket.send(JSON.stringify({ id: 1, channel: CALL_CHANNELS.signIn, request }));
    const answer = JSON.stringify(await message(socket));
    expect(answer).toContain('"type":"internal"');
    expect(answer).not.toContain('out of order');
  });

  test.each([
    ['what is no JSON', '{"id":1,', 1008],
    ['another language', '{"jsonrpc":"2.0","method":"scan"}', 1008],
    ['a call without its payload', '{"id":1,"channel":"kiosk:scan"}', 1008],
    ['bytes', Buffer.from('{}'), 1003],
    ['a message that is too long', ' '.repeat(LONGEST_MESSAGE + 1), 1009],
  ])('is closed on %s', async (_what, data, code) => {
    const { kiosk, address, key } = await serve();
    const socket = await connected(address, key);
    socket.send(data);
    expect((await once(socket, 'close'))[0]).toBe(code);
    expect(kiosk.calls).toEqual([]);
  });

  test.each([
    ['another page', { origin: 'https://evil.example' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['our other name', { origin: 'http://localhost' }],
    ['a page without an origin', { origin: 'null' }],
    ['a name that was rebound to this machine', { host: 'evil.example' }],
    ['a page of that name', { host: 'evil.example', origin: 'http://evil.example' }],
    ['a browser without the cookie', { cookie: '' }],
    ['a browser with a made-up cookie', { cookie: 'usher-session=AAAA' }],
  ])('is refused to %s', async (_who, wrong) => {
    const { address, key } = await serve();
    const { cookie, place } = await admitted(address, key);
    const ours = { cookie, origin: address.origin };
    const socket = connect(address, `${place}kiosk`, { ...ours, ...wrong });
    expect(await refusal(socket)).toContain('403');
  });

  test('is refused to a program that is no browser', async () => {
    const { address, key } = await serve();
    const { cookie, place } = await admitted(address, key);
    expect(await refusal(connect(address, `${place}kiosk`, { cookie }))).toContain('403');
  });

  test('is nowhere but at its place', async () => {
    const { address, key } = await serve();
    const { cookie, place } = await admitted(address, key);
    for (const path of ['/kiosk', '/', place]) {
      const socket = connect(address, path, { cookie, origin: address.origin });
      expect(await refusal(socket)).toContain('403');
    }
  });
});

describe('the guest’s side', () => {
  async function openBothSides() {
    const served = await serve();
    const { address, key, kiosk } = served;
    const { cookie, place } = await admitted(address, key);
    const open = async (path: string) => {
      const socket = connect(address, place + path, { cookie, origin: address.origin });
      await once(socket, 'open');
      return socket;
    };
    return { ...served, cookie, place, kiosk, open };
  }

  test('is the same page at an address of its own, for the same browser', async () => {
    const { address, cookie, place } = await openBothSides();
    const page = await ask(address, `${place}guest`, { headers: { cookie } });
    expect(page.status).toBe(200);
    expect(page.body).toContain('<title>Usher</title>');
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect((await ask(address, `${place}guest`)).status).toBe(403);
    expect((await ask(address, '/guest', { headers: { cookie } })).status).toBe(403);
  });

  test('scans, and is refused whatever is for staff', async () => {
    const { kiosk, open } = await openBothSides();
    const guest = await open('guest-kiosk');
    const answers: unknown[] = [];
    for (const [id, channel, request] of [
      [1, CALL_CHANNELS.scan, { code: 'A-1', source: 'wedge' }],
      [2, CALL_CHANNELS.signOut, null],
      [3, CALL_CHANNELS.filterOptions, null],
    ] as const) {
      guest.send(JSON.stringify({ id, channel, request }));
      answers.push(await message(guest));
    }
    const refused = err({ type: 'call-refused' });
    expect(answers).toEqual([
      { id: 1, answer: ok({ taken: true }) },
      { id: 2, answer: refused },
      { id: 3, answer: refused },
    ]);
    expect(kiosk.calls).toEqual(['A-1']);
  });

  test('is told what guests may know, while the usher’s is told everything', async () => {
    const { kiosk, open } = await openBothSides();
    const usher = await open('kiosk');
    const guest = await open('guest-kiosk');
    const told = Promise.all([message(usher), message(guest)]);
    kiosk.publish(withChanges(state, { discrepancies: 3 }));
    const [ushers, guests] = await told;
    expect(ushers).toMatchObject({
      channel: STATE_CHANGED,
      payload: { slices: { records: { discrepancies: 3 }, machine: { version: '1.2.3' } } },
    });
    expect(guests).toMatchObject({
      channel: STATE_CHANGED,
      payload: { slices: { door: { selection: null } } },
    });
    expect(JSON.stringify(guests)).not.toMatch(/discrepancies|1\.2\.3/);
  });

  test('is known to be there, and to be gone', async () => {
    const { open, guests } = await openBothSides();
    await open('kiosk');
    expect(guests).toEqual([]);
    const guest = await open('guest-kiosk');
    expect(guests).toEqual([true]);
    guest.close();
    await eventually(() => expect(guests).toEqual([true, false]));
  });
});

test('a port that is taken is told by its code', async () => {
  const { kiosk, address } = await serve();
  const folders = { renderer: '.', logos: () => '.' };
  const parts = { kiosk, logger: new RecordingLogger(), folders, port: Number(address.port) };
  expect(await startBrowserHost(parts)).toEqual(err('EADDRINUSE'));
});

test('silent connections of strangers are closed, and never those of the admitted browser', async () => {
  const { address, key, kiosk } = await serve();
  const socket = await connected(address, key);
  let open = 0;
  for (let each = 0; each < 100; each += 1) {
    const silent = connectTo(Number(address.port), '127.0.0.1');
    onTestFinished(() => void silent.destroy());
    silent.on('error', () => undefined).on('close', () => (open -= 1));
    await once(silent, 'connect');
    open += 1;
  }
  await eventually(() => expect(open).toBeLessThanOrEqual(32));
  const told = message(socket);
  kiosk.publish(state);
  expect(await told).toMatchObject({ channel: STATE_CHANGED });
});
