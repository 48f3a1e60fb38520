import { expect } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasSystemd, notifySocket } from '#tests/support/notify-socket.ts';
import { expectScreen } from './support/door.ts';
import { test } from './support/kiosk.ts';

test('systemd hears from the kiosk as long as its page lives, and when it ends', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  test.skip(!hasSystemd, 'needs systemd’s tools');
  const socket = await notifySocket();
  const { app, page } = await startKiosk({
    args: [`--base-url=${boxOffice.baseUrl}`],
    env: { NOTIFY_SOCKET: socket.path, WATCHDOG_USEC: '1000000' },
  });
  const heard = (word: string) => socket.heard().filter((each) => each === word).length;
  await expectScreen(page, 'sign-in');
  await expect.poll(() => socket.heard()[0]).toBe('READY=1');
  await expect.poll(() => heard('WATCHDOG=1')).toBeGreaterThan(1);

  const renderer = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  );
  process.kill(renderer ?? 0, 'SIGSTOP');
  const atStop = heard('WATCHDOG=1');
  const log = () => readFileSync(join(dataDirectory, 'logs', 'usher.log'), 'utf8');
  await expect.poll(log, { timeout: 30_000 }).toContain('the page does not answer');
  // All but one that was on its way.
  expect(heard('WATCHDOG=1')).toBeLessThanOrEqual(atStop + 1);
  await expect.poll(() => heard('WATCHDOG=1'), { timeout: 20_000 }).toBeGreaterThan(atStop + 1);

  const ended = app.waitForEvent('close');
  app.process().kill('SIGTERM');
  await ended;
  await expect.poll(() => socket.heard().at(-1)).toBe('STOPPING=1');
  expect(heard('READY=1')).toBe(1);
  socket.close();
});
