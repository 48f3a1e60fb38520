import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { userOf } from '#tests/support/demo-users.ts';
import { chooseMore, hasTickets, openTheDoor } from './support/door.ts';
import { startHouseDoor } from './support/house-door.ts';
import { test } from './support/kiosk.ts';
import { verdictNumber, watchVerdicts } from './support/verdicts.ts';

test.skip(process.platform !== 'linux', 'what the house is known by is in the system’s key store');

/** Its address is one of a house's network, and its key store one that is there. */
const SWITCHES = [
  ...['-r', join(import.meta.dirname, 'support', 'in-a-network.cjs')],
  '--password-store=basic',
];

test('one of two kiosks is the broker, and the other joins by its code: without the platform, a ticket that either lets in is used at the other', async ({
  boxOffice,
  network,
  dataDirectory,
  startKiosk,
}) => {
  const { baseUrl } = network;
  const [balcony, { page, scanner }] = await Promise.all([
    startHouseDoor({
      dataDirectory: join(dataDirectory, 'balcony'),
      ...{ baseUrl, network: baseUrl, user: userOf(boxOffice) },
      settings: { kioskName: 'Balcony left', repeatWindow: 500 },
    }),
    startKiosk({ switches: SWITCHES, args: [`--base-url=${baseUrl}`] }),
  ]);
  const root = page.locator('html');
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  await expect(root).toHaveAttribute('data-venue', 'off');

  await chooseMore(page, 'Settings');
  await page.getByRole('button', { name: 'House', exact: true }).click();
  await page.getByRole('button', { name: 'Be the broker here' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Be the broker here' }).click();
  await expect(page.getByText('This kiosk is the broker for the others.')).toBeVisible();
  await expect(root).toHaveAttribute('data-venue', 'joined');
  await page.getByRole('button', { name: 'Let another kiosk join' }).click();
  balcony.join(await page.getByText(/^USHERJOIN-/).innerText());
  await expect(page.getByText('Another kiosk has joined.')).toBeVisible();
  await expect(root).toHaveAttribute('data-doors', '1');
  await expect.poll(() => balcony.state()).toMatchObject({ venue: 'joined', doors: 1 });
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Back to the door' }).click();

  await network.cut();
  const seen = await watchVerdicts(page);
  const [here = '', there = ''] = boxOffice.barcodes('valid', 2);
  await scanner.scan([here]);
  expect(await verdictNumber(seen, 1)).toMatchObject({ verdict: 'admit', basis: 'cache' });
  await expect.poll(() => toldIn(balcony.dataDirectory)).toBe(1);
  await balcony.scan([here, there], 1_000);
  const verdicts = () => balcony.verdicts.map(({ kind, basis }) => `${kind} by ${basis}`);
  await expect.poll(verdicts).toEqual(['duplicate by venue', 'admit by cache']);

  await expect.poll(() => toldIn(dataDirectory)).toBe(2);
  await scanner.scan([there]);
  expect(await verdictNumber(seen, 2)).toMatchObject({ verdict: 'duplicate', basis: 'venue' });
  await expect(page.getByText(/This ticket was used at .?Balcony left/)).toBeVisible();
  await balcony.end();
});

/** How many admissions a door knows of. */
function toldIn(folder: string): number {
  const path = join(folder, 'house.db');
  if (!existsSync(path)) return 0;
  const db = new Database(path, { readonly: true });
  try {
    return Number(
      db.prepare(`SELECT count(DISTINCT id) FROM event WHERE kind = 'admitted'`).pluck().get(),
    );
  } finally {
    db.close();
  }
}
