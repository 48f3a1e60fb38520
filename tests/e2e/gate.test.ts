import { expect, type Page } from '@playwright/test';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SETTINGS } from '#shared/model/settings.ts';
import { chooseMore, expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { verdictNumber, watchVerdicts } from './support/verdicts.ts';

const PIN = '2468';
/** Milliseconds between two keys of a person: no scanner is that slow. */
const BY_HAND = { delay: 150 };

/** All tickets belong upstairs, and this kiosk stands at the stalls. */
const ENTRANCES = [
  'entrance;name;arrow;way;section',
  'stalls;Stalls;;;There is no such section',
  'balcony;Balcony, left;up-left;Up the stairs, left;*',
].join('\r\n');

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** How long verdicts stay from the next one on: as short as may be where they are waited out, long where one is answered. */
async function verdictsStay(page: Page, limit: 'min' | 'max'): Promise<void> {
  const change = { verdictTime: SETTINGS.verdictTime.limits[limit] };
  const set = await page.evaluate((change) => window.kiosk.changeSettings({ change }), change);
  expect(set.ok).toBe(true);
}

/** A gate that is opened by a request. */
async function startGate() {
  const heard: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    heard.push(request.url);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise((closed) => {
      server.closeAllConnections();
      server.close(closed);
    });
  return { heard, url: `http://127.0.0.1:${port}/gate/{verdict}`, close };
}

test('a gate opens once for each guest who is let in: by the platform, by the duty manager, or from another entrance; not for others', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  // A whole evening, with verdicts that are waited out.
  test.setTimeout(120_000);
  const gate = await startGate();
  const settings = join(dataDirectory, 'fleet.json');
  const output = { name: 'Gate', pulse: 200, way: { type: 'http', url: gate.url } };
  writeFileSync(settings, JSON.stringify({ outputs: [output] }));
  const args = [`--base-url=${boxOffice.baseUrl}`, `--settings=${settings}`];
  const { page, scanner } = await startKiosk({ args });
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  const seen = await watchVerdicts(page);
  const [valid = '', upstairs = '', last = ''] = boxOffice.barcodes('valid', 3);
  const [voided = ''] = boxOffice.barcodes('voided', 1);
  const opened = (times: number) =>
    expect.poll(() => gate.heard).toEqual(Array(times).fill('/gate/admit'));

  await scanner.scan([valid, valid]);
  expect(await verdictNumber(seen, 1)).toMatchObject({ verdict: 'admit', basis: 'platform' });
  expect(await verdictNumber(seen, 2)).toMatchObject({ verdict: 'admit', basis: 'repeat' });
  await page.evaluate((pin) => window.kiosk.setPin({ pin }), PIN);
  await page.evaluate(() => window.kiosk.lock(null));
  await scanner.scan([voided]);
  expect(await verdictNumber(seen, 3)).toMatchObject({ verdict: 'reject' });
  await opened(1);

  // The duty manager decides otherwise.
  await click(page, 'Duty manager');
  await expectScreen(page, 'unlock');
  await page.keyboard.type(PIN, BY_HAND);
  await page.keyboard.press('Enter');
  await page.getByText('The box office has confirmed it').click();
  await keepScreenshot(page, 'let-in-anyway');
  await verdictsStay(page, 'min');
  await click(page, 'Let in');
  expect(await verdictNumber(seen, 4)).toMatchObject({ verdict: 'admit', basis: 'staff' });
  await opened(2);
  expect(boxOffice.scansOf(voided), 'the platform calls it void').toEqual([]);
  const numbers = await page.evaluate(() => window.kiosk.statistics({ hours: 12 }));
  expect(numbers).toMatchObject({ value: { overruled: 1 } });

  await expectScreen(page, 'ready');
  await verdictsStay(page, 'max');
  await chooseMore(page, 'Settings');
  await click(page, 'Entrances');
  const file = { name: 'entrances.csv', mimeType: 'text/csv', buffer: Buffer.from(ENTRANCES) };
  await page.locator('input[type=file]').setInputFiles(file);
  await click(page, 'Save the list');
  await page.getByLabel('This kiosk stands at').selectOption('Stalls');
  await expect(page.getByText('Saved: This kiosk stands at.')).toBeVisible();
  await page.keyboard.press('Escape');
  const asked = () => boxOffice.requests.filter(({ path }) => path.endsWith('validateTicket'));
  const before = asked().length;
  await scanner.scan([upstairs]);
  expect(await verdictNumber(seen, 5)).toMatchObject({ verdict: 'elsewhere', basis: 'cache' });
  await expect(page.locator('.glyph [data-arrow=up-left]')).toBeVisible();
  expect(asked()).toHaveLength(before);
  expect(boxOffice.scansOf(upstairs)).toEqual([]);
  await click(page, 'Let in here all the same');
  expect(await verdictNumber(seen, 6)).toMatchObject({ verdict: 'admit', basis: 'platform' });
  expect(boxOffice.scansOf(upstairs)).toHaveLength(1);
  await opened(3);

  // The gate is dead: the guest has the verdict as ever, and the readiness page says it.
  await gate.close();
  await scanner.scan([last]);
  expect(await verdictNumber(seen, 7)).toMatchObject({ verdict: 'elsewhere' });
  await verdictsStay(page, 'min');
  await click(page, 'Let in here all the same');
  expect(await verdictNumber(seen, 8)).toMatchObject({ verdict: 'admit', basis: 'platform' });
  await expectScreen(page, 'ready');
  await page.getByRole('button', { name: /^Readiness/ }).click();
  const line = page.getByRole('region', { name: 'Gates and signals' });
  await expect(line.getByText(/Gate.*nobody answers at its address/)).toBeVisible();
  await line.scrollIntoViewIfNeeded();
  await keepScreenshot(page, 'readiness-dead-gate');
});
