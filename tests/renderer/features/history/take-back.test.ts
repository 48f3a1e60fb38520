import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { HistoryEntry } from '#shared/model/history.ts';
import type { TakeBackRefusal } from '#shared/model/take-back.ts';
import { inMinutes, openDoor } from '#tests/renderer/support/builders.ts';
import { mainWithHistory, scanned } from '#tests/renderer/support/history.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';
import { openKiosk, picture } from '#tests/renderer/support/open-kiosk.ts';

async function openScan(changes: Partial<HistoryEntry> = {}) {
  const main = mainWithHistory(openDoor(), [scanned({ basis: 'cache', ...changes })]);
  await openKiosk(openDoor(), { main });
  await chooseMore('History');
  await page.getByRole('row').nth(1).getByRole('button').click();
  return main;
}
const begin = page.getByRole('button', { name: 'Take back' });
const dialog = page.getByRole('dialog');

test('an admission is taken back with a reason, and only with one', async () => {
  const main = await openScan();
  main.on('takeBack', () => ({ ok: true, value: null }));
  await begin.click();
  await expect.element(dialog.getByText(/The scan stays in the history/)).toBeVisible();
  const yes = dialog.getByRole('button', { name: 'Take back' });
  await expect.element(yes).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabelText('Why').fill('wrong day');
  await picture('take-back');
  await yes.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(main.requests('takeBack')).toMatchObject([{ why: 'wrong day' }]);
});

test.each<[TakeBackRefusal, RegExp]>([
  ['spent', /Only the box office/],
  ['taken-back', /taken back before/],
  ['followed', /left with this ticket since/],
  ['no-admission', /Nobody was let in/],
])('why not, and what can be done: %s', async (because, says) => {
  const main = await openScan();
  main.on('takeBack', () => ({ ok: false, error: { type: 'not-taken-back', because } }));
  await begin.click();
  await dialog.getByLabelText('Why').fill('wrong day');
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect.element(dialog.getByText(says)).toBeVisible();
});

test('one that was taken back says so, and is not taken back again', async () => {
  await openScan({ takenBack: { at: inMinutes(-1), why: null } });
  await expect.element(page.getByRole('row').nth(1).getByText('Taken back')).toBeVisible();
  expect(begin.elements()).toEqual([]);
});

test('who was not let in cannot be taken back', async () => {
  await openScan({ kind: 'duplicate' });
  await expect.element(page.getByRole('button', { name: 'Close' })).toBeVisible();
  expect(begin.elements()).toEqual([]);
});
