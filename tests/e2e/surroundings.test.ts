import { expect } from '@playwright/test';
import { setTimeout as pass } from 'node:timers/promises';
import type { BoxOffice } from '#box-office/server.ts';
import { expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { logOf, pageProcess, SEES_PROCESSES } from './support/processes.ts';
import { smallDiskAt } from './support/small-disk.ts';

const validations = (boxOffice: BoxOffice) =>
  boxOffice.requests.filter(({ path }) => path.endsWith('/validateToken')).length;

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
  test.setTimeout(120_000);
  const disk = smallDiskAt(dataDirectory, 96);
  test.skip(disk === null, 'this user cannot mount a disk');
  if (disk === null) return;
  try {
    const { app, page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
    const root = page.locator('html');
    await openTheDoor(page, boxOffice);
    await hasTickets(page);
    disk.fill();
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
    disk.fill();

    disk.free();
    await expectScreen(page, 'ready');
    await scanner.scan([refused]);
    await expect(root).toHaveAttribute('data-verdict', 'admit');
    await expect(root).toHaveAttribute('data-basis', 'late');
    const ended = app.waitForEvent('close');
    app.process().kill('SIGTERM');
    await ended;
  } finally {
    disk.remove();
  }
});
