import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { OverruleRefusal } from '#shared/model/overrule.ts';
import type { VerdictKind } from '#shared/model/verdict-kind.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import {
  admission,
  apiError,
  inMinutes,
  openDoor,
  refusal,
  verdict,
} from '#tests/renderer/support/builders.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { mainWithHistory, scanned } from '#tests/renderer/support/history.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { press } from '#tests/renderer/support/press.ts';
import { LOCKED, UNLOCKED, withChanges, type StateChanges } from '#tests/support/kiosk-state.ts';

const control = page.getByRole('button', { name: 'Duty manager' });
const yes = page.getByRole('button', { name: 'Let in', exact: true });
/** The circle that a chip has is under its words. */
const choose = (cause: string) => page.getByText(cause, { exact: true }).click();
const letIn = { ok: true, value: null } as const;

/** A guest with a used ticket, at a kiosk with a PIN. */
const USED = refusal(apiError(12), { entryId: 'that-scan' });

async function openRefusal(changes: StateChanges = {}) {
  const state = openDoor({ verdict: USED, lock: UNLOCKED, ...changes });
  const main = new FakeMain(state);
  await openKiosk(state, { main });
  return { main, state };
}

test('the verdict makes way for the question, and a refusal is overruled with a reason, and only with one', async () => {
  const { main } = await openRefusal();
  main.on('overrule', () => letIn);
  await picture('overrule-control');
  await control.click();
  await expect.poll(() => root('screen')).toBe('overrule');
  await expect.element(page.getByText('This ticket was used earlier.')).toBeVisible();
  await expect.element(yes).toHaveAttribute('aria-disabled', 'true');
  await choose('Another reason');
  await expect.element(yes).toHaveAttribute('aria-disabled', 'true');
  await choose('The box office has confirmed it');
  await page.getByLabelText('In words').fill('order 4711');
  await expectAccessible();
  await picture('overrule');
  await yes.click();
  await expect.poll(() => root('screen')).toBe('verdict');
  expect(main.requests('overrule')).toEqual([
    { id: 'that-scan', cause: 'box-office', words: 'order 4711', shown: [] },
  ]);
});

test('what is known of the ticket is shown first, and again where more is known since', async () => {
  const { main } = await openRefusal();
  const at = inMinutes(-20);
  const inside = [{ door: 'Foyer', isHere: false, at }];
  main.on('overruleEvidence', () => ({
    ok: true,
    value: { inside, isUsedElsewhere: false, isVoid: false, isUnheard: false, ids: ['a'] },
  }));
  main.on('overrule', () => ({
    ok: false,
    error: { type: 'not-overruled', because: 'not-shown' },
  }));
  await control.click();
  await expect.element(page.getByText(/let in at .*Foyer/)).toBeVisible();
  await choose('Goodwill');
  main.on('overruleEvidence', () => ({
    ok: true,
    value: { inside, isUsedElsewhere: true, isVoid: true, isUnheard: false, ids: ['a', 'b'] },
  }));
  await yes.click();
  await expect.element(page.getByText('This ticket was voided or refunded.')).toBeVisible();
  await picture('overrule-known');
  main.on('overrule', () => letIn);
  await yes.click();
  await expect
    .poll(() => main.requests('overrule'))
    .toMatchObject([{ shown: ['a'] }, { shown: ['a', 'b'] }]);
});

test('it is reached and pressed by the keyboard alone', async () => {
  await openRefusal();
  const button = control.element();
  for (let keys = 0; keys < 10 && document.activeElement !== button; keys += 1)
    await press('{Tab}');
  expect(document.activeElement).toBe(button);
  await press('{Enter}');
  await expect.poll(() => root('screen')).toBe('overrule');
});

test('at a locked kiosk the PIN comes first', async () => {
  const { main, state } = await openRefusal({ lock: LOCKED });
  await control.click();
  await expect.poll(() => root('screen')).toBe('unlock');
  main.emit(withChanges(state, { lock: UNLOCKED }));
  await expect.poll(() => root('screen')).toBe('overrule');
});

