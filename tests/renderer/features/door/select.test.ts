import type { ScanningClient } from '#shared/api/index.ts';
import type { AskFailure } from '#shared/model/failures.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  apiError,
  inMinutes,
  openDoor,
  SIGNED_IN,
  WINTERS_TALE,
} from '#tests/renderer/support/builders.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { typeByHand } from '#tests/renderer/support/keys.ts';
import { press } from '#tests/renderer/support/press.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

const CLIENTS: ScanningClient[] = [
  {
    id: 1,
    value: 'Harbour Theatre',
    productions: [
      {
        productionId: 11,
        productionName: 'The Winter’s Tale',
        performances: [
          { performanceId: 112, performanceStart: inMinutes(170) },
          { performanceId: 111, performanceStart: inMinutes(25) },
        ],
      },
      {
        productionId: 12,
        productionName: 'Harbour Youth Orchestra',
        performances: [{ performanceId: 121, performanceStart: inMinutes(-20) }],
      },
      { productionId: 13, productionName: 'Exhibition', performances: null },
    ],
  },
  { id: 2, value: 'Arena North', productions: null },
];

const choosing = openDoor({ selection: null });
const open = page.getByRole('button', { name: 'Open the door' });

async function openChoice(clients: ScanningClient[], state = choosing) {
  const main = new FakeMain(state);
  main.on('filterOptions', () => ({ ok: true, value: clients }));
  return openKiosk(state, { main });
}

const chosen = () =>
  document.querySelector<HTMLInputElement>('input[name=choice]:checked')?.closest('label')
    ?.innerText;

test('what can be scanned now, each with its local time and how far away it is', async () => {
  await openChoice(CLIENTS);
  await expect
    .element(page.getByRole('heading', { name: /What is this door open for/ }))
    .toBeVisible();
  expect(root('screen')).toBe('select');
  await expect
    .element(page.getByRole('radio', { name: '19:35 Thu 20 Nov starts in 25 mins' }))
    .toBeInTheDocument();
  await expect
    .element(page.getByRole('radio', { name: '22:00 Thu 20 Nov starts in 2 hrs 50 mins' }))
    .toBeInTheDocument();
  await expect
    .element(page.getByRole('radio', { name: '18:50 Thu 20 Nov started 20 mins ago' }))
    .toBeChecked();
  await picture('select');
});

test('a door can be opened for a performance that tells no start, in a production without a name', async () => {
  const performances = [
    { performanceId: 141, performanceStart: null },
    { performanceId: 142, performanceStart: inMinutes(25) },
  ];
  const productions = [{ productionId: 14, productionName: '', performances }];
  await openChoice([{ id: 1, value: 'Harbour Theatre', productions }]);
  await expect.element(page.getByRole('heading', { name: '#14' })).toBeVisible();
  await page.getByRole('radio', { name: 'Performance 141' }).click({ force: true });
  expect(chosen()).toBe('Performance 141');
  await picture('select-without-start');
});

test('times are those of the kiosk’s zone', async () => {
  await openChoice(CLIENTS, withChanges(choosing, { zoneInUse: 'Asia/Tokyo' }));
  await expect
    .element(page.getByRole('radio', { name: '04:35 Fri 21 Nov starts in 25 mins' }))
    .toBeInTheDocument();
});

test('the nearest is preselected and focused, so that Enter opens the door', async () => {
  const { main } = await openChoice(CLIENTS);
  await expect.element(open).toBeVisible();
  expect(chosen()).toContain('18:50');
  await press('{Enter}');

  expect(main.requests('select')).toEqual([
    {
      selection: {
        scope: 'performance',
        clientId: 1,
        clientName: 'Harbour Theatre',
        productionId: 12,
        productionName: 'Harbour Youth Orchestra',
        performanceId: 121,
        performanceStart: inMinutes(-20),
      },
    },
  ]);
});

