import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SnapshotRefusal, VerdictReason } from '#shared/model/verdict.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import {
  apiError,
  boardAfter,
  SNAPSHOT,
  snapshotRefusal,
  DEMO,
  inMinutes,
  offline,
  openDoor,
  localHint,
  SIGNED_IN,
  TICKET,
  verdict,
} from '#tests/renderer/support/builders.ts';
import { scanners, uploads, withChanges } from '#tests/support/kiosk-state.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { openKiosk, picture, root, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { withProgramme } from '#tests/renderer/support/programme.ts';

const begin = page.getByRole('button', { name: 'Check only', exact: true });
const end = page.getByRole('button', { name: 'End check only' });
const LOOKING_UP = openDoor({ looksUpOnly: true, snapshot: SNAPSHOT });

const BUSY = openDoor({
  looksUpOnly: true,
  connection: offline(),
  snapshot: SNAPSHOT,
  uploads: uploads({ pending: 12, oldest: inMinutes(-45 * 60), warning: 44 }),
  discrepancies: 3,
  session: {
    status: 'lost',
    user: SIGNED_IN.user,
    reason: { type: 'ended-by-platform', error: apiError(5) },
  },
});

/** A main process that looks up as long as it is told to. */
function mainThatLooksUp(state: KioskState): FakeMain {
  const main = new FakeMain(state);
  main.on('lookUpOnly', ({ on }) => {
    main.emit(withChanges(state, { looksUpOnly: on }));
    return { ok: true, value: null };
  });
  return main;
}

/** Looked up; what is known of the ticket is told whatever it is worth. */
const lookedUp = (reason: VerdictReason) =>
  verdict('checked', reason, {
    basis: 'cache',
    ticket: reason.type === 'not-known' ? null : { ...TICKET, successHtml: null },
  });
const stateOf = (code: SnapshotRefusal['code'], changes: Partial<SnapshotRefusal> = {}) =>
  snapshotRefusal(code, changes, {
    kind: 'checked',
    ticket: code === 11 ? null : TICKET,
  });

describe('tickets are only looked up', () => {
  test('one press begins it, one ends it, and the focus is where it can be undone', async () => {
    const state = openDoor({ snapshot: SNAPSHOT });
    const { main } = await openKiosk(state, { main: mainThatLooksUp(state) });
    await begin.click();
    await expect.element(page.getByText('Nobody is let in.', { exact: false })).toBeVisible();
    await expect.element(end).toHaveFocus();
    await end.click();
    await expect.element(page.getByText('Scan your ticket')).toBeVisible();
    await expect.element(begin).toHaveFocus();
    expect(main.requests('lookUpOnly')).toEqual([{ on: true }, { on: false }]);
  });

  test('nothing invites a guest, and nothing else asks for a press', async () => {
    await openKiosk(LOOKING_UP);
    await expect.element(page.getByRole('heading', { name: 'Check only' })).toBeVisible();
    await expect.element(page.getByText('Scan your ticket')).not.toBeInTheDocument();
    for (const name of ['Sign out', 'Change', 'Numbers']) {
      await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
    }
    await expect.element(page.getByText(/^This door is open for .*Winter’s Tale/)).toBeVisible();
  });

  test('only a scan that was missed is told of besides', async () => {
    const missed = { number: 1, reason: 'garbled', at: inMinutes(0) } as const;
    const { main } = await openKiosk({ ...BUSY, scanners: scanners() });
    await expect.element(page.getByRole('heading', { name: 'Check only' })).toBeVisible();
    await expect.element(page.getByText(/whom the platform does not/)).not.toBeInTheDocument();
    main.emit({ ...BUSY, scanners: scanners({ missed }) });
    await expect.element(page.getByText(/The scanner sent half a code/)).toBeVisible();
  });

  test('after a verdict it still says so, and takes no focus that a scanner could press', async () => {
    const { main } = await openKiosk(LOOKING_UP);
    const shown = lookedUp({ type: 'valid', copyFrom: inMinutes(-5) });
    main.emit(withChanges(LOOKING_UP, { verdict: shown, lastVerdict: shown }));
    await expect.poll(() => root('verdict')).toBe('checked');
    main.emit(withChanges(LOOKING_UP, { lastVerdict: shown }));
    await expect.element(end).toBeVisible();
    await expect.element(end).not.toHaveFocus();
    const last = page.getByRole('region', { name: 'Last' });
    await expect.element(last.getByText('This ticket is valid.')).toBeVisible();
  });

  test('it ends by itself when the kiosk says so', async () => {
    const { main } = await openKiosk(LOOKING_UP);
    main.emit(withChanges(LOOKING_UP, { looksUpOnly: false }));
    await expect.element(page.getByText('Scan your ticket')).toBeVisible();
  });

  test('no idle board covers it', async () => {
    let now = inMinutes(0);
    const state = withChanges(boardAfter(30_000, withProgramme()), { looksUpOnly: true });
    const { main } = await openKiosk(state, { now: () => now });
    main.on('programmeBoard', () => ({ ok: true, value: { today: [], next: [] } }));
    now += 31_000;
    await expect.element(page.getByText('19:10', { exact: true })).toBeVisible();
    expect(root('board')).toBeNull();
  });
});

