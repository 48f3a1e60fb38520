import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { KioskSettings } from '#shared/model/settings.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { admission, apiError, refusal } from '#tests/renderer/support/builders.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { guests } from '#tests/renderer/support/guests.ts';
import { isOn, says, silentOf } from '#tests/renderer/support/on-screen.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { UNLOCKED, withChanges, type StateChanges } from '#tests/support/kiosk-state.ts';

const OFFERED = { isOffered: true, askedAt: null };
const ASKED = { isOffered: true, askedAt: Date.UTC(2025, 10, 20, 19, 0) };
const ask = page.getByRole('button', { name: 'Ask for help' });

async function openGuests(changes: StateChanges, settings: Partial<KioskSettings> = {}) {
  const plain = guests(changes);
  const state = {
    ...plain,
    settings: { ...plain.settings, languages: ['en'] as const, ...settings },
  };
  const main = new FakeMain(state);
  for (const call of ['askForHelp', 'endHelp'] as const)
    main.on(call, () => ({ ok: true, value: null }));
  const { sounds } = await openKiosk(state, { main });
  return { main, sounds, emit: (more: StateChanges) => main.emit(withChanges(state, { ...more })) };
}

/** Refuses so many tickets, one after the other. */
async function refuse(emit: (more: StateChanges) => void, times: number) {
  for (let at = 1; at <= times; at += 1) {
    const verdict = refusal(apiError(13));
    emit({ verdict: { ...verdict, sequence: at, entryId: `refused ${at}` } });
    await isOn('verdict');
    emit({ verdict: null });
    await isOn('ready');
  }
}

test('a guest calls somebody, reads that somebody was called, and can do without', async () => {
  const { main, sounds, emit } = await openGuests({ help: OFFERED });
  await picture('guest-help-offered');
  await ask.click();
  expect(main.requests('askForHelp')).toHaveLength(1);
  emit({ help: ASKED });
  await says('We have asked a member of our staff to come. Please wait here.');
  await picture('guest-help-asked');
  expect(sounds.map(([name]) => name)).toEqual(['help']);
  await expectAccessible();
  await page.getByRole('button', { name: 'I no longer need help' }).click();
  expect(main.requests('endHelp')).toEqual([{ why: 'needs-nobody' }]);
});

test('whose language is not known reads of help in both of the house’s', async () => {
  const { emit } = await openGuests({ help: OFFERED }, { secondLanguage: 'de' });
  const both = page.getByRole('button', { name: 'Ask for help Hilfe rufen' });
  await expect.element(both).toBeVisible();
  expect(both.element().querySelector('[lang=de]')?.textContent).toBe('Hilfe rufen');
  emit({ help: ASKED });
  await says('We have asked a member of our staff to come. Please wait here.');
  await expect
    .element(page.getByRole('status').filter({ hasText: /Wir haben unser Personal gerufen/ }))
    .toBeVisible();
  await picture('guest-help-two-languages');
  await expectAccessible();
});

test('the next guest, who goes in, reads nothing of a call that is none of theirs, and cannot end it', async () => {
  const { emit } = await openGuests({ help: ASKED });
  emit({ help: ASKED, verdict: admission() });
  await isOn('verdict');
  await silentOf(/We have asked a member/);
  await expect
    .element(page.getByRole('button', { name: 'I no longer need help' }))
    .not.toBeInTheDocument();
  emit({ help: ASKED, verdict: null });
  await says(/We have asked a member/);
});

test('one that is taken back and made again is the same, and is heard once', async () => {
  const { emit, sounds } = await openGuests({ help: OFFERED });
  for (const help of [ASKED, OFFERED, ASKED]) emit({ help });
  await says(/We have asked a member/);
  expect(sounds.map(([name]) => name)).toEqual(['help']);
});

test('where nobody would hear it nothing is offered', async () => {
  await openGuests({ help: { isOffered: false, askedAt: null } });
  await says('Scan your ticket');
  await expect.element(ask).not.toBeInTheDocument();
});

test('after three refusals in a row help is offered by itself, and on the verdict, too', async () => {
  const { emit } = await openGuests({ help: OFFERED });
  await refuse(emit, 2);
  await silentOf('May we help you?');
  await refuse(emit, 3);
  await says('May we help you?');
  await picture('guest-help-after-three');
  emit({ verdict: { ...refusal(apiError(12)), sequence: 9, entryId: 'once more' } });
  await isOn('verdict');
  await says('May we help you?');
  await picture('guest-help-on-verdict');
  await expectAccessible();
});

test('a ticket that is let in begins the count anew', async () => {
  const { emit } = await openGuests({ help: OFFERED });
  await refuse(emit, 2);
  emit({ verdict: { ...admission(), sequence: 5, entryId: 'good' } });
  await isOn('verdict');
  emit({ verdict: null });
  await isOn('ready');
  await refuse(emit, 2);
  await silentOf('May we help you?');
});

test('one ticket that is held there for long is refused once', async () => {
  const { emit } = await openGuests({ help: OFFERED });
  const verdict = { ...refusal(apiError(13)), sequence: 1, entryId: 'one' };
  emit({ verdict });
  for (const sequence of [2, 3, 4]) {
    emit({ verdict: { ...verdict, sequence, basis: 'repeat' } });
    await expect.poll(() => document.documentElement.dataset['sequence']).toBe(String(sequence));
  }
  emit({ verdict: null });
  await isOn('ready');
  await silentOf('May we help you?');
});

test('at a fault, where no PIN is asked, a passer-by ends no call', async () => {
  const fault = { type: 'keeps-failing', logs: '/var/log/usher', version: null } as const;
  const { main } = await openGuests({ help: ASKED, fault });
  await page.getByRole('button', { name: /^For staff/ }).click();
  await expect.poll(() => root('audience')).toBeNull();
  expect(main.requests('endHelp')).toEqual([]);
});

test('whoever enters the PIN has come, and the call is over', async () => {
  const { main, emit } = await openGuests({ help: ASKED });
  await page.getByRole('button', { name: /^For staff/ }).click();
  await isOn('unlock');
  expect(main.requests('endHelp')).toHaveLength(0);
  emit({ help: ASKED, lock: UNLOCKED });
  await expect.poll(() => main.requests('endHelp')).toEqual([{ why: 'somebody-came' }]);
});
