import type { Discrepancy } from '#shared/model/discrepancy.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NOW, openDoor, signedOut } from '#tests/renderer/support/builders.ts';
import {
  DISCREPANCIES,
  discrepancy,
  mainWithDiscrepancies,
} from '#tests/renderer/support/discrepancies.ts';
import { openKiosk, root } from '#tests/renderer/support/open-kiosk.ts';
import { press } from '#tests/renderer/support/press.ts';
import { scan } from '#tests/renderer/support/keys.ts';
import { saysOnce } from '#tests/renderer/support/on-screen.ts';
import { WRITE_ERRORS } from '#tests/renderer/support/write-errors.ts';
import { expectScanTaken } from '#tests/renderer/support/scan-meanwhile.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

async function openList(all: readonly Discrepancy[] = DISCREPANCIES, state = openDoor()) {
  const known = withChanges(state, { discrepancies: all.length });
  const kiosk = await openKiosk(known, { main: mainWithDiscrepancies(state, all) });
  await page.getByRole('button', { name: 'Look at them' }).click();
  await expect.poll(() => root('screen')).toBe('discrepancies');
  await expect.poll(() => codes().length).toBeGreaterThan(0);
  return kiosk;
}

const codes = () => [...document.querySelectorAll('.code')].map((code) => code.textContent);

test('a banner counts them at the open door, and where one signs in', async () => {
  const { main } = await openKiosk(openDoor({ discrepancies: 1 }));
  await saysOnce(
    /^1 guest was let in whom .*not accept, or whose ticket another door may have taken too\.$/,
  );
  main.emit(signedOut({ discrepancies: 2 }));
  await saysOnce(
    /^2 guests were let in whom .*not accept, or whose tickets another door may have taken too\.$/,
  );
  main.emit(openDoor());
  await expect.element(page.getByText(/does not accept/)).not.toBeInTheDocument();
});

