import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  admission,
  apiError,
  DEMO,
  inMinutes,
  openDoor,
  refusal,
  SIGNED_IN,
} from '#tests/renderer/support/builders.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { scan } from '#tests/renderer/support/keys.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';
import { press } from '#tests/renderer/support/press.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

const field = page.getByLabelText('Enter a code by hand');

test('what the door is open for, whose it is, and the time', async () => {
  await openKiosk(openDoor());
  expect(root('screen')).toBe('ready');
  expect(root('connection')).toBe('online');
  expect(root('pending')).toBe('0');
  expect(root('tickets')).toBeNull();
  for (const words of [
    'The Winter’s Tale',
    '19:30',
    /Thursday,? 20 November/,
    'starts in 20 mins',
    'Main foyer',
    'Harbour Theatre',
    '19:10',
    'Online',
    'Scan your ticket',
    'No ticket scanned yet',
  ]) {
    await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  }
  await picture('ready');
});

test.each([
  [{ scope: 'anything-open', clientId: 1, clientName: 'Harbour' }, 'Anything open now'],
  [
    {
      scope: 'production',
      clientId: 1,
      clientName: 'Harbour',
      productionId: 2,
      productionName: 'Exhibition',
    },
    'Any performance',
  ],
  [
    {
      scope: 'performance',
      clientId: 1,
      clientName: 'Harbour',
      productionId: 2,
      productionName: 'Exhibition',
      performanceId: 141,
      performanceStart: null,
    },
    'Performance 141',
  ],
] as const)('open for %o', async (selection, words) => {
  await openKiosk(openDoor({ selection }));
  await expect.element(page.getByText(words)).toBeVisible();
});

test('the last verdict stays as a strip with its time', async () => {
  await openKiosk(openDoor({ lastVerdict: refusal(apiError(12), { at: inMinutes(-3) }) }));
  const strip = page.getByRole('region', { name: 'Last' });
  for (const words of ['Already scanned', 'This ticket was used earlier.', 'Code …3931', '19:07']) {
    await expect.element(strip.getByText(words)).toBeVisible();
  }
  expect(root('verdict')).toBeNull();
  await picture('ready-last');
});

test('a lost session leaves the door open and offers the sign-in', async () => {
  const reason = { type: 'ended-by-platform', error: apiError(6) } as const;
  const session = { status: 'lost', user: SIGNED_IN.user, reason } as const;
  const { main } = await openKiosk(openDoor({ session }));
  await expect.element(page.getByText(/This door stays open/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await scan('ABC123{Enter}');
  await expect.poll(() => main.requests('scan')).toEqual([{ code: 'ABC123', source: 'wedge' }]);
  await picture('ready-lost');
});

test('signing out', async () => {
  const { main } = await openKiosk(openDoor());
  await chooseMore('Sign out');
  expect(main.requests('signOut')).toEqual([null]);
});

describe('a code entered by hand', () => {
  test('Enter checks it; the field is empty and left again', async () => {
    const { main } = await openKiosk(openDoor());
    await field.fill(' 0012 34 ');
    await press('{Enter}');
    expect(main.requests('scan')).toEqual([{ code: '0012 34', source: 'manual' }]);
    await expect.element(field).toHaveValue('');
    await expect.element(field).not.toHaveFocus();
  });

  test('the button checks it', async () => {
    const { main } = await openKiosk(openDoor());
    await field.fill('ABC');
    await page.getByRole('button', { name: 'Check' }).click();
    expect(main.requests('scan')).toEqual([{ code: 'ABC', source: 'manual' }]);
  });

  test('too short: it says so and asks nobody', async () => {
    const { main } = await openKiosk(openDoor());
    await field.fill('AB');
    await press('{Enter}');
    await expect.element(page.getByText('A code has at least 3 characters.')).toBeVisible();
    expect(main.requests('scan')).toEqual([]);
  });
});

describe('in a demonstration', () => {
  test('tickets to try are at hand, and stay there after a verdict', async () => {
    const state = openDoor({ demo: DEMO });
    const { main } = await openKiosk(state);
    await page.getByRole('button', { name: 'Try it' }).click();
    const refunded = page.getByRole('button', { name: 'Check the code: Refunded' });
    await expect.poll(() => document.querySelectorAll('img').length).toBe(DEMO.tickets.length);
    await picture('ready-demo');
    await refunded.click();
    expect(main.requests('scan')).toEqual([{ code: '4006381333962', source: 'manual' }]);

    main.emit(withChanges(state, { verdict: admission() }));
    await expect.element(refunded).not.toBeInTheDocument();
    main.emit(state);
    await expect.element(refunded).toBeInTheDocument();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.element(refunded).not.toBeInTheDocument();
  });

  test('the tickets can be drawn for a scanner that reads nothing but lines', async () => {
    const state = openDoor({ demo: DEMO });
    const { main } = await openKiosk(state);
    await page.getByRole('button', { name: 'Try it' }).click();
    const proportions = () =>
      [...document.querySelectorAll('img')].map(({ width, height }) => width / height > 2);
    await expect.poll(proportions).toEqual(DEMO.tickets.map(() => false));

    await page.getByRole('button', { name: 'Show lines only (Code 128)' }).click();
    await expect.poll(proportions).toEqual(DEMO.tickets.map(() => true));
    await picture('ready-demo-linear');

    main.emit(withChanges(state, { verdict: admission() }));
    main.emit(state);
    await page.getByRole('button', { name: 'Show QR codes' }).click();
    await expect.poll(proportions).toEqual(DEMO.tickets.map(() => false));
  });

  test('and nowhere else', async () => {
    await openKiosk(openDoor());
    await expect.element(page.getByRole('button', { name: 'Try it' })).not.toBeInTheDocument();
  });
});
