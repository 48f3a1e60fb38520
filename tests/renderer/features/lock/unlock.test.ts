import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import {
  admission,
  apiError,
  inMinutes,
  NOW,
  openDoor,
  signedOut,
} from '#tests/renderer/support/builders.ts';
import { scan, typeByHand } from '#tests/renderer/support/keys.ts';
import { chooseMore } from '#tests/renderer/support/menu.ts';
import { openKiosk, picture, SIZES, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { press } from '#tests/renderer/support/press.ts';
import { SettingsMain } from '#tests/renderer/support/settings.ts';
import { button, click, isOn, says } from '#tests/renderer/support/on-screen.ts';

/** A locked kiosk, 2468 its PIN, at whose open door somebody asks for the settings. */
async function openPad({
  state = openDoor(),
  size = 'laptop',
  now,
}: { state?: KioskState; size?: Size; now?: () => number } = {}) {
  const main = new SettingsMain(state, '2468');
  const opened = await openKiosk(main.current, { main, size, ...(now && { now }) });
  if (state.door.selection === null) await click('Settings');
  else await chooseMore('Settings');
  await isOn('unlock');
  return { ...opened, main };
}

describe('the PIN', () => {
  test('is touched: each digit a dot, and the settings are there', async () => {
    const { main } = await openPad();
    for (const digit of '2468') await click(digit);
    await expect.element(page.getByText('4 digits entered')).toBeInTheDocument();
    expect(document.body.textContent).not.toContain('2468');
    await click('Unlock');
    await isOn('settings');
    expect(main.requests('unlock')).toEqual([{ pin: '2468' }]);
  });

  test('is typed: the last digit is taken back, and Enter is enough', async () => {
    const { main } = await openPad();
    await typeByHand('2469{Backspace}8{Enter}');
    await isOn('settings');
    expect(main.requests('unlock')).toEqual([{ pin: '2468' }]);
  });

  test('is pressed by keys: a button that takes no more does not take the focus with it', async () => {
    await openPad();
    const pad = page.getByRole('group', { name: 'PIN' });
    await typeByHand('1');
    button('Delete the last digit').element().focus();
    await press('{Enter}');
    await expect.element(page.getByText('0 digits entered')).toBeInTheDocument();
    await expect.element(pad).toHaveFocus();
    await typeByHand('1111');
    button('Unlock').element().focus();
    await press('{Enter}');
    await says('Wrong PIN. 2 tries are left.');
    await expect.element(pad).toHaveFocus();
  });

  test('of three digits is none', async () => {
    const { main } = await openPad();
    await typeByHand('246{Enter}');
    await expect.element(button('Unlock')).toBeDisabled();
    expect(main.requests('unlock')).toEqual([]);
  });

  test('that is wrong: how many tries are left, and nothing of it stays', async () => {
    await openPad();
    await typeByHand('1111{Enter}');
    await says('Wrong PIN. 2 tries are left.');
    await expect.element(page.getByText('0 digits entered')).toBeInTheDocument();
    await isOn('unlock');
  });

  test('is not what a scanner types meanwhile: that is a guest', async () => {
    const { main } = await openPad();
    await typeByHand('24');
    await scan('4006381333931{Enter}');
    await expect
      .poll(() => main.requests('scan'))
      .toEqual([{ code: '4006381333931', source: 'wedge' }]);
    await expect.element(page.getByText('2 digits entered')).toBeInTheDocument();
    await typeByHand('68{Enter}');
    await isOn('settings');
  });

  test('waits while a verdict covers it', async () => {
    const { main } = await openPad();
    main.state({ verdict: admission() });
    await isOn('verdict');
    main.state({ verdict: null });
    await isOn('unlock');
    await typeByHand('2468{Enter}');
    await isOn('settings');
  });
});

describe('after too many', () => {
  test('it says until when nobody may try, counts down, and then takes digits again', async () => {
    let time = NOW;
    const { main } = await openPad({ now: () => time });
    main.lock({ nextTryAt: NOW + 30_000 });
    await says('Too many wrong PINs. The next can be tried at 19:10:30.');
    await says('Still 30 secs to wait');
    await expect.element(button('5')).toBeDisabled();
    time = NOW + 12_000;
    await says('Still 18 secs to wait');
    time = NOW + 30_000;
    await expect.element(button('5')).toBeEnabled();
    main.lock({ nextTryAt: null });
    await typeByHand('2468{Enter}');
    await isOn('settings');
  });
});

describe('whoever thinks better of it', () => {
  test('is back where they were, by key', async () => {
    await openPad();
    await press('{Escape}');
    await isOn('ready');
  });

  test('is back where they were, also beside the door', async () => {
    const main = new SettingsMain(openDoor(), '2468');
    await openKiosk(main.current, { main });
    await click(/^Readiness/);
    await click('Set up scanners');
    await isOn('unlock');
    await click('Cancel');
    await isOn('readiness');
  });
});

describe('what was begun on a screen', () => {
  test('is done once the kiosk is unlocked', async () => {
    const main = new SettingsMain(openDoor(), '2468');
    await openKiosk(main.current, { main });
    await chooseMore('Sign out');
    await isOn('unlock');
    expect(main.requests('signOut')).toHaveLength(1);
    await typeByHand('2468{Enter}');
    await isOn('ready');
    expect(main.requests('signOut')).toHaveLength(2);
  });

  test('is not done when the PIN is not entered, and what was typed is still there', async () => {
    const main = new SettingsMain(signedOut(), '2468');
    await openKiosk(main.current, { main });
    await page.getByLabelText('User name').fill('frances');
    await click('Change server');
    await isOn('unlock');
    await click('Cancel');
    await isOn('sign-in');
    await expect.element(page.getByLabelText('User name')).toHaveValue('frances');
    expect(main.requests('forgetBaseUrl')).toHaveLength(1);
  });

  test('is forgotten when a guest comes: the door is there again, and not the PIN pad', async () => {
    const main = new SettingsMain(openDoor(), '2468');
    await openKiosk(main.current, { main });
    await chooseMore('Sign out');
    await isOn('unlock');
    main.state({ verdict: admission() });
    await isOn('verdict');
    main.state({ verdict: null });
    await isOn('ready');
    expect(main.requests('signOut')).toHaveLength(1);
  });

  test('choosing anew what the door is open for is for who knows it; beginning a shift is not', async () => {
    const main = new SettingsMain(openDoor(), '2468');
    await openKiosk(main.current, { main });
    await click('Change');
    await isOn('unlock');
    main.state({ selection: null });
    await isOn('select');
  });
});

describe('the top bar', () => {
  test('says that it is unlocked, and locks it: whoever was at work is at the door again', async () => {
    const { main } = await openPad();
    await typeByHand('2468{Enter}');
    await isOn('settings');
    await click('The kiosk is unlocked. Lock now');
    await isOn('ready');
    expect(main.current.machine.lock.isUnlocked).toBe(false);
    await expect.element(button(/Lock now/)).not.toBeInTheDocument();
  });

  test('says nothing where there is no PIN', async () => {
    await openKiosk(openDoor());
    await expect.element(button(/Lock now/)).not.toBeInTheDocument();
  });
});

describe('a PIN that was forgotten', () => {
  async function forget(state = openDoor()) {
    const opened = await openPad({ state });
    await click('Forgot the PIN?');
    await expect.element(page.getByRole('heading', { name: 'A new PIN' })).toBeVisible();
    return opened;
  }
  async function fill(password: string, pin: string, again = pin) {
    await page.getByLabelText('Password', { exact: true }).fill(password);
    await page.getByLabelText('New PIN').fill(pin);
    await page.getByLabelText('The same PIN again').fill(again);
    await click('Set the new PIN');
  }

  test('is replaced by who is signed in, with their password', async () => {
    const { main } = await forget();
    await says('Signed in as frances@example.org');
    main.on('resetPin', () => {
      main.lock({ isUnlocked: true });
      return { ok: true, value: null };
    });
    await fill('secret', '1357');
    await isOn('settings');
    expect(main.requests('resetPin')).toEqual([
      { username: 'frances@example.org', password: 'secret', pin: '1357' },
    ]);
  });

  test('is not, with a wrong password; the new PIN stays typed', async () => {
    const { main } = await forget();
    const refused = { type: 'refused', error: apiError(2) } as const;
    main.on('resetPin', () => ({ ok: false, error: refused }));
    await fill('wrong', '1357');
    await says('The password is wrong.');
    await expect.element(page.getByLabelText('New PIN')).toHaveValue('1357');
    await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('');
  });

  test.each([
    ['12', '12', /A PIN has digits only, 4 to 12 of them/],
    ['12ab', '12ab', /A PIN has digits only/],
    ['1357', '1358', /The two are not the same/],
  ])('is not replaced by %s and %s', async (pin, again, why) => {
    const { main } = await forget();
    await fill('secret', pin, again);
    await says(why);
    expect(main.requests('resetPin')).toEqual([]);
  });

  test('needs somebody who is signed in', async () => {
    await forget(signedOut());
    await says('Nobody is signed in at this kiosk.');
    await click('Sign in');
    await isOn('sign-in');
  });

  test('is remembered after all', async () => {
    await forget();
    await press('{Escape}');
    await expect.element(page.getByRole('heading', { name: 'Enter the PIN' })).toBeVisible();
    await isOn('unlock');
  });
});

describe('for everybody', () => {
  test.each(Object.keys(SIZES) as Size[])(
    'at %s nothing is cut, and keys are for fingers',
    async (size) => {
      await openPad({ size });
      for (const digit of '0123456789') {
        const { width, height, bottom, right } = button(digit).element().getBoundingClientRect();
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(64);
        expect(bottom).toBeLessThanOrEqual(innerHeight);
        expect(right).toBeLessThanOrEqual(innerWidth);
      }
      await picture(`unlock-${size}`);
    },
  );

  test.each(['dark', 'light', 'high-contrast'] as const)('%s keeps nobody out', async (theme) => {
    const state = openDoor();
    const { main } = await openPad({ state: { ...state, settings: { ...state.settings, theme } } });
    await expectAccessible();
    main.lock({ nextTryAt: inMinutes(2) });
    await says(/Too many wrong PINs/);
    await expectAccessible();
    await click('Forgot the PIN?');
    await expectAccessible();
    await picture(`unlock-forgot-${theme}`);
  });

  test.each([
    ['de', 'PIN eingeben', 'ltr'],
    ['ar', 'أدخل رمز PIN', 'rtl'],
  ] as const)('in %s; digits stand as on every pad', async (language, title, direction) => {
    const { main } = await openPad();
    main.state({ settings: { ...main.settings, language } });
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
    expect(document.documentElement.dir).toBe(direction);
    const left = (digit: string) => button(digit).element().getBoundingClientRect().left;
    expect(left('1')).toBeLessThan(left('3'));
    await expectAccessible();
    await picture(`unlock-${language}`);
  });
});
