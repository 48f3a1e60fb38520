import { expect } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_IDS } from '#box-office/demo/programme.ts';
import { machineAddresses } from '#main/base/machine-addresses.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { TicketMarks, type HouseKeys } from '#main/venue/house-keys.ts';
import { DoorTrust } from '#main/venue/door-trust.ts';
import { HouseReader } from '#main/venue/house-reader.ts';
import { DoorRegister } from '#main/venue/door-register.ts';
import { HoldRegister } from '#main/venue/hold-register.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import { House } from '#main/venue/house.ts';
import { joinHouse } from '#main/venue/join-house.ts';
import { HOUR } from '#shared/time.ts';
import { SALT, idOf, keyOf, keysOf } from '#tests/support/door-keys.ts';
import { freePort } from '#tests/support/free-port.ts';
import { lacksMosquitto, startMosquitto } from '#tests/support/mosquitto.ts';
import { admission, doorReport } from '../main/venue/support/air.ts';
import { hasTickets, openTheDoor } from './support/door.ts';
import { startGate } from './support/gate.ts';
import { test } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';
import { verdictNumber, watchVerdicts } from './support/verdicts.ts';

const RULES = {
  reentry: 'always',
  reentryWithin: null,
  capacity: null,
  capacityStops: false,
} as const;
const KEY = 'Theater am Markt, alle Türen';

/** What a gate tells of who went through. */
const THROUGH = {
  ...{ name: 'Gate', count: 45, passed: 41, notPassed: 2 },
  ...{ isFaulty: false, isUnread: false },
};

