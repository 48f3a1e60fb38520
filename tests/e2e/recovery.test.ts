import { expect } from '@playwright/test';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BoxOffice } from '#box-office/server.ts';
import { freePort } from '#tests/support/free-port.ts';
import { expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { asFrom, test, type StartKiosk } from './support/kiosk.ts';
import { HAS_SCREEN } from './support/screen.ts';
import {
  argumentsOf,
  kiosksOn,
  logOf,
  pageBehind,
  pageProcess,
  rootOf,
  SEES_PROCESSES,
} from './support/processes.ts';

test.skip(!SEES_PROCESSES || !HAS_SCREEN, 'needs a display, and a system that tells of processes');

/** Starts a kiosk whose page can be reached by a port, also when it has started again by itself. */
async function startWithPort(
  startKiosk: StartKiosk,
  boxOffice: BoxOffice,
  args: readonly string[] = [],
) {
  const port = await freePort();
  const kiosk = await startKiosk({
    switches: [`--remote-debugging-port=${port}`],
    args: [`--base-url=${boxOffice.baseUrl}`, ...args],
  });
  return { ...kiosk, port };
}

function asked(boxOffice: BoxOffice, endpoint: string): number {
  return boxOffice.requests.filter(({ path }) => path.endsWith(endpoint)).length;
}

test('a page whose process crashes is there again: the door is open, and the next scan is answered', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  const { app, page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  const before = await pageProcess(app);
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  await expect.poll(() => rootOf(app)).toMatchObject({ screen: 'ready' });
  expect(await pageProcess(app)).not.toBe(before);
  await scanner.scan(boxOffice.barcodes('valid', 1));
  await expect.poll(() => rootOf(app)).toMatchObject({ verdict: 'admit', basis: 'platform' });

  // What Chromium paints with may go, too: it comes again without anybody’s doing.
  const painter = await app.evaluate(
    ({ app }) => app.getAppMetrics().find(({ type }) => type === 'GPU')?.pid ?? null,
  );
  if (painter !== null) {
    process.kill(painter, 'SIGKILL');
    await expect.poll(() => logOf(dataDirectory)).toContain('a process of the kiosk is gone');
  }
  // Keys that are pressed while nothing paints may be lost; the guest holds the ticket there again.
  const [, next = ''] = boxOffice.barcodes('valid', 2);
  await expect
    .poll(async () => {
      await scanner.scan([next]);
      return boxOffice.scansOf(next).length;
    })
    .toBe(1);
  await expect.poll(() => rootOf(app)).toMatchObject({ verdict: 'admit' });
  expect(asked(boxOffice, 'authenticate')).toBe(1);
});

test('a page that hangs is noticed without a touch, and the verdict that nobody saw is shown again', async ({
  boxOffice,
  network,
  startKiosk,
}) => {
  const { app, page, scanner } = await startKiosk({ args: [`--base-url=${network.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  const hung = await pageProcess(app);
  network.fault = ({ path }) => (path.endsWith('/validateTicket') ? { type: 'hang' } : null);
  await scanner.scan(boxOffice.barcodes('valid', 1));
  await expect.poll(() => network.withheld.length, { intervals: [10] }).toBeGreaterThan(0);
  process.kill(hung, 'SIGSTOP');

  // The verdict's time is over long before the page is back.
  await expect.poll(() => pageProcess(app), { timeout: 60_000 }).not.toBe(hung);
  await expect
    .poll(() => rootOf(app), { timeout: 20_000 })
    .toMatchObject({ screen: 'verdict', verdict: 'admit', basis: 'cache' });
  await expect.poll(() => rootOf(app), { timeout: 20_000 }).toMatchObject({ screen: 'ready' });
});

test('a page that shows nothing is loaded anew', async ({ boxOffice, startKiosk }) => {
  const { app, page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  const before = await pageProcess(app);
  await page.evaluate(() => {
    // Over and over: the kiosk's state may change meanwhile, and what is left of the page heeds it.
    setInterval(() => {
      document.documentElement.removeAttribute('data-screen');
      document.body.replaceChildren();
    });
  });
  await expect.poll(() => pageProcess(app), { timeout: 60_000 }).not.toBe(before);
  await expect.poll(() => rootOf(app), { timeout: 60_000 }).toMatchObject({ screen: 'ready' });
});

test('an error that nobody has caught: the kiosk comes back by itself, and the session goes on', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  test.setTimeout(180_000);
  const port = await freePort();
  const { app, page, scanner } = await startKiosk({
    switches: [`--remote-debugging-port=${port}`],
    args: [`--base-url=${boxOffice.baseUrl}`],
  });
  await openTheDoor(page, boxOffice);
  const [first] = kiosksOn(dataDirectory);
  const ended = app.waitForEvent('close');
  await app.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('a secret: 4006381333931');
    });
  });
  await ended;
  await expect.poll(() => kiosksOn(dataDirectory), { timeout: 30_000 }).toHaveLength(1);
  const [second] = kiosksOn(dataDirectory);
  expect(second).not.toBe(first);
  expect(argumentsOf(second ?? 0)).toContain('--started-again=1');

  const again = await pageBehind(port);
  await expectScreen(again, 'ready');
  expect(asked(boxOffice, 'invalidateToken'), 'its token outlives it').toBe(0);
  expect(asked(boxOffice, 'authenticate')).toBe(1);
  await scanner.scan(boxOffice.barcodes('valid', 1));
  await expect(again.locator('html')).toHaveAttribute('data-verdict', 'admit');
  const log = logOf(dataDirectory);
  expect(log).toMatch(/an error that nobody has caught errorName="TypeError" stack="at /);
  expect(log).not.toContain('secret');

  // The one that came back by itself ends as any other.
  process.kill(second ?? 0, 'SIGTERM');
  await expect.poll(() => kiosksOn(dataDirectory), { timeout: 20_000 }).toEqual([]);
  expect(asked(boxOffice, 'invalidateToken')).toBe(1);
  expect(existsSync(join(dataDirectory, 'ledger.db-wal')), 'the ledger is closed').toBe(false);
});

test('a demonstration that loses its box office begins anew', async ({
  dataDirectory,
  startKiosk,
}) => {
  const { app, page } = await startKiosk({ args: ['--demo'] });
  await expectScreen(page, 'sign-in');
  const ended = app.waitForEvent('close');
  await app.evaluate(({ app }) => {
    const boxOffice = app.getAppMetrics().find(({ name }) => name === 'Usher box office');
    process.kill(boxOffice?.pid ?? NaN, 'SIGKILL');
  });
  await ended;
  await expect.poll(() => kiosksOn(dataDirectory), { timeout: 30_000 }).toHaveLength(1);
  await expect
    .poll(() => logOf(dataDirectory).match(/\] +started /g), { timeout: 30_000 })
    .toHaveLength(2);
});

test('a page that crashes over and over is given up: the kiosk starts again', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  test.setTimeout(180_000);
  const { app, page, port } = await startWithPort(startKiosk, boxOffice);
  await openTheDoor(page, boxOffice);
  const ended = app.waitForEvent('close', { timeout: 60_000 });
  await app.evaluate(({ BrowserWindow }) => {
    const webContents = BrowserWindow.getAllWindows()[0]?.webContents;
    webContents?.on('did-finish-load', () => webContents.forcefullyCrashRenderer());
    webContents?.forcefullyCrashRenderer();
  });
  await ended;
  const again = await pageBehind(port);
  await expectScreen(again, 'ready');
  expect(asked(boxOffice, 'authenticate')).toBe(1);
  expect(logOf(dataDirectory)).toContain('the page fails over and over');
});

test('a kiosk whose starts all fail does not flicker: it says so, tries nothing, and pauses', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  test.setTimeout(180_000);
  const { app, page, port } = await startWithPort(startKiosk, boxOffice, ['--started-again=2']);
  await expectScreen(page, 'sign-in');
  const ended = app.waitForEvent('close');
  await app.evaluate(() => {
    setImmediate(() => void Promise.reject(new Error('as every time')));
  });
  await ended;
  const paused = await pageBehind(port);
  await expectScreen(paused, 'fault');
  await expect(paused.getByText('failed several times in a row')).toBeVisible();
  await expect(paused.getByText(join(dataDirectory, 'logs'))).toBeVisible();
  const [pausing] = kiosksOn(dataDirectory);
  const requests = boxOffice.requests.length;

  // A minute later it tries again, as if it had failed no more than that often.
  await expect
    .poll(() => kiosksOn(dataDirectory).filter((id) => id !== pausing), { timeout: 90_000 })
    .toHaveLength(1);
  expect(boxOffice.requests.length, 'nothing was tried meanwhile').toBe(requests);
  await expectScreen(await pageBehind(port), 'sign-in');
});

test('under systemd, which starts it with its own command line, the pause comes all the same', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  test.setTimeout(180_000);
  const record = join(dataDirectory, 'starts.json');
  const start = () =>
    startKiosk({
      args: [`--base-url=${boxOffice.baseUrl}`],
      env: { NOTIFY_SOCKET: join(dataDirectory, 'nobody-listens') },
    });
  // Somebody who ends it leaves nothing behind.
  const well = await start();
  await expectScreen(well.page, 'sign-in');
  expect(existsSync(record)).toBe(true);
  await well.close();
  expect(existsSync(record)).toBe(false);

  for (const way of ['an error', 'a crash', 'an error']) {
    const { app, page } = await start();
    await expectScreen(page, 'sign-in');
    const ended = once(app.process(), 'exit');
    if (way === 'a crash') app.process().kill('SIGKILL');
    else {
      await app.evaluate(() => {
        setTimeout(() => void Promise.reject(new Error('a slip')));
      });
    }
    await ended;
  }
  const { page } = await start();
  await expectScreen(page, 'fault');
  await expect(page.getByText('failed several times in a row')).toBeVisible();
});

test('an AppImage comes back as if from a menu: free to be mounted, and with nothing open of the one before', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  const trace = join(dataDirectory, 'trace');
  const appImage = join(dataDirectory, 'Usher.AppImage');
  const script = `#!/bin/sh
{ grep NoNewPrivs /proc/self/status; ls -l /proc/$$/fd; } > ${trace}.part
mv ${trace}.part ${trace}
`;
  writeFileSync(appImage, script, { mode: 0o755 });
  const { app } = await startKiosk({
    args: [`--base-url=${boxOffice.baseUrl}`],
    env: asFrom(appImage),
  });
  const ended = app.waitForEvent('close');
  await app.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('a slip');
    });
  });
  await ended;
  await expect.poll(() => existsSync(trace), { timeout: 30_000 }).toBe(true);
  const told = readFileSync(trace, 'utf8');
  expect(told, 'setuid programs mount it').toMatch(/^NoNewPrivs:\s*0$/m);
  const open = Array.from(told.matchAll(/ \d+ -> (.*)$/gm), ([, what]) => what);
  expect(new Set(open), 'nothing but what the shell opened').toEqual(
    new Set(['/dev/null', appImage, `${trace}.part`]),
  );
});
