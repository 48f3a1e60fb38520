import { expect, type ElectronApplication } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBoxOffice, type BoxOffice } from '#box-office/server.ts';
import { expectScreen, openTheDoor, signIn } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { logOf } from './support/processes.ts';

const revocations = (boxOffice: BoxOffice) =>
  boxOffice.requests.filter(
    ({ method, path, errorCode }) =>
      method === 'DELETE' && path.endsWith('invalidateToken') && errorCode === null,
  ).length;

/** How an application ended: null, where a signal ended it. */
async function exitCode(app: ElectronApplication): Promise<number | null> {
  const process = app.process();
  if (process.exitCode !== null) return process.exitCode;
  await once(process, 'exit');
  return process.exitCode;
}

async function kill(app: ElectronApplication): Promise<void> {
  const ended = app.waitForEvent('close');
  app.process().kill('SIGKILL');
  await ended;
}

test('first the token ends and then the ledger is closed, however often the kiosk is told to end', async ({
  boxOffice,
  network,
  dataDirectory,
  startKiosk,
}) => {
  const { app, page } = await startKiosk({ args: [`--base-url=${network.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  const journal = join(dataDirectory, 'ledger.db-wal');
  let answer = (): void => undefined;
  const until = new Promise<void>((resolve) => (answer = resolve));
  network.fault = ({ path }) =>
    path.endsWith('/invalidateToken') ? { type: 'hold', until } : null;

  app.process().kill('SIGTERM');
  await expect.poll(() => network.withheld.length, { intervals: [20] }).toBe(1);
  expect(existsSync(journal), 'the ledger is open while the token ends').toBe(true);
  app.process().kill('SIGINT');
  app.process().kill('SIGTERM');
  answer();
  expect(await exitCode(app)).toBe(0);
  expect(existsSync(journal), 'the ledger is closed').toBe(false);
  expect(revocations(boxOffice)).toBe(1);
  expect(logOf(dataDirectory)).toMatch(/stopped scansThatStay=0\s*$/);
});

test('Ctrl+C, a terminal that goes, and Windows that shuts down end the token, too', async ({
  boxOffice,
  startKiosk,
}) => {
  const args = [`--base-url=${boxOffice.baseUrl}`];
  const ways: readonly ((app: ElectronApplication) => unknown)[] = [
    (app) => app.process().kill('SIGINT'),
    (app) => app.process().kill('SIGHUP'),
    async (app) => {
      const isHeldUp = await app.evaluate(({ BrowserWindow }) => {
        let heldUp = false;
        const event = { preventDefault: () => (heldUp = true) };
        BrowserWindow.getAllWindows()[0]?.emit('query-session-end', event);
        return heldUp;
      });
      expect(isHeldUp, 'Windows waits').toBe(true);
    },
  ];
  for (const [index, end] of ways.entries()) {
    const { app, page } = await startKiosk({ args });
    await expectScreen(page, 'sign-in');
    await signIn(page, boxOffice);
    await expectScreen(page, 'select');
    const code = exitCode(app);
    await end(app);
    expect(await code).toBe(0);
    expect(revocations(boxOffice)).toBe(index + 1);
  }
});

test('a platform that does not answer keeps the end waiting for no more than its bound', async ({
  boxOffice,
  network,
  dataDirectory,
  startKiosk,
}) => {
  const { app, page } = await startKiosk({ args: [`--base-url=${network.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  network.fault = () => ({ type: 'hang' });
  app.process().kill('SIGTERM');
  expect(await exitCode(app)).toBe(0);
  expect(existsSync(join(dataDirectory, 'ledger.db-wal')), 'the ledger is closed').toBe(false);
  expect(logOf(dataDirectory)).not.toContain('did not end in time');
});

test('a second kiosk on the same data makes the first show itself, and has nothing else to do', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  const { app, page } = await startKiosk({
    args: [`--base-url=${boxOffice.baseUrl}`, '--windowed'],
  });
  await expectScreen(page, 'sign-in');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const program = await app.evaluate(() => process.execPath);
  const requests = boxOffice.requests.length;
  const second = spawn(
    program,
    [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '.',
      `--user-data-dir=${dataDirectory}`,
      '--base-url=https://elsewhere.example',
    ],
    { stdio: 'ignore' },
  );
  const [code] = (await once(second, 'exit')) as [number | null];
  expect(code).toBe(0);
  const isVisible = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  await expect.poll(isVisible).toBe(true);
  await expectScreen(page, 'sign-in');
  expect(boxOffice.requests.length).toBe(requests);
});

test('a token that a crash left behind ends where it came from, when the kiosk works for another server now', async ({
  boxOffice,
  startKiosk,
}) => {
  const killed = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(killed.page, boxOffice);
  await kill(killed.app);
  expect(revocations(boxOffice)).toBe(0);
  const other = await startBoxOffice({ seed: 2 });
  try {
    const kiosk = await startKiosk({ args: [`--base-url=${other.baseUrl}`] });
    await expectScreen(kiosk.page, 'sign-in');
    await expect.poll(() => revocations(boxOffice)).toBe(1);
    await kiosk.close();
    expect(revocations(other), 'the other server never hears of it').toBe(0);
  } finally {
    await other.close();
  }
});

test('what a power cut leaves of the files costs no more than it must, and nothing that was set', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  const settings = join(dataDirectory, 'settings.json');
  writeFileSync(settings, JSON.stringify({ server: boxOffice.baseUrl }));
  const first = await startKiosk();
  await openTheDoor(first.page, boxOffice);
  await kill(first.app);
  writeFileSync(settings, Buffer.alloc(512));
  writeFileSync(`${join(dataDirectory, 'session.sealed')}.new`, 'half a dra');
  truncateSync(join(dataDirectory, 'offered.sealed'), 10);

  const second = await startKiosk();
  await expectScreen(second.page, 'ready');
  expect(readFileSync(settings, 'utf8')).toContain(boxOffice.baseUrl);
  expect(logOf(dataDirectory)).toContain('the settings file could not be read: it is put aside');
  await kill(second.app);
  truncateSync(join(dataDirectory, 'session.sealed'), 10);

  // The token is lost, and nothing else: who signs in is at the open door.
  const third = await startKiosk();
  await expectScreen(third.page, 'sign-in');
  await signIn(third.page, boxOffice);
  await expectScreen(third.page, 'ready');
});
