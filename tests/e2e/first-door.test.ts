import { expect } from '@playwright/test';
import type { BoxOffice } from '#box-office/server.ts';
import { expectScreen, hasTickets, openTheDoor, signIn } from './support/door.ts';
import { test, type StartKiosk } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { verdictNumber, watchVerdicts } from './support/verdicts.ts';

/** So long a second reading is the same reading, in milliseconds; and what the first one may take. */
const REPEAT_WINDOW = 2_500 + 1_500;

/** An open door that is watched for its verdicts. */
async function openWatchedDoor(startKiosk: StartKiosk, boxOffice: BoxOffice) {
  const kiosk = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(kiosk.page, boxOffice);
  return { ...kiosk, seen: await watchVerdicts(kiosk.page) };
}

test('from signing in to each kind of ticket, with a scanner in a real window', async ({
  boxOffice,
  startKiosk,
}) => {
  const { page, scanner } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await expectScreen(page, 'sign-in');
  await expect(page.locator('html')).toHaveAttribute('data-connection', 'online');
  await expect(page.locator('html')).toHaveAttribute('data-pending', '0');
  await signIn(page, boxOffice, 'scanner-with-patrons');
  await expectScreen(page, 'select');
  await keepScreenshot(page, 'select');
  await page.getByRole('button', { name: 'Open the door' }).click();
  await expectScreen(page, 'ready');
  await hasTickets(page);
  await keepScreenshot(page, 'ready');

  const seen = await watchVerdicts(page);
  const first = (kind: Parameters<typeof boxOffice.barcodes>[0]) =>
    boxOffice.barcodes(kind, 1)[0] ?? '';
  const valid = first('valid');
  const steps = [
    { code: valid, verdict: 'admit', error: null, says: 'Welcome' },
    { code: first('voided'), verdict: 'reject', error: '13', says: 'cancelled' },
    { code: first('refunded'), verdict: 'reject', error: '14', says: 'refunded' },
    { code: first('other-client'), verdict: 'reject', error: '8', says: 'another organiser' },
    { code: first('other-series'), verdict: 'reject', error: '9', says: 'This ticket is for' },
    {
      code: first('other-performance'),
      verdict: 'reject',
      error: '10',
      says: 'This ticket is for',
    },
    { code: first('unknown'), verdict: 'reject', error: '11', says: 'not a valid ticket' },
    { code: valid, verdict: 'duplicate', error: '12', says: 'Already scanned' },
  ];
  const texts = new Set<string>();
  const admittedAt = Date.now();
  for (const [index, { code, verdict, error, says }] of steps.entries()) {
    if (verdict === 'duplicate')
      await expect.poll(() => Date.now() - admittedAt).toBeGreaterThan(REPEAT_WINDOW);
    await scanner.scan([code]);
    const shown = await verdictNumber(seen, index + 1);
    expect(shown).toMatchObject({ sequence: index + 1, verdict, code: error, basis: 'platform' });
    expect(shown.text).toContain(says);
    texts.add(shown.text);
    await expectScreen(page, 'verdict');
    await keepScreenshot(page, error === null ? 'verdict-admit' : `verdict-code-${error}`);
  }
  expect(texts.size, 'each has its own words').toBe(steps.length);
});

test('a ticket that is read twice is welcome once more, and the platform is asked once', async ({
  boxOffice,
  startKiosk,
}) => {
  const { scanner, seen } = await openWatchedDoor(startKiosk, boxOffice);
  const [code = ''] = boxOffice.barcodes('valid', 1);
  await scanner.scan([code, code]);
  expect(await verdictNumber(seen, 1)).toMatchObject({ verdict: 'admit', basis: 'platform' });
  expect(await verdictNumber(seen, 2)).toMatchObject({ verdict: 'admit', basis: 'repeat' });
  expect(boxOffice.requests.filter(({ path }) => path.endsWith('validateTicket'))).toHaveLength(1);
});

test('twenty codes at ten per second get twenty verdicts, in order', async ({
  boxOffice,
  startKiosk,
}) => {
  const { scanner, seen } = await openWatchedDoor(startKiosk, boxOffice);
  const codes = boxOffice.barcodes('valid', 20);
  expect(new Set(codes).size).toBe(20);
  await scanner.scan(codes, { every: 100 });
  await expect.poll(async () => (await seen()).length, { timeout: 30_000 }).toBe(20);
  const verdicts = await seen();
  expect(verdicts.map(({ sequence }) => sequence)).toEqual(codes.map((_, index) => index + 1));
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(codes.map(() => 'admit'));
  for (const [index, code] of codes.entries()) {
    expect(verdicts[index]?.text).toContain(code.slice(-4));
  }
});

test('a code ends with Tab as well as with Enter, and presses no button that has the focus', async ({
  boxOffice,
  startKiosk,
}) => {
  const { page, scanner, seen } = await openWatchedDoor(startKiosk, boxOffice);
  const [first = '', second = ''] = boxOffice.barcodes('valid', 2);
  await page.getByRole('button', { name: 'Check only', exact: true }).focus();
  await scanner.scan([first]);
  expect(await verdictNumber(seen, 1)).toMatchObject({ verdict: 'admit' });
  await scanner.scan([second], { end: 'Tab' });
  expect(await verdictNumber(seen, 2)).toMatchObject({ verdict: 'admit' });
});

test('a code can be entered by hand', async ({ boxOffice, startKiosk }) => {
  const { page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  const [code = ''] = boxOffice.barcodes('valid', 1);
  await page.getByLabel('Enter a code by hand').fill(code);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-verdict', 'admit');
});
