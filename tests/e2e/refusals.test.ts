import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBoxOffice } from '#box-office/server.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { openBadNetwork } from '#tests/support/bad-network.ts';
import { expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { letVerdictsLeaveSoon, verdictNumber, watchVerdicts } from './support/verdicts.ts';

test('a ticket that is cancelled while the door is alone: let in, refused later, listed until acknowledged', async ({
  dataDirectory,
  startKiosk,
}) => {
  const data = join(dataDirectory, 'box-office.db');
  const boxOffice = await startBoxOffice({ seed: 1, data });
  const counter = new Database(data);
  const network = await openBadNetwork(boxOffice.baseUrl, systemClock);
  try {
    const { page, scanner } = await startKiosk({ args: [`--base-url=${network.baseUrl}`] });
    await openTheDoor(page, boxOffice);
    await hasTickets(page);
    await letVerdictsLeaveSoon(page);
    const seen = await watchVerdicts(page);
    const [code = ''] = boxOffice.barcodes('valid', 1);

    await network.cut();
    await scanner.scan([code]);
    expect(await verdictNumber(seen, 1)).toMatchObject({ verdict: 'admit', basis: 'cache' });
    counter.prepare("UPDATE ticket SET state = 'voided' WHERE barcode = ?").run(code);
    await network.mend();
    await expectScreen(page, 'ready');
    const look = page.getByRole('button', { name: 'Look at them' });
    await expect(look).toBeVisible({ timeout: 30_000 });
    expect(boxOffice.scansOf(code)).toEqual([]);

    await look.click();
    await expectScreen(page, 'discrepancies');
    const listed = page.getByRole('heading', { name: code });
    await expect(listed).toBeVisible();
    await expect(page.getByText('The ticket was refunded or voided.')).toBeVisible();
    await keepScreenshot(page, 'refusals');

    const saved = await page.evaluate(() => window.kiosk.exportDiscrepancies(null));
    if (!saved.ok) throw new Error('nothing was saved');
    expect(readFileSync(saved.value.path, 'utf8')).toContain(code);
    await page.getByRole('button', { name: `Acknowledge ${code}` }).click();
    await expect(listed).not.toBeVisible();
    await page.getByRole('button', { name: 'Back to the door' }).click();
    await expect(look).not.toBeVisible();
  } finally {
    await network.close();
    counter.close();
    await boxOffice.close();
  }
});
