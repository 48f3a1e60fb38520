import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { m } from '#renderer/i18n/messages.ts';
import { expectAtRest } from '#tests/renderer/support/at-rest.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { admission, apiError, openDoor, refusal } from '#tests/renderer/support/builders.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { LOST } from '#tests/renderer/support/all-states.ts';
import { click, isOn, says, silentOf } from '#tests/renderer/support/on-screen.ts';
import { openKiosk, picture, root, SIZES, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { guests } from '#tests/renderer/support/guests.ts';
import { mainWithProgramme, withProgramme } from '#tests/renderer/support/programme.ts';
import {
  LOCKED,
  NO_PIN,
  scanners,
  UNLOCKED,
  uploads,
  withChanges,
  type StateChanges,
} from '#tests/support/kiosk-state.ts';

const sign = page.getByRole('button', { name: /^For staff/ });
/** The ring in the corner is filled: something needs staff. */
const isNeeded = () => document.querySelector('[data-staff]')?.getAttribute('data-staff');

async function openGuests(changes: StateChanges = {}) {
  const state = guests(changes);
  const main = new FakeMain(state);
  main.on('lock', () => ({ ok: true, value: null }));
  await openKiosk(state, { main });
  return { main, state };
}

test('the house’s face: what plays, when, and what to do with a ticket', async () => {
  await openGuests();
  await picture('guest-door');
  expect(root('audience')).toBe('guest');
  await expect.element(page.getByRole('heading')).toHaveTextContent('The Winter’s Tale');
  await says('Scan your ticket');
  await says('19:30');
  await expectAtRest();
});

const {
  door: { selection: TONIGHT },
} = openDoor();
if (TONIGHT?.scope !== 'performance') throw new Error('a door of one performance');
const RUN = { ...TONIGHT, scope: 'production' } as const;
const LONG = {
  ...TONIGHT,
  productionName:
    'Peter and the Wolf: a musical fairy tale for children and for everybody who was one',
};

test.each(
  (Object.keys(SIZES) as Size[]).flatMap((size) => [
    [size, 'tonight', TONIGHT] as const,
    [size, 'whenever it plays', RUN] as const,
    [size, 'with a long name', LONG] as const,
  ]),
)('its picture and its colour, where the platform has them: on a %s, %s', async (...of) => {
  const [size, when, selection] = of;
  const { programme } = withProgramme();
  const state = guests({ programme, selection });
  await openKiosk(state, { main: mainWithProgramme(state), size });
  const logo = () => document.querySelector<HTMLImageElement>('.poster img');
  await expect.poll(() => logo()?.complete).toBe(true);
  const poster = document.querySelector('.poster');
  if (poster === null) throw new Error('no poster');
  expect(getComputedStyle(poster).borderInlineStartColor).toBe('rgb(182, 197, 244)');
  await picture(`guest-poster-${size}-${when.replaceAll(' ', '-')}`);
  const hung = poster.getBoundingClientRect();
  const name = poster.querySelector('h1');
  const drawn = logo()?.getBoundingClientRect();
  if (name === null || drawn === undefined) throw new Error('nothing hangs there');
  expect(name.scrollHeight, 'the whole name').toBeLessThanOrEqual(name.clientHeight + 1);
  const words = name.getBoundingClientRect();
  if (size === 'portrait') expect(drawn.bottom).toBeLessThanOrEqual(words.top);
  else expect(words.right).toBeLessThanOrEqual(drawn.left);
  for (const { left, right, top, bottom } of [drawn, words]) {
    expect(left).toBeGreaterThanOrEqual(hung.left);
    expect(right).toBeLessThanOrEqual(hung.right);
    expect(top).toBeGreaterThanOrEqual(hung.top);
    expect(bottom).toBeLessThanOrEqual(hung.bottom);
  }
  await expectAccessible();
});

test('of another house’s programme there is neither', async () => {
  const { programme } = withProgramme({}, { clientId: 2 });
  const state = guests({ programme });
  const main = mainWithProgramme(state);
  await openKiosk(state, { main });
  await expect.poll(() => main.requests('programmeBoard')).toHaveLength(1);
  await expectAtRest();
  expect(document.querySelector('.poster img')).toBeNull();
});

test('what is the house’s business is one filled ring, and nothing else', async () => {
  await openGuests({ discrepancies: 2, clockSkew: 300_000 });
  expect(isNeeded()).toBe('needed');
  await silentOf(/guests were let in/);
  await expect.element(sign).toHaveTextContent('For staff: something needs you');
});

test('where all is well it is an empty one', async () => {
  await openGuests();
  expect(isNeeded()).toBe('none');
});

test('the sign leads to the PIN, and behind it is the door as an usher sees it', async () => {
  const { main, state } = await openGuests({ discrepancies: 2 });
  await sign.click();
  await isOn('unlock');
  main.emit(withChanges(state, { lock: UNLOCKED }));
  await isOn('ready');
  expect(root('audience')).toBeNull();
  await says(/2 guests were let in/);
  await page.getByRole('button', { name: /Show the guests/ }).click();
  expect(main.requests('lock')).toHaveLength(1);
  main.emit(state);
  await expect.poll(() => root('audience')).toBe('guest');
});

test('over a verdict, too: staff read what it rests on, and can do something about it', async () => {
  const verdict = refusal(apiError(13));
  const { main, state } = await openGuests({ verdict });
  await says('This ticket was cancelled.');
  await silentOf('Duty manager');
  await sign.click();
  await isOn('unlock');
  main.emit(withChanges(state, { lock: UNLOCKED }));
  await isOn('verdict');
  await says('Duty manager');
});

test('the next guest comes before whoever stands at the PIN pad', async () => {
  const { main, state } = await openGuests();
  await sign.click();
  await isOn('unlock');
  main.emit(withChanges(state, { verdict: admission() }));
  await isOn('verdict');
  expect(root('audience')).toBe('guest');
});

test('what staff had open closes when the kiosk locks itself: the public stands before it', async () => {
  const { main, state } = await openGuests({ lock: UNLOCKED });
  await click('More');
  await page
    .getByRole('menuitem', { name: 'History' })
    .or(page.getByText('History'))
    .first()
    .click();
  await isOn('history');
  main.emit(withChanges(state, { lock: LOCKED }));
  await isOn('ready');
  expect(root('audience')).toBe('guest');
});

test('without a PIN the sign alone leads there, and the screen goes back by itself', async () => {
  let now = Date.UTC(2025, 10, 20, 19, 10);
  const state = guests({ lock: NO_PIN });
  const main = new FakeMain(state);
  await openKiosk(state, { main, now: () => now });
  expect(root('audience')).toBe('guest');
  await sign.click();
  await expect.poll(() => root('audience')).toBeNull();
  // Guests who scan are no staff who work here.
  main.emit(withChanges(state, { verdict: admission() }));
  await isOn('verdict');
  main.emit(state);
  now += state.settings.unlockedFor + 1_000;
  main.emit(withChanges(state, { waiting: 1 }));
  await expect.poll(() => root('audience'), { timeout: 5_000 }).toBe('guest');
});

test('a kiosk that is out of order says so to guests, and why to staff, who may be without a PIN that can be read', async () => {
  const fault = { type: 'keeps-failing', logs: '/var/log/usher', version: null } as const;
  await openGuests({ fault });
  await picture('guest-out-of-order');
  await says('Out of order');
  await silentOf('/var/log/usher');
  await sign.click();
  await says('/var/log/usher');
});

test('a fault that comes after staff have gone shows guests nothing of it, however much they touch', async () => {
  const { main, state } = await openGuests();
  await sign.click();
  await isOn('unlock');
  main.emit(withChanges(state, { lock: UNLOCKED }));
  await expect.poll(() => root('audience')).toBeNull();
  main.emit(withChanges(state, { lock: LOCKED }));
  await expect.poll(() => root('audience')).toBe('guest');
  main.emit(
    withChanges(state, { fault: { type: 'keeps-failing', logs: '/var/log/usher', version: null } }),
  );
  await says('Out of order');
  await silentOf('/var/log/usher');
});

test('a door that staff have opened anew is the guests’ at once, also without a PIN', async () => {
  const { main, state } = await openGuests({ lock: NO_PIN });
  main.on('filterOptions', () => ({
    ok: true,
    value: [{ id: 1, value: 'Harbour Theatre', productions: [] }],
  }));
  await sign.click();
  await click(m.ready_change());
  await click(m.select_open());
  main.emit(state);
  await isOn('ready');
  expect(root('audience')).toBe('guest');
});

test('before a door is open the screens are the staff’s, with all that they have to know', async () => {
  await openGuests({ selection: null });
  await isOn('select');
  expect(root('audience')).toBeNull();
  await expect.element(page.getByRole('button', { name: /^Readiness/ })).toBeVisible();
});

test('what a guest has opened gives way to the next one, and to nobody', async () => {
  let now = Date.UTC(2025, 10, 20, 19, 10);
  const state = guests({ session: LOST });
  const main = new FakeMain(state);
  await openKiosk(state, { main, now: () => now });
  async function getToTheSignIn() {
    await sign.click();
    await click('Forgot the PIN?');
    await click('Sign in');
    await isOn('sign-in');
  }
  await getToTheSignIn();
  main.emit(withChanges(state, { verdict: admission() }));
  await isOn('verdict');
  main.emit(state);
  await isOn('ready');
  await getToTheSignIn();
  now += 31_000;
  await isOn('ready');
});

test('whoever gets to the sign-in from there reads nothing of the house, and can press nothing of staff’s', async () => {
  const missed = { number: 1, reason: 'join-code', at: Date.UTC(2025, 10, 20, 19, 10) } as const;
  const { main, state } = await openGuests({
    session: LOST,
    discrepancies: 3,
    uploads: uploads({ pending: 4, oldest: 0 }),
    scanners: scanners({ missed }),
  });
  await sign.click();
  await click('Forgot the PIN?');
  await click('Sign in');
  await isOn('sign-in');
  await expect.element(page.getByLabelText(m.signIn_username())).toHaveValue('');
  await picture('guest-sign-in');
  expect(state.session.baseUrl).not.toBeNull();
  const text = document.querySelector('main')?.textContent ?? '';
  for (const secret of [state.session.baseUrl ?? '?', 'frances', '4 scans', '3 guests', 'join'])
    expect(text).not.toContain(secret);
  const buttons = [...document.querySelectorAll('main button')];
  expect(buttons.map((button) => button.textContent.trim()).sort()).toEqual(
    [m.signIn_back(), m.signIn_submit(), m.signIn_showPassword(), 'English'].sort(),
  );
  // Their own language, which is not the kiosk's from then on.
  await click('English');
  await click('Polski');
  await expect.poll(() => document.documentElement.lang).toBe('pl');
  expect(main.requests('setLanguage')).toEqual([]);
});

test('who is signed in is nobody’s business at the PIN pad', async () => {
  await openGuests();
  await sign.click();
  await click('Forgot the PIN?');
  await says(m.lock_reset_hint());
  await silentOf(/frances/);
});
