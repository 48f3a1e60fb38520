import { expect, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BoxOffice } from '#box-office/server.ts';
import type { DemoTicketKind } from '#shared/model/demo-guide.ts';
import { chooseMore, expectScreen, hasTickets, openTheDoor, signIn } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { logOf } from './support/processes.ts';
import { Film, keepScreenshot } from './support/screenshot.ts';
import { letVerdictsLeaveSoon, verdictNumber, watchVerdicts } from './support/verdicts.ts';
import type { Wedge } from './support/wedge.ts';

/** So long a second reading is the same reading, in milliseconds; and what the first one may take. */
const REPEAT_WINDOW = 2_500 + 1_500;

/** The probe that finds the network again comes at most 10 s after it is back. */
const NEXT_PROBE = { timeout: 20_000 };

/** How far the recorded time of a scan may be from the key that ended it, in milliseconds. */
const SAME_TIME = 2_000;

/** Scans two guests whom the kiosk's snapshot lets in, with the network cut; returns their codes. */
async function admitTwoOffline(page: Page, scanner: Wedge, codes: readonly string[]) {
  const seen = await watchVerdicts(page);
  for (const [index, code] of codes.entries()) {
    await scanner.scan([code]);
    expect(await verdictNumber(seen, index + 1)).toMatchObject({
      verdict: 'admit',
      basis: 'cache',
    });
  }
  await expect(page.locator('html')).toHaveAttribute('data-pending', String(codes.length));
}

/** Every scan is there, once. */
function expectRecordedOnce(boxOffice: BoxOffice, codes: readonly string[]): void {
  expect(codes.map((code) => boxOffice.scansOf(code).length)).toEqual(codes.map(() => 1));
}

test('the network goes: the door decides as before, and the scans go up when it is back', async ({
  boxOffice,
  dataDirectory,
  network,
  startKiosk,
}) => {
  const settings = join(dataDirectory, 'fleet.json');
  writeFileSync(settings, JSON.stringify({ kioskName: 'Main entrance' }));
  const { page, scanner } = await startKiosk({
    args: [`--base-url=${network.baseUrl}`, `--settings=${settings}`],
  });
  const root = page.locator('html');
  await openTheDoor(page, boxOffice, 'scanner-with-patrons');
  await hasTickets(page);
  const seen = await watchVerdicts(page);
  const first = (kind: DemoTicketKind) => boxOffice.barcodes(kind, 1)[0] ?? '';
  const [online = '', alone = '', another = ''] = boxOffice.barcodes('valid', 3);

  // A scan with the network, and one without.
  const film = new Film();
  await film.show(page, 1_800);
  const { lastKeyAt: onlineAt } = await scanner.scan([online]);
  expect(await verdictNumber(seen, 1)).toMatchObject({ verdict: 'admit', basis: 'platform' });
  await film.show(page, 2_500);

  await network.cut();
  const steps = [
    { name: 'admit', code: alone, verdict: 'admit', error: null, pending: 1 },
    { name: 'admit', code: another, verdict: 'admit', error: null, pending: 2 },
    {
      name: 'code-10',
      code: first('other-performance'),
      verdict: 'reject',
      error: '10',
      pending: 2,
    },
    { name: 'code-9', code: first('other-series'), verdict: 'reject', error: '9', pending: 2 },
    { name: 'code-11', code: first('unknown'), verdict: 'reject', error: '11', pending: 2 },
    { name: 'code-13', code: first('voided'), verdict: 'reject', error: '13', pending: 2 },
    { name: 'code-12', code: online, verdict: 'duplicate', error: '12', pending: 2 },
    { name: 'code-12-again', code: alone, verdict: 'duplicate', error: '12', pending: 2 },
  ];
  const scannedAt = new Map([[online, onlineAt]]);
  for (const [index, { name, code, verdict, error, pending }] of steps.entries()) {
    const earlier = scannedAt.get(code) ?? -Infinity;
    await expect.poll(() => Date.now() - earlier).toBeGreaterThan(REPEAT_WINDOW);
    if (index === steps.length - 1) await letVerdictsLeaveSoon(page);
    const { lastKeyAt: at } = await scanner.scan([code]);
    if (!scannedAt.has(code)) scannedAt.set(code, at);
    expect(await verdictNumber(seen, index + 2)).toMatchObject({
      verdict,
      code: error,
      basis: 'cache',
    });
    await expect(root).toHaveAttribute('data-pending', String(pending));
    await keepScreenshot(page, `offline-${name}`);
    if (pending === 1 || name === 'code-12-again') await film.show(page, 2_500);
  }
  await expect(root).toHaveAttribute('data-connection', 'offline');
  await expectScreen(page, 'ready');
  await expect(page.getByText('2 scans are kept here')).toBeVisible();
  await keepScreenshot(page, 'offline-ready');
  await film.show(page, 2_500);
  expect(boxOffice.scansOf(alone)).toEqual([]);

  await network.mend();
  await expect(root).toHaveAttribute('data-connection', 'online', NEXT_PROBE);
  const backAt = Date.now();
  await expect(root).toHaveAttribute('data-pending', '0');
  await keepScreenshot(page, 'offline-over');
  await film.show(page, 2_000);
  await film.keep('scan');
  expectRecordedOnce(boxOffice, [online, alone, another]);
  for (const code of [online, alone, another]) {
    const [recorded] = boxOffice.scansOf(code);
    expect(recorded?.offline).toBe(code !== online);
    const scanTime = recorded?.scanTime ?? NaN;
    expect(Math.abs(scanTime - (scannedAt.get(code) ?? NaN))).toBeLessThan(SAME_TIME);
    expect(backAt - scanTime, 'the time is not that of the upload').toBeGreaterThan(SAME_TIME);
  }
});