test('the next guests get their answers meanwhile, and nothing that was chosen or typed is lost', async () => {
  const { main, state } = await openRefusal();
  await control.click();
  await choose('Goodwill');
  await page.getByLabelText('In words').fill('a friend');
  main.emit(withChanges(state, { verdict: admission() }));
  await expect.poll(() => root('screen')).toBe('verdict');
  main.emit(withChanges(state, { verdict: null }));
  await expect.poll(() => root('screen')).toBe('overrule');
  await expect.element(page.getByLabelText('Goodwill')).toBeChecked();
  await expect.element(page.getByLabelText('In words')).toHaveValue('a friend');
});

test('who leaves it sees the verdict again, as long as it lasts', async () => {
  await openRefusal();
  await control.click();
  await page.getByRole('button', { name: 'No, leave it' }).click();
  await expect.poll(() => root('screen')).toBe('verdict');
});

test.each<[OverruleRefusal | 'ledger', RegExp]>([
  ['not-shown', /More is known of this ticket now/],
  ['long-ago', /more than ten minutes ago/],
  ['not-open', /not open for this ticket/],
  ['no-refusal', /Nobody was refused/],
  ['no-pin', /Set a PIN first/],
  ['ledger', /did not work/],
])('why not, and what can be done: %s', async (because, says) => {
  const { main } = await openRefusal();
  main.on('overrule', () => ({
    ok: false,
    error:
      because === 'ledger'
        ? { type: 'ledger', code: 'disk-full' }
        : { type: 'not-overruled', because },
  }));
  await control.click();
  await choose('Goodwill');
  await yes.click();
  await expect.element(page.getByText(says)).toBeVisible();
});

test.each<[string, StateChanges]>([
  ['of a kiosk without a PIN: anybody could', { lock: { ...UNLOCKED, hasPin: false } }],
  ['with an admission', { verdict: admission() }],
  ['with a ticket that was only looked up', { verdict: verdict('checked', { type: 'not-known' }) }],
])('there is no such control %s', async (_, changes) => {
  await openRefusal(changes);
  await expect.poll(() => root('screen')).toBe('verdict');
  expect(control.elements()).toEqual([]);
});

test.each<[VerdictKind, number, boolean]>([
  ['reject', -9, true],
  ['held', -9, true],
  ['reject', -11, false],
  ['admit', -1, false],
])('in the history: %s, %i minutes, %s', async (kind, minutes, isThere) => {
  const state = openDoor({ lock: UNLOCKED });
  const main = mainWithHistory(state, [scanned({ kind, scannedAt: inMinutes(minutes) })]);
  main.on('overrule', () => letIn);
  await openKiosk(state, { main });
  await chooseMore('History');
  await page.getByRole('row').nth(1).getByRole('button').click();
  await expect.element(page.getByRole('button', { name: 'Close' })).toBeVisible();
  const begin = page.getByRole('button', { name: 'Let in anyway' });
  expect(begin.elements()).toHaveLength(isThere ? 1 : 0);
  if (!isThere) return;
  await begin.click();
  await choose('Goodwill');
  await yes.click();
  await expect.poll(() => root('screen')).toBe('ready');
});

test('the history says that somebody was let in anyway, why, and behind the PIN in which words', async () => {
  const state = openDoor({ lock: UNLOCKED });
  const overruled = { of: 'x', kind: 'duplicate', code: 12, cause: 'goodwill' } as const;
  const entry = scanned({
    basis: 'staff',
    reason: { type: 'overruled', ...overruled, isListed: false },
    words: 'a friend of the house',
  });
  const main = mainWithHistory(state, [entry]);
  await openKiosk(state, { main });
  await chooseMore('History');
  const row = page.getByRole('row').nth(1);
  await expect.element(row.getByText('Let in anyway: Goodwill')).toBeVisible();
  await expect.element(row.getByText('Duty manager')).toBeVisible();
  await row.getByRole('button').click();
  const words = page.getByText('a friend of the house');
  await expect.element(words).toBeVisible();
  main.emit(withChanges(state, { lock: LOCKED }));
  await expect.poll(() => words.elements()).toEqual([]);
});
