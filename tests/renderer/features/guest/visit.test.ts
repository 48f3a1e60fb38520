import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { m } from '#renderer/i18n/messages.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { SCANNER_PLACES, type KioskSettings } from '#shared/model/settings.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { expectAtRest } from '#tests/renderer/support/at-rest.ts';
import { admission, apiError, refusal } from '#tests/renderer/support/builders.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { guests } from '#tests/renderer/support/guests.ts';
import { isOn, says, silentOf } from '#tests/renderer/support/on-screen.ts';
import { openKiosk, picture } from '#tests/renderer/support/open-kiosk.ts';
import { press } from '#tests/renderer/support/press.ts';
import { resize } from '#tests/renderer/support/page.ts';
import { withChanges, type StateChanges } from '#tests/support/kiosk-state.ts';

/** A guests' door on a clock that the test moves; `emit` changes what main says. */
async function openGuests(settings: Partial<KioskSettings> = {}, changes: StateChanges = {}) {
  const plain = guests(changes);
  const state = { ...plain, settings: { ...plain.settings, ...settings } };
  const main = new FakeMain(state);
  let now = Date.UTC(2025, 10, 20, 19, 0);
  await openKiosk(state, { main, now: () => now });
  return {
    main,
    state,
    emit: (more: StateChanges) => main.emit(withChanges(state, { ...more })),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

async function chooseLanguage(from: string, to: string) {
  await page.getByRole('button', { name: from }).click();
  await page.getByRole('button', { name: to }).click();
}

const missed = (number: number, state: KioskState, later = 0) => ({
  scanners: {
    ...state.scanners,
    missed: { number, at: Date.UTC(2025, 10, 20, 19, 0) + later, reason: 'garbled' as const },
  },
});

test('a guest reads their own language, and the next one the kiosk’s again', async () => {
  const { emit } = await openGuests({ language: 'en', secondLanguage: 'de' });
  await chooseLanguage('English', 'Français');
  await says('Scannez votre billet');
  emit({ verdict: admission() });
  await says('Entrez, je vous prie.');
  // Whose language is known reads no other.
  await silentOf('Bitte treten Sie ein.');
  emit({ verdict: null });
  await says('Scan your ticket');
  emit({ verdict: admission() });
  await says('Please come in.');
  await says('Bitte treten Sie ein.');
});

test('the next guest who comes while the verdict stands is not spoken to in another’s language', async () => {
  const { emit } = await openGuests({ language: 'en' });
  await chooseLanguage('English', 'Polski');
  const first = admission();
  emit({ verdict: first });
  await isOn('verdict');
  // Held there for longer.
  emit({ verdict: { ...first, basis: 'repeat', sequence: first.sequence + 1 } });
  await expect.poll(() => document.documentElement.lang).toBe('pl');
  emit({ verdict: { ...admission(), sequence: first.sequence + 2, entryId: 'another' } });
  await expect.poll(() => document.documentElement.lang).toBe('en');
});

test('who chose a language to read their verdict is gone with it, and the next guest is another', async () => {
  const { emit } = await openGuests({ language: 'en' });
  emit({ verdict: admission() });
  await isOn('verdict');
  await chooseLanguage('English', 'Polski');
  await expect.poll(() => document.documentElement.lang).toBe('pl');
  emit({ verdict: null });
  await isOn('ready');
  await expect.poll(() => document.documentElement.lang).toBe('en');
});

test.each([
  ['admit', admission()],
  ['refused', refusal(apiError(13))],
  ['used', refusal(apiError(12))],
])('the list of languages can be read over a verdict: %s', async (name, verdict) => {
  await openGuests({ language: 'en' }, { verdict });
  await page.getByRole('button', { name: 'English' }).click();
  await expect.element(page.getByRole('button', { name: 'Polski' })).toBeVisible();
  await picture(`guest-languages-${name}`);
  await expectAccessible();
});

test('a language that was chosen and left to itself is nobody’s any more', async () => {
  const { pass } = await openGuests({ language: 'en' });
  await chooseLanguage('English', 'Español');
  await says('Escanee su entrada');
  pass(31_000);
  await says('Scan your ticket');
});

test('whoever opens the PIN pad is spoken to in the kiosk’s language', async () => {
  await openGuests({ language: 'en' });
  await chooseLanguage('English', 'Español');
  await page.getByRole('button', { name: /^Para el personal/ }).click();
  await isOn('unlock');
  await expect.poll(() => document.documentElement.lang).toBe('en');
});

test('what to do stands in the languages of the house, one after the other, and nothing moves', async () => {
  const { pass } = await openGuests({ language: 'en', languages: ['en', 'de', 'fr'] });
  const shown = () =>
    [...document.querySelectorAll('.turns p')]
      .filter((line) => getComputedStyle(line).visibility === 'visible')
      .map((line) => line.textContent);
  const top = () => document.querySelector('[role=status]')?.getBoundingClientRect().top;
  const [first] = shown();
  const before = top();
  pass(6_000);
  await expect.poll(shown).not.toEqual([first]);
  expect(shown()).toHaveLength(1);
  expect(new Set([first, ...shown()])).toEqual(new Set(['Ticket scannen', 'Scannez votre billet']));
  expect(top()).toBe(before);
  await expectAtRest();
});

test.each(SCANNER_PLACES.filter((place) => place !== 'anywhere'))(
  'where to hold the ticket is a picture that moves in steps, and a sentence: %s',
  async (scannerAt) => {
    const { pass } = await openGuests({ scannerAt, language: 'en', languages: ['en'] });
    await says(m[`guest_hold_${scannerAt}` as const]());
    const drawn = () => document.querySelector('.hold .away')?.getAttribute('transform');
    const steps = new Set([drawn()]);
    for (let step = 0; step < 3; step += 1) {
      const before = drawn();
      pass(2_000);
      if (step < 2) await expect.poll(drawn).not.toBe(before);
      steps.add(drawn());
    }
    expect(steps.size).toBeGreaterThanOrEqual(3);
    await picture(`guest-hold-${scannerAt}`);
    await expectAtRest();
    await expectAccessible();
  },
);

test('after two codes that could not be read a guest is asked to make the screen brighter', async () => {
  const { emit, state } = await openGuests({ language: 'en' });
  emit(missed(1, state));
  await says('Please hold it there once more.');
  emit(missed(2, state));
  await says('Please make your screen brighter, and hold it still.');
  await silentOf('Please hold it there once more.');
});

test('a code that was read in between starts anew', async () => {
  const { emit, state } = await openGuests({ language: 'en' });
  emit(missed(1, state));
  emit({ verdict: admission() });
  await isOn('verdict');
  emit(missed(2, state));
  await says('Please hold it there once more.');
});

test('a guest who has gone takes with them what is known of them: the next one begins anew', async () => {
  const { emit, pass, state } = await openGuests({ language: 'en' });
  const refuse = async (at: number) => {
    emit({ verdict: { ...refusal(apiError(13)), sequence: at, entryId: `refused ${at}` } });
    await isOn('verdict');
    emit({ verdict: null });
    await isOn('ready');
  };
  await refuse(1);
  await refuse(2);
  emit(missed(1, state));
  await says('Please hold it there once more.');
  pass(31_000);
  await says('Scan your ticket');
  emit(missed(2, state, 31_000));
  await says('Please hold it there once more.');
  await refuse(3);
  await silentOf('Our staff will be glad to help you.');
});

test('a list of languages that was left open closes when nobody is there any more', async () => {
  const { pass } = await openGuests({ language: 'en' });
  await page.getByRole('button', { name: 'English' }).click();
  await expect.element(page.getByRole('button', { name: 'Polski' })).toBeVisible();
  pass(31_000);
  await expect.element(page.getByRole('button', { name: 'Polski' })).not.toBeInTheDocument();
});

test.each(['by its button', 'by Escape'])(
  'a list of languages that a guest has closed again %s keeps no focus, for a scanner’s Enter to press',
  async (how) => {
    await openGuests({ language: 'en' });
    const button = page.getByRole('button', { name: 'English', expanded: false });
    await button.click();
    await expect.element(page.getByRole('button', { name: 'Polski' })).toBeVisible();
    if (how === 'by Escape') await press('{Escape}');
    else await page.getByRole('button', { name: 'English', expanded: true }).click();
    await expect.element(page.getByRole('button', { name: 'Polski' })).not.toBeInTheDocument();
    expect(document.activeElement).toBe(document.body);
  },
);

test.each([
  ['upright', 1080, 1920],
  ['wide', 1280, 720],
  ['small', 1024, 600],
])(
  'what guests press stays in the lower half of a screen, all languages of the house at once: %s',
  async (name, width, height) => {
    await openGuests({ language: 'en', lowControls: true });
    await resize(width, height);
    await page.getByRole('button', { name: 'English' }).click();
    await expect.element(page.getByRole('button', { name: 'Polski' })).toBeVisible();
    await picture(`guest-low-controls-${name}`);
    const buttons = [...document.querySelectorAll('button')];
    expect(buttons.length).toBeGreaterThan(9);
    for (const button of buttons) {
      const { top, bottom, left, right } = button.getBoundingClientRect();
      expect(top, button.textContent).toBeGreaterThanOrEqual(height / 2);
      expect(bottom, button.textContent).toBeLessThanOrEqual(height);
      expect(left, button.textContent).toBeGreaterThanOrEqual(0);
      expect(right, button.textContent).toBeLessThanOrEqual(width);
    }
    const list = document.querySelector('ul');
    expect(list?.scrollHeight, 'nothing of it is out of sight').toBe(list?.clientHeight);
  },
);

test('a guest who was refused is still there, and reads on in their language; the next one does not', async () => {
  const { emit, pass } = await openGuests({ language: 'en' });
  await chooseLanguage('English', 'Polski');
  const refused = refusal(apiError(13));
  emit({ verdict: refused });
  await isOn('verdict');
  emit({ verdict: null });
  await isOn('ready');
  await expect.poll(() => document.documentElement.lang).toBe('pl');
  emit({ verdict: { ...admission(), sequence: refused.sequence + 1, entryId: 'another' } });
  await expect.poll(() => document.documentElement.lang).toBe('en');
  emit({ verdict: null });
  await isOn('ready');

  await chooseLanguage('English', 'Polski');
  emit({ verdict: { ...refused, sequence: refused.sequence + 2, entryId: 'a third' } });
  await isOn('verdict');
  emit({ verdict: null });
  await isOn('ready');
  pass(31_000);
  await expect.poll(() => document.documentElement.lang).toBe('en');
});

test('a code that cannot be read after a refusal may be the next guest’s: they are asked in the languages of the house', async () => {
  const { emit, state } = await openGuests({ language: 'en', secondLanguage: 'de' });
  await chooseLanguage('English', 'Polski');
  emit({ verdict: refusal(apiError(13)) });
  await isOn('verdict');
  emit({ verdict: null });
  await isOn('ready');
  await expect.poll(() => document.documentElement.lang).toBe('pl');
  emit(missed(1, state));
  await says('Please hold it there once more.');
});
