import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { HouseSetup } from '#shared/model/join.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { inMinutes } from '#tests/renderer/support/builders.ts';
import { ALONE } from '#tests/renderer/support/fake-transport.ts';
import { doorOfHouse } from '#tests/renderer/support/house.ts';
import { picture, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { openSettings, SettingsMain } from '#tests/renderer/support/settings.ts';

const DONE = { ok: true, value: null } as const;
const CODE = 'USHERJOIN5FSS8G1M7Q0B2ZK4T9XVHC3EWR6ADJPN';
const JOINED: Partial<HouseSetup> = {
  ...{ broker: 'mqtt://192.168.7.2:1883', user: 'doors', hasPassword: true },
};

/** The house's part of the settings, of a kiosk that stands so. */
async function openHouseSettings(setup: Partial<HouseSetup>, size: Size = 'laptop') {
  const main = new SettingsMain(doorOfHouse());
  let now: HouseSetup = { ...ALONE, ...setup };
  main.on('houseSetup', () => ({ ok: true, value: now }));
  const become = (more: Partial<HouseSetup>): void => void (now = { ...now, ...more });
  main.on('awaitJoinCode', ({ on }) => {
    become({ joining: on ? 'waiting' : null });
    return DONE;
  });
  main.on('offerJoining', () => {
    become({ offer: 'waiting' });
    return { ok: true, value: { code: CODE, until: inMinutes(5) } };
  });
  main.on('stopOffering', () => {
    become({ offer: null });
    return DONE;
  });
  main.on('setUpHouse', () => DONE);
  main.on('leaveHouse', () => {
    become(ALONE);
    return DONE;
  });
  main.on('hostHouse', () => {
    become({ ...JOINED, isBrokerHere: true });
    return DONE;
  });
  await openSettings('House', { main, size });
  return { main, become };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a kiosk that is alone says so, and how it becomes a door of a house', async () => {
  await openHouseSettings({});
  await expect.element(page.getByText(/This kiosk is alone/)).toBeVisible();
  await expect.element(button('Join by a code')).toBeVisible();
  await expect.element(button('Be the broker here')).toBeVisible();
  await expect.element(button('Let another kiosk join')).not.toBeInTheDocument();
});

test.each([
  ['mqtt://192.168.7.2:1883', true],
  ['mqtts://192.168.7.2:8883', false],
  ['mqtt://localhost:1883', false],
])('that a password can be read on the way to %s is said: %s', async (broker, isSaid) => {
  await openHouseSettings({ ...JOINED, broker });
  const warning = page.getByText(/the password can be read on the way to the broker/);
  await expect.element(page.getByText(broker)).toBeVisible();
  expect(warning.elements()).toHaveLength(isSaid ? 1 : 0);
  await button('Change').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Broker’s address').fill('mqtt://10.0.0.7');
  await expect
    .element(dialog.getByText(/the password can be read on the way to the broker/))
    .toBeVisible();
  await dialog.getByLabelText('Broker’s address').fill('mqtts://10.0.0.7');
  await expect
    .element(dialog.getByText(/the password can be read on the way to the broker/))
    .not.toBeInTheDocument();
});

test('a scanned code of another kiosk makes this one a door of its house', async () => {
  const { main, become } = await openHouseSettings({});
  await button('Join by a code').click();
  await expect.poll(() => main.requests('awaitJoinCode')).toEqual([{ on: true }]);
  await expect.element(page.getByText('Waiting for a scanner')).toBeVisible();
  await expectAccessible();
  await picture('join-by-code');
  become({ joining: 'asking' });
  await expect.element(page.getByText('Asking the other kiosk')).toBeVisible();
  become({ ...JOINED, joining: 'joined' });
  await expect.element(page.getByText('This kiosk is a door of the house now.')).toBeVisible();
  await button('Close').click();
  await expect.element(page.getByText('mqtt://192.168.7.2:1883')).toBeVisible();
  expect(main.requests('awaitJoinCode').at(-1)).toEqual({ on: false });
});

test('asks before a code replaces a membership, and names the new broker', async () => {
  const { main, become } = await openHouseSettings(JOINED);
  const broker = 'mqtt://10.0.0.66:1883';
  main.on('confirmJoining', () => {
    become({ broker, joining: 'joined', newBroker: null });
    return { ok: true, value: 'joined' };
  });
  await button('Join by a code').click();
  become({ joining: 'confirming', newBroker: broker });
  await expect.element(page.getByRole('alert')).toBeVisible();
  // Isolated from the sentence's direction, as every inserted text.
  expect(page.getByRole('alert').element().textContent).toContain(broker);
  await expectAccessible();
  expect(main.requests('confirmJoining')).toEqual([]);
  await button('Move').click();
  await expect.element(page.getByText('This kiosk is a door of the house now.')).toBeVisible();
  expect(main.requests('confirmJoining')).toEqual([{ broker }]);
});

