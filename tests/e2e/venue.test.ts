import { expect } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_IDS } from '#box-office/demo/programme.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { deriveHouseKeys, TicketMarks } from '#main/venue/house-keys.ts';
import { HouseReader } from '#main/venue/house-reader.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { House } from '#main/venue/house.ts';
import { HOUR } from '#shared/time.ts';
import { lacksMosquitto, startMosquitto } from '#tests/support/mosquitto.ts';
import { hasTickets, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { verdictNumber, watchVerdicts } from './support/verdicts.ts';

const KEY = 'Theater am Markt, alle Türen';

test.skip(lacksMosquitto, 'there is no Mosquitto');

test('a ticket that another door has let in is used here, and the screen says at which door', async ({
  boxOffice,
  dataDirectory,
  startKiosk,
}) => {
  const folder = join(dataDirectory, 'broker');
  mkdirSync(folder);
  const broker = await startMosquitto(folder);
  const settings = join(dataDirectory, 'fleet.json');
  const venue = { venueBroker: broker.url, venueKey: KEY };
  writeFileSync(settings, JSON.stringify({ kioskName: 'Foyer right', ...venue }));
  const args = [`--base-url=${boxOffice.baseUrl}`, `--settings=${settings}`];
  const { page, scanner } = await startKiosk({ args });
  const root = page.locator('html');
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  await expect(root).toHaveAttribute('data-venue', 'joined');
  await expect(root).toHaveAttribute('data-doors', '0');

  const keys = await deriveHouseKeys(KEY);
  const store = HouseStore.open(join(folder, 'left.db'));
  const left = new House({
    ...{ keys, store, clock: systemClock },
    broker: { url: broker.url, user: null, password: null, ca: null },
    onNews: () => undefined,
    onChange: () => undefined,
  });
  await expect(root).toHaveAttribute('data-doors', '1');
  const [code = ''] = boxOffice.barcodes('valid', 1);
  const clientRef = { baseUrl: boxOffice.baseUrl, clientId: DEMO_IDS.clientId };
  const mark = new TicketMarks(keys).of(clientRef, code);
  left.tell([
    {
      ...{ type: 'admission', id: randomUUID(), door: 'Balcony left', ...clientRef },
      mark,
      ...{ ticketId: null, performanceId: null, isSettled: false },
      ...{ at: Date.now() - 1_000, until: Date.now() + HOUR },
    },
  ]);
  const seen = await watchVerdicts(page);
  const reader = new HouseReader(join(dataDirectory, 'house.db'));
  await expect.poll(() => reader.admissions(clientRef, mark, null, Date.now()).length).toBe(1);
  reader.close();
  await scanner.scan([code]);
  expect(await verdictNumber(seen, 1)).toMatchObject({ verdict: 'duplicate', basis: 'venue' });
  await expect(page.getByText(/This ticket was used at .?Balcony left/)).toBeVisible();
  await keepScreenshot(page, 'venue-used-at-another-door');
  expect(boxOffice.scansOf(code)).toEqual([]);

  await broker.kill();
  await expect(root).toHaveAttribute('data-venue', 'lost');
  left.close();
  store.close();
});
