import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { snapshot, uploads } from '#tests/support/kiosk-state.ts';
import {
  admission,
  apiError,
  SNAPSHOT,
  snapshotRefusal,
  FOR_THE_TEMPEST,
  inMinutes,
  NOW,
  offline,
  openDoor,
  localHint,
  SIGNED_IN,
  signedOut,
  verdict,
} from './support/builders.ts';
import { mainWithDiscrepancies } from './support/discrepancies.ts';
import { openKiosk, picture, root, SIZES, type Size } from './support/open-kiosk.ts';

const WAITING = uploads({
  pending: 12,
  oldest: inMinutes(-35),
  lastProblem: { type: 'offline', reason: 'dns' },
});
const HOURS = 60;

const STATES: Record<string, KioskState> = {
  'ready-offline': openDoor({ connection: offline(), snapshot: SNAPSHOT, uploads: WAITING }),
  'ready-offline-slow': openDoor({
    connection: offline({ reason: 'timeout', slow: true, nextTry: null }),
    snapshot: SNAPSHOT,
  }),
  'ready-offline-no-copy': openDoor({ connection: offline() }),
  'ready-everything-at-once': openDoor({
    session: {
      status: 'lost',
      user: SIGNED_IN.user,
      reason: { type: 'ended-by-platform', error: apiError(5) },
    },
    connection: offline(),
    snapshot: SNAPSHOT,
    uploads: uploads({ ...WAITING, oldest: inMinutes(-44.5 * HOURS), warning: 44 }),
    discrepancies: 3,
    clockSkew: 182 * 60_000,
  }),
  'ready-waiting-24': openDoor({
    uploads: uploads({ pending: 12, oldest: inMinutes(-25 * HOURS), warning: 24 }),
    connection: offline(),
    snapshot: SNAPSHOT,
  }),
  'ready-waiting-36': openDoor({
    uploads: uploads({ pending: 12, oldest: inMinutes(-37 * HOURS), warning: 36 }),
    connection: offline(),
    snapshot: SNAPSHOT,
  }),
  'ready-waiting-44': openDoor({
    uploads: uploads({ pending: 12, oldest: inMinutes(-45 * HOURS), warning: 44 }),
    connection: offline(),
    snapshot: SNAPSHOT,
  }),
  'ready-discrepancies-skew': openDoor({ discrepancies: 2, clockSkew: -182 * 60_000 }),
  'sign-in-waiting': signedOut({
    uploads: uploads({ pending: 3, oldest: inMinutes(-50) }),
    discrepancies: 2,
  }),
  'leaving-uploading': openDoor({
    leaving: 'signing-out',
    uploads: uploads({ pending: 12, oldest: inMinutes(-35), uploading: true }),
  }),
  'leaving-stay': openDoor({ leaving: 'signing-out', connection: offline(), uploads: WAITING }),
  'fault-disk-full': openDoor({
    fault: {
      type: 'ledger',
      code: 'disk-full',
      path: '/home/usher/.config/Usher/ledger.db',
      quarantined: null,
    },
  }),
  'fault-damaged': openDoor({
    fault: {
      type: 'ledger',
      code: 'damaged',
      path: '/home/usher/.config/Usher/ledger.db',
      quarantined: '/home/usher/.config/Usher/ledger.damaged-2025-11-20T19-09-58Z.db',
    },
  }),
  'verdict-copy-admit': openDoor({ verdict: admission({}, { basis: 'cache' }) }),
  'verdict-copy-performance': openDoor({
    verdict: snapshotRefusal(10, {}, { own: localHint({ ticketFor: FOR_THE_TEMPEST }) }),
  }),
  'verdict-copy-unknown': openDoor({ verdict: snapshotRefusal(11) }),
  'verdict-copy-duplicate': openDoor({
    verdict: snapshotRefusal(
      12,
      {},
      { own: localHint({ ticketFor: FOR_THE_TEMPEST, firstScanAt: inMinutes(-22) }) },
    ),
  }),
  'verdict-no-copy': openDoor({
    verdict: verdict('undecided', { type: 'no-answer', cause: 'dns' }, { basis: 'cache' }),
  }),
};

const GOOD = openDoor({ snapshot: SNAPSHOT });
const TROUBLED = openDoor({
  connection: offline(),
  snapshot: snapshot({
    ...SNAPSHOT,
    tickets: 184_207,
    builtAt: inMinutes(-3 * HOURS),
    skipped: 3,
    duplicates: 1,
    refreshing: { tickets: 42_000, bytes: 12_449_000 },
    problem: { type: 'offline', reason: 'dns' },
  }),
  uploads: uploads({
    pending: 12,
    oldest: inMinutes(-45 * HOURS),
    warning: 44,
    lastProblem: { type: 'busy', until: NOW + 90_000 },
  }),
  discrepancies: 5,
  clockSkew: 182 * 60_000,
});

/** Nothing of the page is cut off at the screen's edges. */
function expectNothingCut() {
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  for (const element of document.querySelectorAll('header, footer, h1, button')) {
    const { left, right } = element.getBoundingClientRect();
    expect(left, element.outerHTML).toBeGreaterThanOrEqual(0);
    expect(right, element.outerHTML).toBeLessThanOrEqual(innerWidth);
  }
}

/** What looks alike on every size of screen is seen on one. */
const ONE_SIZE = /slow|no-copy|waiting-|skew|stay|disk|verdict/;

describe.each(Object.keys(SIZES) as Size[])('on a %s', (size) => {
  const states = Object.entries(STATES).filter(
    ([name]) => size === 'small' || !ONE_SIZE.test(name),
  );
  test.each(states)('%s', async (name, state) => {
    await openKiosk(state, { size });
    expectNothingCut();
    await picture(`offline-${name}-${size}`);
  });

  test.each([
    ['good', GOOD],
    ['troubled', TROUBLED],
  ])('readiness, %s', async (name, state) => {
    await openKiosk(state, { size });
    await page.getByRole('button', { name: /^Readiness/ }).click();
    await expect.poll(() => root('screen')).toBe('readiness');
    expectNothingCut();
    await picture(`offline-readiness-${name}-${size}`);
  });

  test('scans not accepted', async () => {
    const state = openDoor({ discrepancies: 5 });
    await openKiosk(state, { size, main: mainWithDiscrepancies(state) });
    await page.getByRole('button', { name: 'Look at them' }).click();
    await expect.element(page.getByText('HT-2025-11-20-000187354').first()).toBeVisible();
    expectNothingCut();
    await picture(`offline-discrepancies-${size}`);
    await page.getByRole('button', { name: 'Acknowledge all 3 shown' }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await picture(`offline-discrepancies-question-${size}`);
  });
});
