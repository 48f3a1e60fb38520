import { expect, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '#shared/model/settings.ts';
import { chooseMore, expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { startGate } from './support/gate.ts';
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

/**
 * Scans tickets until one was let in whose party has at least two good tickets left; returns how many were scanned, and
 * what the list says of two of those.
 */
async function scanOneOfAParty(
  page: Page,
  scan: (code: string) => Promise<unknown>,
  codes: readonly string[],
) {
  for (const [at, code] of codes.entries()) {
    await scan(code);
    const found = await page.evaluate(async () => {
      const state = await window.kiosk.state(null);
      const entryId = state.ok ? state.value.slices.verdict.shown?.entryId : undefined;
      return window.kiosk.findParty({ entryId: entryId ?? '' });
    });
    const good = found.ok ? found.value.tickets.filter(({ isGood }) => isGood) : [];
    const [one, two] = good;
    if (one !== undefined && two !== undefined) return { scanned: at + 1, mates: [one, two] };
  }
  throw new Error('nobody has come with others');
}

test('a gate opens once for each guest who is let in: by the platform, by the duty manager, with a party, or from another entrance; not for others', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
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
  // No order has so many tickets that one of these goes with one of those.
  const others = boxOffice.barcodes('valid', 40).slice(-20);
  const opened = (times: number) =>
    expect.poll(() => gate.heard).toEqual(Array(times).fill('/gate/admit'));

  await scanner.scan([valid, valid]);
  expect(await verdictNumber(seen, 1)).toMatchObject({ verdict: 'admit', basis: 'platform' });
  expect(await verdictNumber(seen, 2)).toMatchObject({ verdict: 'admit', basis: 'repeat' });
  await page.evaluate((pin) => window.kiosk.setPin({ pin }), PIN);
  await verdictsStay(page, 'max');

  // Somebody has the tickets of all who came along: they are let in from a list, behind the PIN.
  let number = 2;
  const { scanned, mates } = await scanOneOfAParty(
    page,
    async (code) => {
      await scanner.scan([code]);
      await verdictNumber(seen, (number += 1));
    },
    others,
  );
  await opened(1 + scanned);
  await page.evaluate(() => window.kiosk.lock(null));
  await click(page, 'Rest of the party');
  await expectScreen(page, 'unlock');
  await page.keyboard.type(PIN, BY_HAND);
  await page.keyboard.press('Enter');
  await expectScreen(page, 'party');
  // In the list, and not anywhere: for a minute of each hour the clock ends with the same number.
  const list = page.getByRole('list', { name: 'Tickets that may belong together' });
  for (const { ticketId } of mates) {
    await list.getByText(new RegExp(`\\b${ticketId}$`)).click();
  }
  await keepScreenshot(page, 'party-list');
  await click(page, 'Let in those ticked (2)');
  await expect(page.getByText('2 of 2 let in.')).toBeVisible();
  await opened(1 + scanned + 2);
  const came = gate.heard.length;
  await click(page, 'Done');
  await expect(page.locator('html')).not.toHaveAttribute('data-screen', 'party');
  expect((await seen()).length, 'the list has told their verdicts').toBe(number);

  await page.evaluate(() => window.kiosk.lock(null));
  await scanner.scan([voided]);
  expect(await verdictNumber(seen, number + 1)).toMatchObject({ verdict: 'reject' });
  await opened(came);

  // The duty manager decides otherwise.
  await click(page, 'Duty manager');
  await expectScreen(page, 'unlock');
  await page.keyboard.type(PIN, BY_HAND);
  await page.keyboard.press('Enter');
  await page.getByText('The box office has confirmed it').click();
  await keepScreenshot(page, 'let-in-anyway');
  await verdictsStay(page, 'min');
  await click(page, 'Let in');
  expect(await verdictNumber(seen, number + 2)).toMatchObject({ verdict: 'admit', basis: 'staff' });
  await opened(came + 1);
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
  expect(await verdictNumber(seen, number + 3)).toMatchObject({
    ...{ verdict: 'elsewhere', basis: 'cache' },
  });
  await expect(page.locator('.glyph [data-arrow=up-left]')).toBeVisible();
  expect(asked()).toHaveLength(before);
  expect(boxOffice.scansOf(upstairs)).toEqual([]);
  await click(page, 'Let in here all the same');
  expect(await verdictNumber(seen, number + 4)).toMatchObject({
    ...{ verdict: 'admit', basis: 'platform' },
  });
  expect(boxOffice.scansOf(upstairs)).toHaveLength(1);
  await opened(came + 2);

  // The gate is dead: the guest has the verdict as ever, and the readiness page says it.
  await gate.close();
  await scanner.scan([last]);
  expect(await verdictNumber(seen, number + 5)).toMatchObject({ verdict: 'elsewhere' });
  await verdictsStay(page, 'min');
  await click(page, 'Let in here all the same');
  expect(await verdictNumber(seen, number + 6)).toMatchObject({
    ...{ verdict: 'admit', basis: 'platform' },
  });
  await expectScreen(page, 'ready');
  await page.getByRole('button', { name: /^Readiness/ }).click();
  const line = page.getByRole('region', { name: 'Gates and signals' });
  await expect(line.getByText(/Gate.*nobody answers at its address/)).toBeVisible();
  await line.scrollIntoViewIfNeeded();
  await keepScreenshot(page, 'dead-gate');
});