test('signing out with scans that wait: the operator is told, and the next sign-in takes them up', async ({
  boxOffice,
  network,
  startKiosk,
}) => {
  const { page, scanner } = await startKiosk({ args: [`--base-url=${network.baseUrl}`] });
  const root = page.locator('html');
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  const codes = boxOffice.barcodes('valid', 2);
  await network.cut();
  await letVerdictsLeaveSoon(page);
  await admitTwoOffline(page, scanner, codes);
  await expectScreen(page, 'ready');
  await chooseMore(page, 'Sign out');
  await expectScreen(page, 'sign-in');
  await expect(page.getByText('2 scans of this kiosk wait.')).toBeVisible();
  await keepScreenshot(page, 'sign-in-with-scans-waiting');

  await network.mend();
  await signIn(page, boxOffice);
  await expectScreen(page, 'ready');
  await expect(root).toHaveAttribute('data-pending', '0');
  expectRecordedOnce(boxOffice, codes);
});

test('closing with scans that wait: in time, and the next start and sign-in take them up', async ({
  boxOffice,
  dataDirectory,
  network,
  startKiosk,
}) => {
  const args = [`--base-url=${network.baseUrl}`];
  const kiosk = await startKiosk({ args });
  await openTheDoor(kiosk.page, boxOffice);
  await hasTickets(kiosk.page);
  const codes = boxOffice.barcodes('valid', 2);
  await network.cut();
  await admitTwoOffline(kiosk.page, kiosk.scanner, codes);
  const closing = kiosk.close();
  await expectScreen(kiosk.page, 'leaving');
  await expect(kiosk.page.getByText('2 scans stay on this kiosk.')).toBeVisible();
  await keepScreenshot(kiosk.page, 'closing-offline');
  await closing;
  // By the kiosk's own clock: what takes longer is broken off, and that stands in the log.
  expect(logOf(dataDirectory)).toContain('started');
  expect(logOf(dataDirectory)).not.toContain('did not end in time');

  await network.mend();
  const { page } = await startKiosk({ args });
  await expectScreen(page, 'sign-in');
  await expect(page.locator('html')).toHaveAttribute('data-pending', '2');
  await signIn(page, boxOffice);
  await expectScreen(page, 'ready');
  await expect(page.locator('html')).toHaveAttribute('data-pending', '0');
  expectRecordedOnce(boxOffice, codes);
});