test('each with its whole barcode, time, state, reason and guest; newest first, page by page', async () => {
  await openList();
  expect(codes()).toEqual(['4006381333931', 'HT-2025-11-20-000187354', 'Barcode lost']);
  for (const words of [
    '18:35',
    'Contradicted',
    'Hermione Leontes',
    'Stalls, Row F, 12',
    /This ticket was cancelled\. .*Ticket Voided.* \(13\)/,
    'Ticket does not belong to the performance.',
    /its barcode is lost/,
    '3 of 5',
  ]) {
    await expect.element(page.getByText(words).first()).toBeVisible();
  }
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => codes().length).toBe(5);
  await expect.element(page.getByText('Too late')).toBeInTheDocument();
  await expect.element(page.getByText(/Mon,? 17 Nov, 19:10/)).toBeInTheDocument();
  await expect.element(page.getByText(/refused this ticket: Ticket Too Early/)).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('a ticket that another door may have let in, too, is listed with what that means', async () => {
  await openList([discrepancy({ state: 'two-doors', reason: null })]);
  await saysOnce('Two doors');
  await saysOnce(/somebody else may have come in with it at another door/);
  expect(page.getByRole('button', { name: /^Send again/ }).elements()).toEqual([]);
});

test('a ticket that another door has let in, too, is listed with that door and its time', async () => {
  const otherDoor = { door: 'Balcony left', at: NOW - 7 * 60_000, isPossible: false };
  await openList([
    discrepancy({ state: 'two-doors', reason: null, otherDoor }),
    discrepancy({ id: 'unnamed', otherDoor: { ...otherDoor, door: null } }),
  ]);
  await saysOnce(/came in with this ticket at .Balcony left. as well, 19:03/);
  await saysOnce(/came in with this ticket at another door as well, 19:03/);
  expect(page.getByText(/The platform called this ticket used/).elements()).toEqual([]);
  expect(page.getByText(/meanwhile/).elements()).toEqual([]);
});

test('a possible conflict has a heading of its own, and says why it may be none', async () => {
  const otherDoor = { door: 'Balcony left', at: NOW - 7 * 60_000, isPossible: true };
  await openList([discrepancy({ state: 'two-doors', reason: null, otherDoor })]);
  await saysOnce('Possibly two doors');
  await saysOnce(/at .Balcony left. as well, 19:03: .* Somebody left with this ticket meanwhile/);
});

describe('acknowledging', () => {
  test('one takes it off the list; the next is ready to be pressed', async () => {
    const { main } = await openList();
    await page.getByRole('button', { name: 'Acknowledge 4006381333931' }).click();
    await expect.poll(() => codes()[0]).toBe('HT-2025-11-20-000187354');
    expect(main.requests('acknowledgeDiscrepancies')).toEqual([{ ids: [DISCREPANCIES[0]?.id] }]);
    const next = page.getByRole('button', { name: 'Acknowledge HT-2025-11-20-000187354' });
    await expect.element(next).toHaveFocus();
    await press('{Enter}');
    await expect.poll(() => main.requests('acknowledgeDiscrepancies')).toHaveLength(2);
  });

  test('all that are shown asks before; Cancel and Escape leave them', async () => {
    const { main } = await openList();
    const all = page.getByRole('button', { name: 'Acknowledge all 3 shown' });
    for (const leave of [
      () => page.getByRole('button', { name: 'Cancel' }).click(),
      () => press('{Escape}'),
    ]) {
      await all.click();
      await saysOnce('Acknowledge all 3 scans that are shown?');
      await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
      await leave();
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      expect(root('screen')).toBe('discrepancies');
    }
    expect(main.requests('acknowledgeDiscrepancies')).toEqual([]);

    await all.click();
    await page.getByRole('button', { name: 'Acknowledge 3' }).click();
    await expect.poll(() => codes()).toEqual(['4006381333948', '4006381333955']);
    expect(main.requests('acknowledgeDiscrepancies')).toEqual([
      { ids: DISCREPANCIES.slice(0, 3).map(({ id }) => id) },
    ]);
  });

  test('the last one: the list says that it is empty, and the way back has the focus', async () => {
    await openList([discrepancy()]);
    await page.getByRole('button', { name: 'Acknowledge 4006381333931' }).click();
    await saysOnce('There is nothing to look at.');
    const back = page.getByRole('button', { name: 'Back to the door' });
    await expect.element(back).toHaveFocus();
    await press('{Enter}');
    await expect.poll(() => root('screen')).toBe('ready');
  });

  test('what the records cannot take stays on the list, with what to do', async () => {
    const { main } = await openList();
    main.on('acknowledgeDiscrepancies', () => ({
      ok: false,
      error: { type: 'ledger', code: 'disk-full' },
    }));
    await page.getByRole('button', { name: 'Acknowledge 4006381333931' }).click();
    await saysOnce(/disk is full/);
    expect(codes()).toHaveLength(3);
  });
});

describe('sending again', () => {
  const again = page.getByRole('button', { name: 'Send again HT-2025-11-20-000187354' });

  test('is offered for what the platform has refused, and not for what it contradicted or lost', async () => {
    await openList();
    await expect.element(again).toBeVisible();
    expect(page.getByRole('button', { name: /^Send again/ }).elements()).toHaveLength(1);
  });

  test('one: it goes up, and the screen says that the platform has it now', async () => {
    const { main } = await openList();
    const left = DISCREPANCIES.filter((_, index) => index !== 1);
    main.on('sendScansAgain', () => {
      main.on('discrepancies', () => ({ ok: true, value: { discrepancies: left, before: null } }));
      return { ok: true, value: { recorded: 1, refused: 0, expired: 0, waiting: 0 } };
    });
    await again.click();
    await saysOnce('Taken by the platform: 1');
    expect(main.requests('sendScansAgain')).toEqual([{ ids: [DISCREPANCIES[1]?.id] }]);
    await expect.poll(() => codes()).not.toContain('HT-2025-11-20-000187354');
    expect(main.requests('acknowledgeDiscrepancies')).toEqual([]);
  });

  test('all that are refused: what became of each is told, and who is refused again says so', async () => {
    const codesOfAll = ['A1', 'A2', 'A3'];
    const all = codesOfAll.map((code, index) =>
      discrepancy({ id: `0192d3c4-0000-7000-8000-00000000001${index}`, code, state: 'refused' }),
    );
    const { main } = await openList(all);
    main.on('sendScansAgain', () => {
      const sentAgain = all.slice(0, 1).map((one) => ({ ...one, sentAgainAt: NOW }));
      main.on('discrepancies', () => ({
        ok: true,
        value: { discrepancies: sentAgain, before: null },
      }));
      return { ok: true, value: { recorded: 1, refused: 1, expired: 0, waiting: 1 } };
    });
    await page.getByRole('button', { name: 'Send refused ones again (3)' }).click();
    await saysOnce('Taken by the platform: 1');
    await saysOnce('Refused again: 1');
    await saysOnce('Waiting to go up: 1');
    await saysOnce(/Sent again at .*, and refused again\./);
    expect(main.requests('sendScansAgain')).toEqual([{ ids: all.map(({ id }) => id) }]);
    await expect.element(page.getByRole('button', { name: 'Send again A1' })).toHaveFocus();
  });

  test('what the records cannot take stays on the list, with what to do', async () => {
    const { main } = await openList();
    main.on('sendScansAgain', () => ({
      ok: false,
      error: { type: 'ledger', code: 'disk-full' },
    }));
    await again.click();
    await saysOnce(/disk is full/);
    expect(codes()).toHaveLength(3);
  });
});

test('one that comes while the list is open appears on it', async () => {
  const { main } = await openList();
  const late = discrepancy({ id: 'late', code: 'LATE-1', scannedAt: NOW });
  main.on('discrepancies', () => ({
    ok: true,
    value: { discrepancies: [late, ...DISCREPANCIES], before: null },
  }));
  main.emit(openDoor({ discrepancies: 6 }));
  await expect.poll(() => codes()[0]).toBe('LATE-1');
});

test('a scan is taken while the list is open: its verdict comes, then the door', async () => {
  const { main } = await openList();
  await expectScanTaken(main, { discrepancies: 5 });
});

test('a scan presses nothing in the question', async () => {
  const { main } = await openList();
  await page.getByRole('button', { name: 'Acknowledge all 3 shown' }).click();
  await scan('ABC123{Enter}');
  expect(main.requests('scan')).toHaveLength(1);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(main.requests('acknowledgeDiscrepancies')).toEqual([]);
});

test('without an open door a scan changes nothing, and the way leads back to the sign-in', async () => {
  const { main } = await openList(DISCREPANCIES, signedOut());
  await scan('ABC123{Enter}');
  expect(main.requests('scan')).toEqual([{ code: 'ABC123', source: 'wedge' }]);
  expect(root('screen')).toBe('discrepancies');
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  await expect.poll(() => root('screen')).toBe('sign-in');
});

describe('saved as a file', () => {
  const save = () => page.getByRole('button', { name: 'Save as a file' }).click();

  test('the screen says where, and how many', async () => {
    const { main } = await openList();
    const path = '/home/door/Documents/usher.csv';
    main.on('exportDiscrepancies', () => ({ ok: true, value: { path, count: 1234 } }));
    await save();
    await saysOnce(/1,234 scans, acknowledged ones too, saved to .*usher\.csv/);
    expect(main.requests('exportDiscrepancies')).toEqual([null]);
  });

  test.each(WRITE_ERRORS)(
    '%s: the screen says why not; it can be tried again',
    async (code, words) => {
      const { main } = await openList();
      main.on('exportDiscrepancies', () => ({ ok: false, error: { type: 'not-written', code } }));
      await save();
      await saysOnce(words);
      main.on('exportDiscrepancies', () => ({ ok: true, value: { path: '/a.csv', count: 1 } }));
      await save();
      await saysOnce(/1 scan, .* saved to/);
      await expect.element(page.getByText(words)).not.toBeInTheDocument();
    },
  );

  test('also when all are acknowledged', async () => {
    const { main } = await openList([discrepancy()]);
    await page.getByRole('button', { name: 'Acknowledge 4006381333931' }).click();
    await saysOnce('There is nothing to look at.');
    await save();
    await expect.poll(() => main.requests('exportDiscrepancies')).toHaveLength(1);
  });
});
