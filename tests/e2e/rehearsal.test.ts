import { expect, type Page } from '@playwright/test';
import type { BoxOffice } from '#box-office/server.ts';
import { keptLedger } from '#tests/support/kept-ledger.ts';
import { expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { test, type Kiosk } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';

// The key of the ledger would else be in the system's key store, where the test cannot get at it.
const switches = ['--password-store=basic'];

async function rehearse(page: Page, on: boolean): Promise<void> {
  expect(await page.evaluate((on) => window.kiosk.rehearse({ on }), on)).toMatchObject({
    ok: true,
  });
}

/** A ticket that the rehearsal offers to scan. */
function ticketOf(page: Page, kind: string): Promise<string> {
  return page.evaluate(async (kind) => {
    const answer = await window.kiosk.state(null);
    const tickets = answer.ok ? (answer.value.slices.machine.demo?.tickets ?? []) : [];
    return tickets.find((ticket) => ticket.kind === kind)?.barcode ?? '';
  }, kind);
}

async function expectVerdict(page: Page, verdict: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-verdict', verdict);
}

function asked(boxOffice: BoxOffice, endpoint: string): number {
  return boxOffice.requests.filter(({ path }) => path.endsWith(endpoint)).length;
}

async function openDoor(
  startKiosk: (options: object) => Promise<Kiosk>,
  boxOffice: BoxOffice,
  baseUrl: string,
): Promise<Kiosk> {
  const kiosk = await startKiosk({ switches, args: [`--base-url=${baseUrl}`] });
  await openTheDoor(kiosk.page, boxOffice);
  await hasTickets(kiosk.page);
  return kiosk;
}

test('a rehearsal from its begin to its end, marked on every screen, and the real door opens again', async ({
  boxOffice,
  startKiosk,
}) => {
  const { page, scanner } = await openDoor(startKiosk, boxOffice, boxOffice.baseUrl);
  // Both box offices have the same tickets: this one is none of the guide's.
  const real = boxOffice.barcodes('valid', 50).at(-1) ?? '';
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Training', exact: true }).click();
  await page.getByRole('button', { name: 'Begin a rehearsal' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-rehearsal', 'on');
  await expectScreen(page, 'ready');
  const before = boxOffice.requests.length;
  await keepScreenshot(page, 'rehearsal-ready');

  await scanner.scan([await ticketOf(page, 'valid')]);
  await expectVerdict(page, 'admit');
  await keepScreenshot(page, 'rehearsal-admit');
  await scanner.scan([await ticketOf(page, 'scanned')]);
  await expectVerdict(page, 'duplicate');
  await keepScreenshot(page, 'rehearsal-duplicate');
  await scanner.scan([await ticketOf(page, 'voided')]);
  await expectVerdict(page, 'reject');
  expect(boxOffice.requests.length).toBe(before);

  await page.getByRole('button', { name: 'End rehearsal', exact: true }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-rehearsal');
  await expectScreen(page, 'ready');
  expect(asked(boxOffice, '/authenticate')).toBe(1);
  expect(asked(boxOffice, '/invalidateToken')).toBe(0);
  await scanner.scan([real]);
  await expectVerdict(page, 'admit');
});

test('killed in the middle of a rehearsal, it is the real door that opens, with its scans whole', async ({
  dataDirectory,
  boxOffice,
  network,
  startKiosk,
}) => {
  test.skip(process.platform !== 'linux', 'the key of the ledger is in the system’s key store');
  const first = await openDoor(startKiosk, boxOffice, network.baseUrl);
  const [waiting = ''] = boxOffice.barcodes('valid', 1);
  await network.cut();
  await first.scanner.scan([waiting]);
  await expectVerdict(first.page, 'admit');
  await expect(first.page.locator('html')).toHaveAttribute('data-pending', '1');
  await rehearse(first.page, true);
  // Not before: the real door would bring its scan to the platform.
  await network.mend();
  const passed = network.passed.length;
  await first.scanner.scan([await ticketOf(first.page, 'valid')]);
  await expectVerdict(first.page, 'admit');
  const ended = first.app.waitForEvent('close');
  process.kill(-(first.app.process().pid ?? NaN), 'SIGKILL');
  await ended;
  expect(network.passed.length).toBe(passed);
  expect(keptLedger(dataDirectory)).toMatchObject({
    quickCheck: 'ok',
    records: [{ code: waiting, upload: { state: 'pending' } }],
  });

  const { page } = await startKiosk({ switches, args: [`--base-url=${network.baseUrl}`] });
  await expectScreen(page, 'ready');
  await expect(page.locator('html')).not.toHaveAttribute('data-rehearsal');
  await expect(page.locator('html')).toHaveAttribute('data-pending', '0', { timeout: 15_000 });
  expect(boxOffice.scansOf(waiting)).toMatchObject([{ offline: true }]);
  expect(asked(boxOffice, '/authenticate')).toBe(1);
});

test('SIGTERM in the middle of a rehearsal ends the real session', async ({
  boxOffice,
  startKiosk,
}) => {
  const { app, page } = await openDoor(startKiosk, boxOffice, boxOffice.baseUrl);
  await rehearse(page, true);
  expect(asked(boxOffice, '/invalidateToken')).toBe(0);
  const ended = app.waitForEvent('close');
  app.process().kill('SIGTERM');
  await ended;
  expect(asked(boxOffice, '/invalidateToken')).toBe(1);
});
