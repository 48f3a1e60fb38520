import { expect } from '@playwright/test';
import { setTimeout as pass } from 'node:timers/promises';
import type { BoxOffice } from '#box-office/server.ts';
import { expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { logOf, pageProcess, SEES_PROCESSES } from './support/processes.ts';
import { fillDisk, freeDisk, mountSmallDisk, unmountDisk } from '#tests/support/small-disk.ts';

const validations = (boxOffice: BoxOffice) =>
  boxOffice.requests.filter(({ path }) => path.endsWith('/validateToken')).length;

const HOUR = 60 * 60_000;

/** Longer than any wait could be that is not a sleep, in milliseconds. */
const SLEEP = 13_000;

test('a machine that wakes asks about its session at once', async ({ boxOffice, startKiosk }) => {
  const { app, page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  const before = validations(boxOffice);
  await app.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('suspend');
    powerMonitor.emit('resume');
  });
  await expect.poll(() => validations(boxOffice)).toBe(before + 1);
  await scanner.scan(boxOffice.barcodes('valid', 1));
  await expect(page.locator('html')).toHaveAttribute('data-verdict', 'admit');
});

test('a kiosk that was stopped for a while goes on: nothing is reloaded, and the session is asked about', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  test.skip(!SEES_PROCESSES, 'needs signals that stop processes');
  const { app, page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  const shownBy = await pageProcess(app);
  const before = validations(boxOffice);
  const group = -(app.process().pid ?? NaN);
  process.kill(group, 'SIGSTOP');
  // Time has to pass while nothing of the kiosk runs.
  await pass(SLEEP);
  process.kill(group, 'SIGCONT');

  await expect.poll(() => logOf(dataDirectory)).toContain('awake again');
  await expect.poll(() => validations(boxOffice)).toBeGreaterThan(before);
  await scanner.scan(boxOffice.barcodes('valid', 1));
  await expect(page.locator('html')).toHaveAttribute('data-verdict', 'admit');
  expect(await pageProcess(app)).toBe(shownBy);
});

test('a full disk closes the door in words, and it opens by itself when there is room again', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  test.skip(!mountSmallDisk(dataDirectory, 96), 'this user cannot mount a disk');
  try {
    const { app, page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
    const root = page.locator('html');
    await openTheDoor(page, boxOffice);
    await hasTickets(page);
    fillDisk(dataDirectory);
    const codes = boxOffice.barcodes('valid', 60);
    let refused = '';
    for (const [index, code] of codes.entries()) {
      await scanner.scan([code]);
      const isAnswered = () =>
        root.evaluate(
          ({ dataset }, sequence) =>
            dataset['screen'] === 'fault' || dataset['sequence'] === String(sequence),
          index + 1,
        );
      await expect.poll(isAnswered).toBe(true);
      if ((await root.getAttribute('data-screen')) === 'fault') {
        refused = code;
        break;
      }
    }
    expect(refused, 'there is no more room').not.toBe('');
    await expect(page.getByRole('alert')).toContainText(/disk is full/i);
    // The platform may have spent the ticket for the guest who was made to wait.
    const isSpent = boxOffice.scansOf(refused).length > 0;

    freeDisk(dataDirectory);
    await expectScreen(page, 'ready');
    await scanner.scan([refused]);
    await expect(root).toHaveAttribute('data-verdict', 'admit');
    await expect(root).toHaveAttribute('data-basis', isSpent ? 'late' : 'platform');
    const ended = app.waitForEvent('close');
    app.process().kill('SIGTERM');
    await ended;
  } finally {
    unmountDisk(dataDirectory);
  }
});

test('a clock that jumps by hours, and back to 1970, turns nobody away and dates no scan wrongly', async ({
  boxOffice,
  network,
  startKiosk,
}) => {
  const { app, page, scanner } = await startKiosk({ args: [`--base-url=${network.baseUrl}`] });
  const root = page.locator('html');
  // Under libfaketime the page never comes up, so it is the clock of main that somebody sets.
  const setAhead = (hours: number) =>
    app.evaluate((_electron, ms) => {
      const { setting = Date.now } = globalThis as { setting?: () => number };
      Object.assign(globalThis, { setting });
      Date.now = () => setting() + ms;
    }, hours * HOUR);
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  const codes = boxOffice.barcodes('valid', 4);
  const scans: { code: string; at: number }[] = [];
  const letIn = async (basis: string) => {
    const code = codes[scans.length] ?? '';
    scans.push({ code, at: Date.now() });
    await scanner.scan([code]);
    await expect(root).toHaveAttribute('data-sequence', String(scans.length));
    await expect(root).toHaveAttribute('data-verdict', 'admit');
    await expect(root).toHaveAttribute('data-basis', basis);
  };

  await setAhead(5);
  await letIn('platform');
  await network.cut();
  await letIn('cache');
  await setAhead(-Math.round(Date.now() / HOUR));
  await letIn('cache');
  await setAhead(-3);
  await letIn('cache');

  await network.mend();
  await expect(root).toHaveAttribute('data-pending', '0', { timeout: 30_000 });
  for (const { code, at } of scans.slice(1)) {
    const recorded = boxOffice.scansOf(code);
    expect(recorded).toMatchObject([{ offline: true }]);
    expect(Math.abs((recorded[0]?.scanTime ?? 0) - at)).toBeLessThan(10_000);
  }
  expect(boxOffice.requests.filter(({ path }) => path.endsWith('/authenticate'))).toHaveLength(1);
});