test('the arrow keys choose another; a production can be chosen as a whole', async () => {
  const { main } = await openChoice(CLIENTS);
  await expect.element(open).toBeVisible();
  await typeByHand('{ArrowDown}{Enter}');
  expect(main.requests('select')).toEqual([
    {
      selection: {
        scope: 'production',
        clientId: 1,
        clientName: 'Harbour Theatre',
        productionId: 12,
        productionName: 'Harbour Youth Orchestra',
      },
    },
  ]);
});

test('anything open now, by touch', async () => {
  const { main } = await openChoice(CLIENTS);
  await page.getByText('Anything open now').click();
  await open.click();
  expect(main.requests('select')).toEqual([
    { selection: { scope: 'anything-open', clientId: 1, clientName: 'Harbour Theatre' } },
  ]);
});

test('everything to touch is 48 px high or more', async () => {
  await openChoice(CLIENTS);
  await expect.element(open).toBeVisible();
  for (const target of document.querySelectorAll('label, button')) {
    expect(target.clientHeight + 2, target.textContent).toBeGreaterThanOrEqual(48);
  }
});

test('another client has its own list, and says when nothing is in its scan window', async () => {
  const { main } = await openChoice(CLIENTS);
  await page.getByRole('radio', { name: 'Arena North' }).click({ force: true });
  await expect.element(page.getByText(/No performance is within its scan window/)).toBeVisible();
  await open.click();
  expect(main.requests('select')).toEqual([
    { selection: { scope: 'anything-open', clientId: 2, clientName: 'Arena North' } },
  ]);
});