test('says that an expired dialog takes no code any more', async () => {
  const { become } = await openHouseSettings({});
  await button('Join by a code').click();
  become({ joining: 'not-waiting' });
  await expect.element(page.getByText(/no longer waits for a code/)).toBeVisible();
  await expect.element(page.getByText('Waiting for a scanner')).not.toBeInTheDocument();
});

test('a code can be typed, and what is wrong with it is said beside it', async () => {
  const { main, become } = await openHouseSettings({});
  main.on('joinHouse', () => {
    become({ joining: 'no-join-code' });
    return { ok: false, error: { type: 'no-join-code' } };
  });
  await button('Join by a code').click();
  await page.getByLabelText('Code').fill('usherjoin-5fss');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => main.requests('joinHouse')).toEqual([{ code: 'usherjoin-5fss' }]);
  await expect.element(page.getByText(/This is no code for joining/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test.each<Size>(['laptop', 'small', 'portrait'])(
  'a code for another kiosk is shown large, to scan and to type, on a %s screen',
  async (size) => {
    const { become, main } = await openHouseSettings(JOINED, size);
    await button('Let another kiosk join').click();
    await expect.element(page.getByRole('img', { name: 'Code' })).toBeVisible();
    await expect
      .element(page.getByText('USHERJOIN-5FSS-8G1M-7Q0B-2ZK4-T9XV-HC3E-WR6A-DJPN'))
      .toBeVisible();
    await expect.element(page.getByText(/Counts once, and for 5 mins/)).toBeVisible();
    await expectAccessible();
    await picture(`join-offer-${size}`);
    become({ offer: 'taken' });
    await expect.element(page.getByText('Another kiosk has joined.')).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'Code' })).not.toBeInTheDocument();
    await button('Show a new code').click();
    await expect.poll(() => main.requests('offerJoining')).toHaveLength(2);
    await button('Close').click();
    await expect.poll(() => main.requests('stopOffering')).toHaveLength(1);
  },
);

test('without an address in the house’s network no code is shown, and it is said why', async () => {
  const { main } = await openHouseSettings(JOINED);
  main.on('offerJoining', () => ({ ok: false, error: { type: 'no-address' } }));
  await button('Let another kiosk join').click();
  await expect.element(page.getByText(/no address in a private network/)).toBeVisible();
});

test('a broker is typed; secrets that were kept stay where they are left empty', async () => {
  const { main } = await openHouseSettings(JOINED);
  await button('Change').click();
  await expect.element(page.getByLabelText('Broker’s address')).toHaveValue(JOINED.broker);
  await expect.element(page.getByLabelText('Password')).toHaveValue('');
  await expectAccessible();
  await page.getByLabelText('Broker’s address').fill('mqtts://broker.house.example:8883');
  main.on('setUpHouse', () => ({ ok: false, error: { type: 'wrong-key' } }));
  await button('Save').click();
  await expect.element(page.getByText(/at least 16 characters/)).toBeVisible();
  main.on('setUpHouse', () => DONE);
  await page.getByLabelText('Key of the house').fill('the same at all doors');
  await button('Save').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(main.requests('setUpHouse').at(-1)).toEqual({
    ...{ broker: 'mqtts://broker.house.example:8883', user: 'doors' },
    ...{ password: null, key: 'the same at all doors' },
  });
});

test('being the broker, and leaving the house, are asked about before', async () => {
  const { main } = await openHouseSettings({});
  await button('Be the broker here').click();
  await expect.element(page.getByText(/has to stay on/)).toBeVisible();
  await button('Cancel').click();
  expect(main.requests('hostHouse')).toEqual([]);
  await button('Be the broker here').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Be the broker here' }).click();
  await expect.element(page.getByText('This kiosk is the broker for the others.')).toBeVisible();
  await button('Leave the house').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the house' }).click();
  await expect.element(page.getByText(/This kiosk is alone/)).toBeVisible();
});

test('what a settings file of many kiosks says is only shown, and others can join all the same', async () => {
  await openHouseSettings({ ...JOINED, isManaged: true });
  await expect.element(button('Let another kiosk join')).toBeVisible();
  await expect.element(button('Change')).not.toBeInTheDocument();
  await expect.element(button('Leave the house')).not.toBeInTheDocument();
});
