import { expect } from '@playwright/test';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startAttacker } from './support/attacker.ts';
import { expectScreen } from './support/door.ts';
import { test } from './support/kiosk.ts';

/** Signed by an authority that no machine knows. */
const pem = (name: string) =>
  readFileSync(
    new URL(`../main/platform/ticketing/support/certificates/${name}.pem`, import.meta.url),
    'utf8',
  );

const OUTSIDE = [
  'app://kiosk/../preload/index.cjs',
  'app://kiosk/%2e%2e/preload/index.cjs',
  'app://kiosk/%2e%2e%2fpreload%2findex.cjs',
  'app://kiosk/..%2f..%2fpackage.json',
  'app://kiosk/%252e%252e%252fpreload/index.cjs',
  'app://kiosk/..%5c..%5cpackage.json',
  'app://kiosk/..\\..\\package.json',
  'app://kiosk//etc/passwd',
  'app://kiosk/%2fetc%2fpasswd',
  'app://kiosk/file:///etc/passwd',
  'app://kiosk/index.html%00.js',
  'app://kiosk/assets',
  'app://kiosk/logo/',
  'app://kiosk/logo/..%2fsettings.json',
  'app://kiosk/logo/%2e%2e/vault.key',
  'app://kiosk/logo/00000000000000000000000000000000',
  'app://kiosk/logo/00000000000000000000000000000001',
  'app://kiosk/%ff',
];
const ELSEWHERE = ['app://other/index.html', 'app://kiosk.other/index.html', 'file:///etc/passwd'];

test('nothing but the page is served, whatever is asked for and however it is written', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  const logos = join(dataDirectory, 'logos');
  mkdirSync(logos);
  const picture = join(dataDirectory, 'picture.png');
  writeFileSync(picture, Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex'));
  symlinkSync('/etc/passwd', join(logos, '0'.repeat(32)));
  symlinkSync(picture, join(logos, `${'0'.repeat(31)}1`));
  const { app, page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await expectScreen(page, 'sign-in');

  const ask = (urls: readonly string[], method = 'GET') =>
    app.evaluate(
      async ({ BrowserWindow }, asked) => {
        const session = BrowserWindow.getAllWindows()[0]?.webContents.session;
        const answer = async (url: string) => {
          try {
            const response = await session?.fetch(url, { method: asked.method });
            return `${response?.status} ${(await response?.text())?.length}`;
          } catch {
            return 'failed';
          }
        };
        return Object.fromEntries(
          await Promise.all(asked.urls.map(async (url) => [url, await answer(url)] as const)),
        );
      },
      { urls, method },
    );

  const page200 = /^200 [1-9]/;
  expect(await ask(['app://kiosk/index.html'])).toEqual({
    'app://kiosk/index.html': expect.stringMatching(page200),
  });
  expect(await ask(OUTSIDE)).toEqual(Object.fromEntries(OUTSIDE.map((url) => [url, '404 0'])));
  const attacker = await startAttacker();
  const others = Object.values(await ask([...ELSEWHERE, `${attacker.url}/session`]));
  expect(others.filter((answer) => page200.test(answer))).toEqual([]);
  expect(attacker.heard).toEqual([]);
  await attacker.close();
  for (const method of ['POST', 'PUT', 'DELETE', 'HEAD']) {
    const [answer] = Object.values(await ask(['app://kiosk/index.html'], method));
    expect(answer).toBe('404 0');
  }
  const headers = await app.evaluate(async ({ BrowserWindow }) => {
    const session = BrowserWindow.getAllWindows()[0]?.webContents.session;
    const response = await session?.fetch('app://kiosk/index.html');
    return Object.fromEntries(response?.headers ?? []);
  });
  expect(headers['content-security-policy']?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-scripts allow-same-origin allow-forms',
  ]);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('a certificate that nobody vouches for is refused by Chromium, too, and nobody can say otherwise', async ({
  boxOffice,
  startKiosk,
}) => {
  const seen: string[] = [];
  const server = createServer(
    { cert: pem('server'), key: pem('server-key') },
    (request, response) => {
      seen.push(request.url ?? '');
      response.end('taken over');
    },
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { app, page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await expectScreen(page, 'sign-in');
  const outcome = await app.evaluate(async ({ net, BrowserWindow }, url) => {
    const fetched = await net.fetch(`${url}/fetch`).then(String, String);
    const window = new BrowserWindow({ show: false });
    const loaded = await window.loadURL(`${url}/page`).then(String, String);
    window.destroy();
    return { fetched, loaded };
  }, `https://127.0.0.1:${port}`);
  server.close();
  expect(outcome).toEqual({
    fetched: expect.stringContaining('ERR_CERT_AUTHORITY_INVALID'),
    loaded: expect.stringContaining('ERR_CERT_AUTHORITY_INVALID'),
  });
  expect(seen).toEqual([]);
});