test('nothing is scannable: it says so, explains, and Refresh asks again', async () => {
  const { main } = await openChoice([]);
  await expect.element(page.getByText('Nothing is scannable now.')).toBeVisible();
  await expect.element(open).not.toBeInTheDocument();
  await picture('select-nothing');

  main.on('filterOptions', () => ({ ok: true, value: CLIENTS }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(open).toBeVisible();
});

describe('the list cannot be had', () => {
  const FAILURES: [AskFailure, RegExp][] = [
    [{ type: 'offline', reason: 'timeout' }, /does not answer in time/],
    [{ type: 'refused', error: apiError(16) }, /Unanticipated Error \(16\)/],
    [{ type: 'not-signed-in' }, /Nobody is signed in/],
  ];

  test.each(FAILURES)('%o', async (error, words) => {
    const main = new FakeMain(choosing);
    main.on('filterOptions', () => ({ ok: false, error }));
    await openKiosk(choosing, { main });
    await expect.element(page.getByText(words)).toBeVisible();
    await picture('select-failed');

    main.on('filterOptions', () => ({ ok: true, value: CLIENTS }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(open).toBeVisible();
    await expect.element(page.getByText(words)).not.toBeInTheDocument();
  });
});

test('the platform cannot be asked: the door opens for what it offered before, with its age', async () => {
  const main = new FakeMain(choosing);
  const error = { type: 'offline', reason: 'dns' } as const;
  main.on('filterOptions', () => ({ ok: false, error }));
  main.on('lastOffered', () => ({
    ok: true,
    value: { clients: CLIENTS, at: inMinutes(-66) },
  }));
  await openKiosk(choosing, { main });
  await expect.element(page.getByText(/offer as of 18:04/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await picture('select-offline');
  await open.click();
  await expect.poll(() => main.requests('select').length).toBe(1);

  main.on('filterOptions', () => ({ ok: true, value: CLIENTS }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(/offer as of/)).not.toBeInTheDocument();
});

test('from an open door: the current choice is kept, and Cancel leads back to it', async () => {
  const { main } = await openChoice(CLIENTS, openDoor());
  await page.getByRole('button', { name: 'Change' }).click();
  await expect.element(open).toBeVisible();
  expect(root('screen')).toBe('select');
  expect(chosen()).toContain('19:35');

  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => root('screen')).toBe('ready');
  expect(main.requests('select')).toEqual([]);

  await page.getByRole('button', { name: 'Change' }).click();
  await open.click();
  await expect.poll(() => root('screen')).toBe('ready');
  expect(main.requests('select')).toEqual([
    { selection: { ...WINTERS_TALE, performanceStart: inMinutes(25) } },
  ]);
});

test('a password about to expire is spoken of; one that lasts is not', async () => {
  const expiring = (daysTillPasswordExpires: number) =>
    openDoor({
      selection: null,
      session: { ...SIGNED_IN, user: { username: 'frances', daysTillPasswordExpires } },
    });
  const { main } = await openChoice(CLIENTS, expiring(14));
  await expect.element(page.getByText(/password expires in 14 days/)).toBeVisible();
  main.emit(expiring(1));
  await expect.element(page.getByText(/password expires tomorrow/)).toBeVisible();
  main.emit(expiring(-1));
  await expect.element(page.getByText(/password of .*frances.* has expired/)).toBeVisible();
  main.emit(expiring(15));
  await expect.element(page.getByText(/password expires/)).not.toBeInTheDocument();
});

test('signing out', async () => {
  const { main } = await openChoice(CLIENTS);
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(main.requests('signOut')).toEqual([null]);
});

describe('while somebody waits', () => {
  afterEach(() => vi.useRealTimers());
  const HALF_A_MINUTE = 30_000;
  const error: AskFailure = { type: 'offline', reason: 'timeout' };

  async function openWaiting() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const main = new FakeMain(choosing);
    const platform = { clients: [] as ScanningClient[], fails: false };
    let asked = 0;
    main.on('filterOptions', () => {
      asked += 1;
      return platform.fails ? { ok: false, error } : { ok: true, value: platform.clients };
    });
    const kiosk = await openKiosk(choosing, { main });
    await expect.element(page.getByText('Nothing is scannable now.')).toBeVisible();
    return { ...kiosk, main, platform, asked: () => asked };
  }

  test('what becomes scannable appears without a press', async () => {
    const { platform, asked } = await openWaiting();
    await vi.advanceTimersByTimeAsync(HALF_A_MINUTE - 1);
    expect(asked()).toBe(1);
    platform.clients = CLIENTS;
    await vi.advanceTimersByTimeAsync(1);
    await expect.element(page.getByRole('heading', { name: 'The Winter’s Tale' })).toBeVisible();
  });

  test('the platform’s errors change nothing on the screen', async () => {
    const { platform, asked } = await openWaiting();
    platform.clients = CLIENTS;
    await vi.advanceTimersByTimeAsync(HALF_A_MINUTE);
    await page.getByRole('radio', { name: /22:00/ }).click({ force: true });
    platform.fails = true;
    await vi.advanceTimersByTimeAsync(HALF_A_MINUTE);
    expect(asked()).toBe(3);
    await expect.element(page.getByRole('radio', { name: /22:00/ })).toBeChecked();
    expect(document.querySelector('[role=alert]')).toBeNull();
    platform.fails = false;
    await vi.advanceTimersByTimeAsync(HALF_A_MINUTE);
    await expect.element(page.getByRole('radio', { name: /22:00/ })).toBeChecked();
  });

  test('nobody is asked without a session, or when the screen is left', async () => {
    const { main, asked } = await openWaiting();
    const user = SIGNED_IN.user;
    const reason = { type: 'turned-away', status: 401 } as const;
    main.emit(withChanges(choosing, { session: { status: 'lost', user, reason } }));
    await vi.advanceTimersByTimeAsync(2 * HALF_A_MINUTE);
    expect(asked()).toBe(1);
    main.emit(openDoor());
    await expect.poll(() => root('screen')).toBe('ready');
    await vi.advanceTimersByTimeAsync(2 * HALF_A_MINUTE);
    expect(asked()).toBe(1);
  });
});