/** Whether this kiosk knows of an order to hold the doors. */
async function isHeld() {
  const state = await window.kiosk.state(null);
  return state.ok ? state.value.slices.peers.hold.order?.isHeld : undefined;
}

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
  const metrics = { metricsPort: await freePort(), metricsAddress: '0.0.0.0' };
  const gate = await startGate();
  const outputs = [
    { name: 'Gate', pulse: 50, follows: ['admit', 'exit'], way: { type: 'http', url: gate.url } },
  ];
  const venue = { venueBroker: broker.url, venueKey: KEY, venueSalt: SALT, outputs, ...metrics };
  writeFileSync(
    settings,
    JSON.stringify({ kioskName: 'Foyer right', reentry: 'always', verdictTime: 2_000, ...venue }),
  );
  const args = [`--base-url=${boxOffice.baseUrl}`, `--settings=${settings}`];
  const { page, scanner } = await startKiosk({ args });
  const root = page.locator('html');
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  await expect(root).toHaveAttribute('data-venue', 'joined');
  await expect(root).toHaveAttribute('data-doors', '0');

  const keys = await keysOf(KEY);
  const doors = [openDoor(folder, { name: 'Balcony left', url: broker.url, keys })];
  const [left] = doors;
  await expect(root).toHaveAttribute('data-doors', '1');
  const [code = ''] = boxOffice.barcodes('valid', 1);
  const clientRef = { baseUrl: boxOffice.baseUrl, clientId: DEMO_IDS.clientId };
  const ticketHash = new TicketMarks(keys).of(clientRef, code);
  const ofCode = { ...clientRef, ticketHash, ticketId: null, performanceId: null };
  const until = Date.now() + HOUR;
  const at = Date.now() - 1_000;
  left?.house.tell([
    admission('Balcony left', {
      id: keyOf('Balcony left').newId(),
      door: 'Balcony left',
      ...ofCode,
      at,
      until,
    }),
  ]);
  const seen = await watchVerdicts(page);
  const reader = new HouseReader(join(dataDirectory, 'house.db'));
  await expect.poll(() => reader.events(clientRef, ticketHash, []).events.length).toBe(1);
  reader.close();
  await scanner.scan([code]);
  expect(await verdictNumber(seen, 1)).toMatchObject({ verdict: 'duplicate', basis: 'venue' });
  await expect(page.getByText(/This ticket was used at .?Balcony left/)).toBeVisible();
  await keepScreenshot(page, 'venue-used-at-another-door');
  expect(boxOffice.scansOf(code)).toEqual([]);

  // That door holds all of them: nothing is spent until they go on.
  const [held = ''] = boxOffice.barcodes('valid', 2).slice(1);
  const order = { kioskId: idOf('Balcony left'), door: 'Balcony left', at: Date.now() };
  left?.house.orderHold({ ...order, isHeld: true });
  await expect(
    page.getByText(/The doors are held since .*, by order of .?Balcony left/),
  ).toBeVisible();
  await keepScreenshot(page, 'hold-door');
  await scanner.scan([held]);
  expect(await verdictNumber(seen, 2)).toMatchObject({ verdict: 'held', basis: 'venue' });
  await keepScreenshot(page, 'hold');
  expect(boxOffice.scansOf(held)).toEqual([]);
  expect(gate.heard, 'no gate opens').toEqual([]);
  left?.house.orderHold({ ...order, isHeld: false });
  await expect(page.getByRole('heading', { name: 'Please wait' })).toHaveCount(0);
  await scanner.scan([held]);
  expect(await verdictNumber(seen, 3)).toMatchObject({ verdict: 'admit', basis: 'platform' });
  await expect.poll(() => gate.heard).toEqual(['/gate/admit']);

  // The same guest leaves, and comes in again.
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Make this a way out' }).click();
  await expect(page.getByRole('heading', { name: 'Way out' })).toBeVisible();
  await keepScreenshot(page, 'way-out');
  await scanner.scan([held]);
  expect(await verdictNumber(seen, 4)).toMatchObject({ verdict: 'exit', basis: 'venue' });
  await keepScreenshot(page, 'exit');
  await expect.poll(() => gate.heard).toEqual(['/gate/admit', '/gate/exit']);
  // Held again, and whoever wants to go out goes out.
  left?.house.orderHold({ ...order, isHeld: true });
  await expect.poll(() => page.evaluate(isHeld)).toBe(true);
  await scanner.scan([code]);
  expect(await verdictNumber(seen, 5)).toMatchObject({ verdict: 'exit' });
  await expect.poll(() => gate.heard).toEqual(['/gate/admit', '/gate/exit', '/gate/exit']);
  left?.house.orderHold({ ...order, isHeld: false });
  await expect.poll(() => page.evaluate(isHeld)).toBe(false);
  await page.getByRole('button', { name: 'Make this a way in' }).click();
  await scanner.scan([held]);
  expect(await verdictNumber(seen, 6)).toMatchObject({ verdict: 'admit', basis: 'venue' });
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await keepScreenshot(page, 'welcome-back');
  expect(boxOffice.scansOf(held), 'the platform knows of one scan').toHaveLength(1);

  // The duty manager's page, with two doors and with two dozen.
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'House' }).click();
  await expect(page.getByText('Balcony left')).toBeVisible();
  await expect(page.getByText('Foyer right this door')).toBeVisible();
  await expect(page.getByText(/Gate.*41 of 45 through, 2 not/)).toBeVisible();
  await keepScreenshot(page, 'house');

  // The same on a phone, for whoever has the link.
  await page.getByRole('button', { name: 'On a phone' }).click();
  if (machineAddresses().length > 0) {
    const link = await page.getByText(/^http:.*\/house\//).innerText();
    await expect(page.getByRole('img', { name: 'Address for a phone' })).toBeVisible();
    const shown = await fetch(link);
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain('Balcony left');
    expect((await fetch(link.slice(0, -1))).status).toBe(404);
  } else {
    await expect(page.getByText(/This machine has no address in a network/)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  for (let number = 2; number < 24; number += 1) {
    const place = ['Balcony', 'Circle', 'Stalls', 'Gallery'][number % 4];
    doors.push(openDoor(folder, { name: `${place} ${number}`, url: broker.url, keys }));
  }
  await expect(page.getByRole('list', { name: 'Doors' }).getByRole('listitem')).toHaveCount(24);
  await keepScreenshot(page, 'house-24-doors');

  // A door that says that the whole house has come in.
  const [good = ''] = boxOffice.barcodes('valid', 3).slice(2);
  const goodHash = new TicketMarks(keys).of(clientRef, good);
  left?.house.tell(
    Array.from({ length: 1_000 }, (_, number) =>
      admission('Balcony left', {
        ...{ ...ofCode, id: keyOf('Balcony left').newId(), door: 'Balcony left' },
        ticketHash: number === 0 ? goodHash : `hash ${number}`,
        ...{ at: Date.now() - 60_000, until },
      }),
    ),
  );
  // Two dozen doors of this test take it all in, in one thread.
  await expect(page.getByText(/Balcony left.* reports .* within ten minutes/)).toBeVisible({
    timeout: 40_000,
  });
  await keepScreenshot(page, 'house-suspicious');
  await page.getByRole('button', { name: 'Back to the door' }).click();
  await scanner.scan([good]);
  expect(await verdictNumber(seen, 7)).toMatchObject({ verdict: 'undecided' });
  await expect(page.getByText('May have been used at another door.')).toBeVisible();
  await keepScreenshot(page, 'venue-doubted-claim');
  expect(boxOffice.scansOf(good)).toEqual([]);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'House' }).click();
  await page.getByRole('button', { name: 'Disregard this door' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disregard this door' }).click();
  await expect(page.getByText(/disregarded since/)).toBeVisible();
  await expect(page.getByText('5,002 let in tonight')).toBeHidden();
  doors.pop()?.close();

  // Another kiosk joins by the code that this one shows.
  await page.getByRole('button', { name: 'Back to the door' }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'House', exact: true }).click();
  await page.getByRole('button', { name: 'Let another kiosk join' }).click();
  await expect(page.getByRole('img', { name: 'Code' })).toBeVisible();
  await keepScreenshot(page, 'join');
  const joinCode = await page.getByText(/^USHERJOIN-/).innerText();
  expect(await joinHouse(joinCode, new AbortController().signal)).toMatchObject({
    ok: true,
    value: { key: KEY },
  });
  await expect(page.getByText('Another kiosk has joined.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Back to the door' }).click();

  await broker.kill();
  await expect(root).toHaveAttribute('data-venue', 'lost');
  for (const door of doors) door.close();
  await gate.close();
});

/** Another door of the house, as its thread runs it. */
function openDoor(
  folder: string,
  { name, url, keys }: { name: string; url: string; keys: HouseKeys },
) {
  const db = openHouseFile(join(folder, `${name}.db`));
  const now = (): number => Date.now();
  const key = keyOf(name);
  const store = new HouseStore(db, key);
  const house = new House({
    ...{ keys, key, store, register: new DoorRegister(db) },
    ...{ hold: new HoldRegister(db, key, store.origin), quarantined: 0, clock: systemClock },
    trust: new DoorTrust({
      ...{ db, key, name: () => name, clock: systemClock, now, onChange: () => undefined },
    }),
    broker: { url, user: null, password: null, ca: null },
    onNews: () => undefined,
    onCopies: () => undefined,
    onCopyMessage: () => undefined,
    onChange: () => undefined,
  });
  house.reportThat(
    doorReport(name, { name, rules: RULES, copyFrom: Date.now(), gates: [THROUGH] }),
    Date.now(),
  );
  return {
    house,
    close() {
      void house.close().then(() => db.close());
    },
  };
}