const TEMPEST = 'The Tempest, Friday 21 November, 19:30';

const STATES = {
  valid: {
    shown: lookedUp({ type: 'valid', copyFrom: inMinutes(-5) }),
    says: ['This ticket is valid.', /^By this kiosk’s copy of the tickets, made 19:05/],
  },
  'not-known': {
    shown: lookedUp({ type: 'not-known' }),
    says: [/^This kiosk cannot say/, /copy of the tickets is missing/],
  },
  9: {
    shown: stateOf(9),
    says: [/another event/, /^By this kiosk’s copy .* 19:05/, /^This door is open for/],
  },
  10: {
    shown: {
      ...stateOf(10),
      ticket: { ...TICKET, performance: TEMPEST },
    },
    says: [/another performance/, TEMPEST, /^By this kiosk’s copy .* 19:05/],
  },
  11: {
    shown: stateOf(11),
    says: [/not a valid ticket/, /copy of the tickets is as of 19:05/],
  },
  12: {
    shown: { ...stateOf(12), own: localHint({ firstScanAt: inMinutes(-22) }) },
    says: ['This ticket was used here at 18:48.', /^By this kiosk’s copy .* 19:05/],
  },
  13: { shown: stateOf(13), says: [/was cancelled or refunded/, /^By this kiosk’s copy .* 19:05/] },
} as const;

describe('what a ticket is worth, in the one colour of looking up', () => {
  test.each(Object.entries(STATES))('%s', async (_, { shown, says }) => {
    await openKiosk(withChanges(LOOKING_UP, { verdict: shown }));
    await expect.element(page.getByRole('heading', { name: 'Check only' })).toBeVisible();
    for (const words of says) await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(page.getByText('Only looked up, 19:10:00')).toBeVisible();
    if (shown.ticket) await expect.element(page.getByText('Row F, 12')).toBeVisible();
  });

  test('the ledger alone spoke: no copy is named', async () => {
    await openKiosk(withChanges(LOOKING_UP, { verdict: stateOf(12, { copyFrom: null }) }));
    await expect.element(page.getByText(/used earlier/)).toBeVisible();
    await expect.element(page.getByText(/copy of the tickets/)).not.toBeInTheDocument();
  });
});

describe.each<Size>(['laptop', 'small', 'portrait', '4k'])('on a %s', (size) => {
  test.each([
    ['calm', LOOKING_UP],
    ['busy', BUSY],
    ['demo', openDoor({ looksUpOnly: true, demo: DEMO, snapshot: SNAPSHOT })],
  ])('the door, %s: nothing is cut, axe finds nothing', async (name, state) => {
    await openKiosk(state, { size });
    if (state.machine.demo) await page.getByRole('button', { name: 'Try it' }).click();
    await picture(`look-up-${name}-${size}`);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
    const box = document.querySelector('.looking-up')?.getBoundingClientRect();
    for (const element of document.querySelectorAll('.looking-up :is(h1, p, button, svg)')) {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      expect(left, element.outerHTML).toBeGreaterThanOrEqual(0);
      expect(right, element.outerHTML).toBeLessThanOrEqual(box?.right ?? 0);
      expect(top, element.outerHTML).toBeGreaterThanOrEqual(box?.top ?? 0);
      expect(bottom, element.outerHTML).toBeLessThanOrEqual(box?.bottom ?? 0);
    }
    await expectAccessible();
  });

  test.each(Object.entries(STATES))(
    '%s: everything stays on the screen',
    async (name, { shown }) => {
      await openKiosk(withChanges(LOOKING_UP, { verdict: shown }), { size });
      await picture(`looked-up-${name}-${size}`);
      const box = document.querySelector('.answer')?.getBoundingClientRect();
      for (const element of document.querySelectorAll('.answer :is(h1, p, dt, dd)')) {
        const { top, bottom, right } = element.getBoundingClientRect();
        expect(top, element.outerHTML).toBeGreaterThanOrEqual(box?.top ?? 0);
        expect(bottom, element.outerHTML).toBeLessThanOrEqual(box?.bottom ?? 0);
        expect(right, element.outerHTML).toBeLessThanOrEqual(innerWidth);
      }
      await expectAccessible();
    },
  );
});
