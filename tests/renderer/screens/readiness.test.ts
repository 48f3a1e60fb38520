import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { CacheProblem } from '#shared/model/snapshot.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  admission,
  apiError,
  COPY,
  inMinutes,
  offline,
  openDoor,
  signedOut,
  snapshot,
  uploads,
  WINTERS_TALE,
} from '../support/builders.ts';
import { openKiosk, root } from '../support/open-kiosk.ts';
import { press } from '../support/press.ts';

async function openReadiness(state: KioskState) {
  const kiosk = await openKiosk(state);
  await page.getByRole('button', { name: /^Readiness/ }).click();
  await expect.poll(() => root('screen')).toBe('readiness');
  return kiosk;
}

const line = (name: string) => page.getByRole('region', { name });
const platform = line('Ticketing platform');
const tickets = line('Tickets on this kiosk');
const waiting = line('Scans to be uploaded');
const says = (region: typeof platform, words: string | RegExp) =>
  expect.element(region.getByText(words)).toBeVisible();

test('all is well: each line says so in a word', async () => {
  await openReadiness(openDoor({ snapshot: COPY }));
  expect(page.getByText('Ready', { exact: true }).elements()).toHaveLength(5);
  await says(platform, 'The platform answers.');
  await says(tickets, '900 tickets. As of 19:05, 5 mins ago.');
  await says(waiting, 'No scan waits to be uploaded.');
});

test('the connection’s button opens it; Escape and the way back lead to the door', async () => {
  await openReadiness(openDoor());
  await press('{Escape}');
  await expect.poll(() => root('screen')).toBe('ready');
  await page.getByRole('button', { name: /^Readiness/ }).click();
  await page.getByRole('button', { name: 'Back to the door' }).click();
  await expect.poll(() => root('screen')).toBe('ready');
});

test('a scan is taken while it is open', async () => {
  const { main } = await openReadiness(openDoor());
  await userEvent.keyboard('ABC123{Enter}');
  expect(main.requests('scan')).toEqual([{ code: 'ABC123', source: 'wedge' }]);
  main.emit(openDoor({ verdict: admission() }));
  await expect.poll(() => root('screen')).toBe('verdict');
  main.emit(openDoor());
  await expect.poll(() => root('screen')).toBe('ready');
});

test('offline: since when, why, when it is tried next, and what to do', async () => {
  await openReadiness(openDoor({ connection: offline(), snapshot: COPY }));
  await says(platform, 'Attention');
  await says(platform, 'Offline since 18:48. The server’s name was not found.');
  await says(platform, 'Next try in 7 secs.');
  await says(platform, 'Check that the network is up.');
});

describe('the copy of the tickets', () => {
  const withCopy = (changes: Partial<KioskState['snapshot']>, more: Partial<KioskState> = {}) =>
    openDoor({ snapshot: snapshot({ ...COPY, ...changes }), ...more });

  test('none: the door works while the platform answers, and stops when it does not', async () => {
    const { main } = await openReadiness(openDoor());
    await says(tickets, 'Attention');
    await says(tickets, /not when the network fails\. Download the tickets/);
    main.emit(openDoor({ connection: offline() }));
    await says(tickets, 'Not ready');
  });

  test.each([
    [{ clientId: 1 }, /All tickets of the client/],
    [{ clientId: 1, productionId: 11, performanceId: 111 }, /Only tickets for .*Winter’s Tale/],
    [{ clientId: 1, performanceId: 999 }, 'Only tickets of one performance.'],
    [{ clientId: 1, productionId: 999 }, 'Only tickets of one production.'],
  ])('of %o', async (scope, words) => {
    await openReadiness(withCopy({ scope }, { selection: WINTERS_TALE }));
    await says(tickets, words);
  });

  test('what could not be read, and what was there twice', async () => {
    await openReadiness(withCopy({ skipped: 3, duplicates: 1 }));
    await says(tickets, 'Attention');
    await says(tickets, /3 tickets could not be read and are missing/);
    await says(tickets, /1 ticket had the barcode of another one/);
  });

  test('an hour old: tickets sold since are not in it', async () => {
    await openReadiness(withCopy({ builtAt: inMinutes(-61) }));
    await says(tickets, 'Attention');
    await says(tickets, /Tickets sold since are not in it/);
  });

  test('a download is asked for, and seen on its way', async () => {
    const { main } = await openReadiness(withCopy({}));
    await page.getByRole('button', { name: 'Download now' }).click();
    expect(main.requests('refreshTickets')).toEqual([null]);
    main.emit(withCopy({ refreshing: { tickets: 42_000, bytes: 12_449_000 } }));
    await says(tickets, 'Downloading: 42,000 tickets so far, 12.4 MB.');
    await page.getByRole('button', { name: 'Downloading' }).click({ force: true });
    expect(main.requests('refreshTickets')).toHaveLength(1);
  });

  test('a call that fails is told', async () => {
    const { main } = await openReadiness(withCopy({}));
    main.on('refreshTickets', () => Promise.reject(new Error('gone')));
    await page.getByRole('button', { name: 'Download now' }).click();
    await expect.element(page.getByText(/kiosk could not do this/)).toBeVisible();
  });

  test.each<[CacheProblem, RegExp]>([
    [{ type: 'refused', error: apiError(3) }, /refused the last download: Not Authorized \(3\)/],
    [{ type: 'offline', reason: 'reset' }, /did not work\. The connection broke off/],
    [{ type: 'unreadable', at: 'tickets' }, /could not be read \(tickets\)/],
    [{ type: 'disk', code: 'SQLITE_FULL' }, /written to the disk \(SQLITE_FULL\)/],
    [{ type: 'crashed', code: 'ERR_WORKER_OUT_OF_MEMORY' }, /broke down inside the kiosk/],
  ])('a download that did not work: %o', async (problem, words) => {
    await openReadiness(withCopy({ problem }));
    await says(tickets, 'Attention');
    await says(tickets, words);
  });

  test('nobody is signed in: nothing can be downloaded', async () => {
    await openReadiness(signedOut());
    await says(tickets, /Sign in and open the door/);
    await expect
      .element(page.getByRole('button', { name: 'Download now' }))
      .not.toBeInTheDocument();
  });
});

test('scans that wait: how many, since when, and that they go up', async () => {
  const pending = uploads({ pending: 12, oldest: inMinutes(-65), uploading: true });
  await openReadiness(openDoor({ uploads: pending }));
  await says(waiting, '12 scans wait to be uploaded. The oldest is from 18:05, 1 hr 5 mins ago.');
  await says(waiting, 'Uploading now.');
});

test('scans that wait while nobody is signed in: the way to the sign-in', async () => {
  await openReadiness(signedOut({ uploads: uploads({ pending: 12, oldest: inMinutes(-65) }) }));
  await says(waiting, 'They go up once somebody signs in.');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => root('screen')).toBe('sign-in');
});

test('scans that the platform does not accept: the way to them', async () => {
  await openReadiness(openDoor({ discrepancies: 2 }));
  await page.getByRole('button', { name: 'Look at them' }).click();
  await expect.poll(() => root('screen')).toBe('discrepancies');
});

test.each([
  [182 * 60_000, /3 hrs 2 mins behind/],
  [-150_000, /2 mins ahead of/],
])('a clock that is off by %i ms', async (clockSkew, words) => {
  await openReadiness(openDoor({ clockSkew }));
  await says(line('Clock'), 'Attention');
  await says(line('Clock'), words);
});
