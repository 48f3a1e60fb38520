import { expect, test } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBoxOffice } from '#box-office/server.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { expectScreen, hasTickets, openTheDoor } from '#tests/e2e/support/door.ts';
import { watchVerdicts } from '#tests/e2e/support/verdicts.ts';
import { openBadNetwork } from '#tests/support/bad-network.ts';
import { keptLedger } from '#tests/support/kept-ledger.ts';
import { fillDisk, freeDisk, mountSmallDisk, unmountDisk } from '#tests/support/small-disk.ts';
import { startOnWindows } from './kiosk.ts';

/** More than come to their verdicts before the kiosk is killed. */
const RUSH = 30;

test('an evening on Windows: online, offline, killed in a rush, and nothing is lost', async () => {
  test.setTimeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'usher-windows-evening-'));
  const boxOffice = await startBoxOffice({ seed: 1 });
  const network = await openBadNetwork(boxOffice.baseUrl, systemClock);
  try {
    const [online = '', offline = '', ...rush] = boxOffice.barcodes('valid', RUSH + 2);
    const kiosk = await startOnWindows(folder, network.baseUrl);
    await openTheDoor(kiosk.page, boxOffice);
    await hasTickets(kiosk.page);
    const root = kiosk.page.locator('html');
    await kiosk.scan([online]);
    await expect(root).toHaveAttribute('data-verdict', 'admit');
    await expect(root).toHaveAttribute('data-basis', 'platform');

    await network.cut();
    const seen = await watchVerdicts(kiosk.page);
    await kiosk.scan([offline]);
    await expect.poll(seen).toMatchObject([{ verdict: 'admit', basis: 'cache' }]);

    // In the middle of a rush the process is gone.
    const scanning = kiosk.scan(rush).catch(() => undefined);
    await expect.poll(async () => (await seen()).length).toBeGreaterThan(5);
    const shown = await seen();
    await kiosk.kill();
    await scanning;
    const kept = keptLedger(folder);
    expect(kept.quickCheck).toBe('ok');
    // A verdict shows the end of its code: first the one before the rush, then the rush in its order.
    const admitted = kept.records.map(({ code }) => code);
    for (const [index, { text }] of shown.entries()) {
      const code = [offline, ...rush][index] ?? '';
      expect(text).toContain(code.slice(-4));
      expect(admitted, 'whatever was shown is on the disk').toContain(code);
    }
    const letIn = kept.records.filter(({ upload }) => upload !== null).length;
    expect(letIn).toBeGreaterThan(5);

    // The session goes on without a password, the ledger knows whom it let in, and what waited goes up.
    const again = await startOnWindows(folder, network.baseUrl);
    await expectScreen(again.page, 'ready');
    await again.scan([online]);
    await expect(again.page.locator('html')).toHaveAttribute('data-verdict', 'duplicate');
    await network.mend();
    await expect(again.page.locator('html')).toHaveAttribute('data-pending', '0', {
      timeout: 30_000,
    });
    await again.scan([offline]);
    await expect(again.page.locator('html')).toHaveAttribute('data-verdict', 'duplicate');
    await again.page.getByRole('button', { name: 'More', exact: true }).click();
    await again.page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expectScreen(again.page, 'sign-in');
    const asked = (endpoint: string) =>
      boxOffice.requests.filter(({ path }) => path.endsWith(endpoint)).length;
    await expect.poll(() => asked('/invalidateToken')).toBe(1);
    expect(asked('/authenticate')).toBe(1);
    await again.kill();
    const uploads = keptLedger(folder).records.flatMap(({ upload }) => upload?.state ?? []);
    expect(uploads).toEqual(Array.from({ length: letIn }, () => 'recorded'));
  } finally {
    await network.close();
    await boxOffice.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('names that resolve slowly on Windows: a guest waits no longer than ever, and is let in by the snapshot', async () => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'usher-windows-names-'));
  const boxOffice = await startBoxOffice({ seed: 1, tickets: 400 });
  const network = await openBadNetwork(boxOffice.baseUrl, systemClock);
  try {
    const byName = network.baseUrl.replace('127.0.0.1', 'localhost');
    const kiosk = await startOnWindows(folder, byName, { SLOW_NAMES: '3000' });
    await openTheDoor(kiosk.page, boxOffice);
    await hasTickets(kiosk.page);
    // All connections die, and each new one has to find the name first.
    await network.cut();
    await network.mend();
    const seen = await watchVerdicts(kiosk.page);
    const [code = ''] = boxOffice.barcodes('valid', 1);
    await kiosk.scan([code]);
    await expect.poll(seen).toMatchObject([{ verdict: 'admit', basis: 'cache' }]);
    await expect(kiosk.page.locator('html')).toHaveAttribute('data-pending', '0', {
      timeout: 30_000,
    });
    await kiosk.kill();
  } finally {
    await network.close();
    await boxOffice.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a disk that is full on Windows: nobody is let in, and once there is room they are', async () => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'usher-windows-disk-'));
  test.skip(!mountSmallDisk(folder, 256), 'this user may not mount a small disk');
  const boxOffice = await startBoxOffice({ seed: 1, tickets: 400 });
  try {
    const [first = '', second = ''] = boxOffice.barcodes('valid', 2);
    const kiosk = await startOnWindows(folder, boxOffice.baseUrl);
    await openTheDoor(kiosk.page, boxOffice);
    await hasTickets(kiosk.page);
    const root = kiosk.page.locator('html');
    await kiosk.scan([first]);
    await expect(root).toHaveAttribute('data-verdict', 'admit');
    fillDisk(folder);
    await kiosk.scan([second]);
    await expectScreen(kiosk.page, 'fault');
    freeDisk(folder);
    await expectScreen(kiosk.page, 'ready');
    await kiosk.scan([second]);
    await expect(root).toHaveAttribute('data-sequence', '2');
    await expect(root).toHaveAttribute('data-verdict', 'admit');
    await kiosk.kill();
  } finally {
    await boxOffice.close();
    unmountDisk(folder);
    rmSync(folder, { recursive: true, force: true });
  }
});
