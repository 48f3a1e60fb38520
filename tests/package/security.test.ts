import { startBoxOffice } from '#box-office/server.ts';
import { byHand } from '#tests/e2e/support/display-keys.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { takesKeys } from './support/operator.ts';
import { startPackagedKiosk } from './support/packaged-kiosk.ts';

const PATIENCE = { timeout: 30_000 };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('whoever starts the packaged kiosk with Chromium’s debugger gets a kiosk without it', async () => {
  const dataDirectory = temporaryFolder();
  const port = await freePort();
  const kiosk = await startPackagedKiosk({
    dataDirectory,
    args: [
      '--demo',
      `--remote-debugging-port=${port}`,
      '--remote-allow-origins=*',
      '--auto-open-devtools-for-tabs',
      '--disable-web-security',
      '--ignore-certificate-errors',
    ],
  });
  onTestFinished(() => kiosk.kill());
  await expect.poll(() => kiosk.log(), PATIENCE).toContain('started');
  await expect.poll(() => kiosk.pages(), PATIENCE).toHaveLength(1);
  for (const name of [
    'remote-debugging-port',
    'disable-web-security',
    'ignore-certificate-errors',
  ]) {
    expect(kiosk.said()).toContain(`usher: --${name} is not for a kiosk`);
  }
  await expect(fetch(`http://127.0.0.1:${port}/json`)).rejects.toThrow('fetch failed');
  expect(kiosk.said()).not.toContain('DevTools listening');
  expect(existsSync(join(dataDirectory, 'DevToolsActivePort'))).toBe(false);
  expect(await kiosk.terminate()).toBe(0);
});

test('no key opens developer tools or closes the packaged kiosk', async () => {
  const dataDirectory = temporaryFolder();
  const boxOffice = await startBoxOffice({ seed: 1 });
  onTestFinished(() => boxOffice.close());
  const kiosk = await startPackagedKiosk({
    dataDirectory,
    args: [`--base-url=${boxOffice.baseUrl}`],
  });
  onTestFinished(() => kiosk.kill());
  await takesKeys(kiosk);
  const pages = kiosk.pages();
  expect(pages).toHaveLength(1);
  const shortcuts = ['F12', 'ctrl+shift+i', 'ctrl+shift+j', 'F5', 'ctrl+r', 'ctrl+w', 'ctrl+q'];
  await byHand(
    shortcuts.flatMap((keys) => {
      const each = keys.split('+');
      const down = each.map((key) => `keydown ${key}`);
      const up = each.reverse().map((key) => `keyup ${key}`);
      return [...down, 'sleep 0.08', ...up, 'sleep 0.15'];
    }),
  );
  expect(kiosk.pages()).toEqual(pages);
  expect(await kiosk.terminate()).toBe(0);
});
