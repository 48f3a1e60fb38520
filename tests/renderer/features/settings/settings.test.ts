import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { m } from '#renderer/i18n/messages.ts';
import { rowsIn } from '#renderer/features/settings/settings-places.ts';
import { createFormat } from '#renderer/lib/format.ts';
import { SECTIONS } from '#shared/model/setting-form.ts';
import { DEFAULT_SETTINGS } from '#shared/model/settings.ts';
import {
  admission,
  boardAfter,
  NOW,
  openDoor,
  signedOut,
} from '#tests/renderer/support/builders.ts';
import { withVoices } from '#tests/renderer/support/fake-voices.ts';
import { scan, typeByHand } from '#tests/renderer/support/keys.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { press } from '#tests/renderer/support/press.ts';
import { openSettings, SettingsMain } from '#tests/renderer/support/settings.ts';
import { LOCKED } from '#tests/support/kiosk-state.ts';
import { button, click, says } from '#tests/renderer/support/on-screen.ts';

const field = (name: string) =>
  name === 'Time zone'
    ? page.getByRole('combobox', { name })
    : page.getByLabelText(name, { exact: true });
const changes = (main: SettingsMain) =>
  main.requests('changeSettings').map((request) => (request as { change: unknown }).change);

async function retype(name: string, text: string) {
  await field(name).fill('');
  await field(name).click();
  await typeByHand(`${text}{Enter}`);
}

test.each(SECTIONS.filter((section) => rowsIn(section).length > 0))(
  'the section “%s” has the row of each setting that stands there',
  async (section) => {
    await openSettings(m[`settings_section_${section}`]());
    const rows = Array.from(document.querySelectorAll<HTMLElement>('[data-setting]'));
    const names = rows.map((row) => row.dataset['setting'] ?? '');
    expect(names).toEqual(expect.arrayContaining([...rowsIn(section)]));
  },
);

describe('a setting that is changed', () => {
  test('is saved at once, says so, and is undone with one press', async () => {
    const { main } = await openSettings();
    await says('Changes are saved at once.');
    await retype('Name of this kiosk', 'North gate');
    await says('Saved: Name of this kiosk.');
    expect(main.settings.kioskName).toBe('North gate');
    await click('Undo');
    await says('Undone: Name of this kiosk is as before.');
    expect(main.settings.kioskName).toBe('Main foyer');
    await expect.element(field('Name of this kiosk')).toHaveValue('Main foyer');
    await expect.element(button('Undo')).not.toBeInTheDocument();
  });

  test('is saved when somebody goes on elsewhere, without Enter', async () => {
    const { main } = await openSettings();
    await field('Name of the house').click();
    await typeByHand('Harbour Theatre');
    await press('{Tab}');
    await says('Saved: Name of the house.');
    expect(changes(main)).toEqual([{ venueName: 'Harbour Theatre' }]);
  });

  test('can be brought back to its default, which is always told', async () => {
    const { main } = await openSettings('Verdicts');
    await says('Default: 8 seconds');
    await expect.element(button(/^Back to default/)).not.toBeInTheDocument();
    await retype('How long a verdict stays', '12.5');
    expect(changes(main)).toEqual([{ verdictTime: 12_500 }]);
    await click('Back to default: How long a verdict stays');
    await expect.element(field('How long a verdict stays')).toHaveValue('8');
    expect(main.settings.verdictTime).toBe(DEFAULT_SETTINGS.verdictTime);
  });

  test('and undone, or brought back, by keys: the focus is not lost with the button', async () => {
    await openSettings('Verdicts');
    await retype('How long a verdict stays', '12.5');
    button('Undo').element().focus();
    await press('{Enter}');
    await says('Undone: How long a verdict stays is as before.');
    expect(document.activeElement?.textContent).toContain('Undone');
    await retype('How long a verdict stays', '12.5');
    button('Back to default: How long a verdict stays').element().focus();
    await press('{Enter}');
    await expect.element(field('How long a verdict stays')).toHaveFocus();
  });

  test('goes to its limit by keys, and back', async () => {
    const { main } = await openSettings('Kiosk lock');
    await retype('Locks itself after', '1');
    const less = button('Locks itself after: less');
    less.element().focus();
    await press('{Enter}');
    await expect.element(less).toHaveAttribute('aria-disabled', 'true');
    await expect.element(less).toHaveFocus();
    await press('{Enter}');
    expect(changes(main)).toEqual([{ unlockedFor: 60_000 }, { unlockedFor: 30_000 }]);
  });

  test.each([
    ['a guest comes', { verdict: admission() }],
    ['the kiosk locks', { lock: LOCKED }],
  ])('is not saved half typed when %s', async (_why, state) => {
    const { main } = await openSettings();
    await field('Name of this kiosk').click();
    await typeByHand(' nor');
    main.state(state);
    await expect.poll(() => root('screen')).not.toBe('settings');
    expect(changes(main)).toEqual([]);
  });

  test('elsewhere is shown here, too', async () => {
    const { main } = await openSettings('Verdicts');
    main.state({ settings: { ...main.settings, verdictTime: 5_000 } });
    await expect.element(field('How long a verdict stays')).toHaveValue('5');
  });

  test('is not saved when it is the same as before', async () => {
    const { main } = await openSettings();
    await retype('Name of this kiosk', 'Main foyer');
    await press('{Tab}');
    expect(changes(main)).toEqual([]);
  });
});

describe('a wrong value', () => {
  test.each([
    [
      'Verdicts',
      'How long a verdict stays',
      '1',
      'Enter a number between 2 seconds and 60 seconds.',
    ],
    ['Verdicts', 'Wait for the platform', '9', /between 0\.3 seconds and 3 seconds/],
    ['Verdicts', 'Same code read twice', 'soon', /between 0\.5 seconds and 10 seconds/],
    ['Idle board', 'The board comes after', '99999', /between 5 seconds and 86,400 seconds/],
    ['Kiosk lock', 'Locks itself after', '0', /between 0\.5 minutes and 60 minutes/],
    ['This kiosk', 'Name of this kiosk', ' ', 'The kiosk needs a name.'],
    ['This kiosk', 'Name of the house', 'x'.repeat(61), /at most 60 characters/],
    ['This kiosk', 'Colour of the house', 'red', 'A colour is written like #1a6b8f.'],
    ['Language and time', 'Time zone', 'Mars', /No time zone has this name/],
  ])('%s, %s: "%s" is refused beside it, and stays typed', async (section, name, typed, why) => {
    const { main } = await openSettings(section);
    await retype(name, typed);
    await press('{Tab}');
    await says(why);
    await expect.element(field(name)).toHaveValue(typed);
    await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true');
    const described = field(name).element().getAttribute('aria-describedby') ?? '';
    const texts = described.split(' ').map((id) => document.getElementById(id)?.textContent);
    expect(texts.join(' ')).toMatch(why);
    expect(changes(main)).toEqual([]);
  });

  test('put right, is saved, and nothing is said of it any more', async () => {
    await openSettings('Verdicts');
    await retype('How long a verdict stays', '1');
    await says(/Enter a number between 2 seconds/);
    await retype('How long a verdict stays', '3,5');
    await says('Saved: How long a verdict stays.');
    await expect.element(page.getByText(/Enter a number/)).not.toBeInTheDocument();
    await expect.element(field('How long a verdict stays')).toHaveValue('3.5');
  });

  test('that the kiosk itself refuses is told beside the setting', async () => {
    const { main } = await openSettings();
    main.on('changeSettings', () => ({
      ok: false,
      error: { type: 'not-good', settings: ['kioskName'] },
    }));
    await retype('Name of this kiosk', 'North gate');
    await says('The kiosk does not take this value.');
    await expect.element(field('Name of this kiosk')).toHaveValue('North gate');
  });
});

describe('what a file manages', () => {
  test('is shown, and cannot be changed here', async () => {
    const state = openDoor({
      managed: ['kioskName', 'verdictTime', 'theme', 'server', 'venueLogo', 'silent', 'timeZone'],
      managedBy: '/etc/usher/settings.json',
    });
    const main = new SettingsMain(state);
    await openSettings(null, { state, main });
    await expect.element(field('Name of this kiosk')).toBeDisabled();
    const whole = document.querySelector('[data-setting="kioskName"]');
    expect(whole?.textContent).toContain('Managed: this kiosk’s settings file sets it');
    await expect.element(page.getByRole('radio', { name: 'Light' })).toBeDisabled();
    await expect.element(button('Choose a picture')).toBeDisabled();
    await click('Language and time');
    await expect.element(field('Time zone')).toBeDisabled();
    await click('Platform');
    await expect.element(button('Change server')).toBeDisabled();
    await click('Verdicts');
    await expect.element(field('How long a verdict stays')).toBeDisabled();
    await expect.element(button('How long a verdict stays: more')).toBeDisabled();
    await expect.element(page.getByRole('checkbox', { name: 'Admitted' })).toBeDisabled();
    await expect.element(button(/^Play.*Admitted/)).toBeEnabled();
    await expect.element(field('Volume')).toBeEnabled();
    await click('About');
    await says('/etc/usher/settings.json');
  });
});

test('quiet hours are typed as people type them, kept in one form, and taken away again', async () => {
  const { main } = await openSettings();
  await click('Verdicts');
  for (const [typed, kept] of [
    ['22-7', '22:00-07:00'],
    ['9:30 - 11:00', '09:30-11:00'],
  ] as const) {
    await retype('Quiet hours', typed);
    expect(main.settings.quietHours).toBe(kept);
    await expect.element(field('Quiet hours')).toHaveValue(kept);
  }
  await retype('Quiet hours', '25-7');
  await says('Enter two times of day, as in 22:00-07:00.');
  expect(main.settings.quietHours).toBe('09:30-11:00');
  await retype('Quiet hours', '');
  expect(main.settings.quietHours).toBeNull();
});

describe('this kiosk', () => {
  test('the look changes at once, and the focus stays', async () => {
    const { main } = await openSettings();
    const light = page.getByRole('radio', { name: 'Light' });
    light.element().focus();
    await press(' ');
    await expect.poll(() => document.documentElement.dataset['theme']).toBe('light');
    await expect.element(light).toHaveFocus();
    expect(main.settings.theme).toBe('light');
  });

  test('a colour is typed or picked, shown, and taken away again', async () => {
    const { main } = await openSettings();
    await retype('Colour of the house', '#1A6B8F');
    expect(main.settings.accent).toBe('#1a6b8f');
    await expect.element(field('Choose a colour')).toHaveValue('#1a6b8f');
    await retype('Colour of the house', '');
    expect(main.settings.accent).toBeNull();
  });

  const PNG = Uint8Array.from(
    atob(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
    ),
    (letter) => letter.charCodeAt(0),
  );
  const picked = () => {
    const input = document.querySelector<HTMLInputElement>('[type="file"]');
    if (input === null) throw new Error('no file can be chosen');
    return input;
  };

  test('a logo is chosen, shown and removed', async () => {
    const { main } = await openSettings();
    await userEvent.upload(picked(), new File([PNG], 'logo.png', { type: 'image/png' }));
    await expect.element(page.getByRole('img', { name: 'The logo as it is now' })).toBeVisible();
    const [sent] = main.requests('useLogo');
    expect(JSON.stringify(sent)).toContain('data:image/png;base64,iVBOR');
    await click('Remove the logo');
    await says('Removed.');
    await expect.element(page.getByRole('img', { name: /logo/ })).not.toBeInTheDocument();
  });

  test('one that is too large is not even sent, and one that is no picture is refused', async () => {
    const { main } = await openSettings();
    await userEvent.upload(picked(), new File([new Uint8Array(256 * 1024 + 1)], 'large.png'));
    await says(/This picture is too large: at most 262 kB/);
    expect(main.requests('useLogo')).toEqual([]);
    main.on('useLogo', () => ({ ok: false, error: { type: 'not-a-picture' } }));
    await userEvent.upload(picked(), new File(['<svg/>'], 'logo.png', { type: 'image/png' }));
    await says('This is no PNG, JPEG, GIF or WebP picture.');
  });
});

describe('language and time', () => {
  test('another language is spoken at once, on the same screen, and the focus stays', async () => {
    const { main } = await openSettings('Language and time');
    const german = page.getByRole('group', { name: 'Language', exact: true }).getByText('Deutsch');
    await german.click();
    await expect.element(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible();
    expect(root('screen')).toBe('settings');
    expect(main.settings.language).toBe('de');
    await expect
      .element(
        page
          .getByRole('group', { name: 'Sprache', exact: true })
          .getByRole('radio', { name: 'Deutsch' }),
      )
      .toHaveFocus();
    await says('Gespeichert: Sprache.');
  });

  test('some of the languages are offered to everybody', async () => {
    const { main } = await openSettings('Language and time');
    const offered = page.getByRole('group', { name: 'Languages to choose from' });
    for (const name of ['Español', 'Polski']) await offered.getByText(name).click();
    expect(main.settings.languages).toEqual(['en', 'de', 'fr', 'it', 'nl', 'pt', 'ar']);
  });

  test('a time zone is found by what people call it, with keys alone', async () => {
    const { main } = await openSettings('Language and time');
    await field('Time zone').click();
    await typeByHand('new york');
    await expect.element(page.getByRole('option', { name: 'America/New York' })).toBeVisible();
    await press('{ArrowDown}');
    await press('{ArrowUp}');
    await press('{Enter}');
    expect(changes(main)).toEqual([{ timeZone: 'America/New_York' }]);
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  });

  test('a time zone is chosen by a finger; Escape leaves it as it is, and the screen, too', async () => {
    const { main } = await openSettings('Language and time');
    await field('Time zone').click();
    await typeByHand('berl');
    await page.getByRole('option', { name: 'Europe/Berlin' }).click();
    expect(changes(main)).toEqual([{ timeZone: 'Europe/Berlin' }]);
    await field('Time zone').fill('xyz');
    await says('No time zone fits.');
    await press('{Escape}');
    await expect.element(field('Time zone')).toHaveValue('Europe/Berlin');
    expect(root('screen')).toBe('settings');
  });
});

describe('the platform', () => {
  test('is changed after asking, because that signs out', async () => {
    const { main } = await openSettings('Platform');
    await says('https://tickets.example.org');
    await click('Change server');
    await says(/You are signed out, and the door closes/);
    await click('Stay with this one');
    expect(main.requests('forgetBaseUrl')).toEqual([]);
    await click('Change server');
    await click('Sign out and change');
    await expect.poll(() => main.requests('forgetBaseUrl')).toHaveLength(1);
  });

  test('the programme’s client is chosen from those that are offered', async () => {
    const state = openDoor();
    const main = new SettingsMain(state);
    const offered = [
      { id: 1, value: 'Harbour Theatre', productions: [] },
      { id: 7, value: 'Arena', productions: [] },
    ];
    main.on('filterOptions', () => ({ ok: true, value: offered }));
    await openSettings('Platform', { state, main });
    await page.getByText('Arena').click();
    expect(changes(main)).toEqual([{ programmeClientId: 7 }]);
  });

  test('and by its number where nobody is signed in', async () => {
    const state = signedOut();
    const main = new SettingsMain(state);
    await openKiosk(state, { main });
    await click('Settings');
    await click('Platform');
    await retype('Programme shown', 'seven');
    await says('A client’s number has digits only.');
    await retype('Programme shown', '7');
    expect(changes(main)).toEqual([{ programmeClientId: 7 }]);
  });
});

describe('a host without encryption', () => {
  test('is named alone, and can be undone', async () => {
    const { main } = await openSettings('Platform');
    for (const wrong of ['http://box.example', 'box.example:80', 'a/b']) {
      await retype('Host without encryption', wrong);
      await says(/Enter the name of the server alone/);
    }
    await retype('Host without encryption', 'Box.example');
    await click('Undo');
    await expect
      .poll(() => changes(main))
      .toEqual([{ plainHttpHost: 'box.example' }, { plainHttpHost: null }]);
  });

  test('stays while the kiosk works with it', async () => {
    const door = openDoor({ baseUrl: 'http://box.example' });
    const state = { ...door, settings: { ...door.settings, plainHttpHost: 'box.example' } };
    const { main } = await openSettings('Platform', { state });
    await retype('Host without encryption', ' ');
    await says(/Change to another one first/);
    expect(changes(main)).toEqual([]);
  });
});

describe('sounds', () => {
  test('are tried at the volume that is set, also those that are off', async () => {
    const { main, sounds } = await openSettings('Verdicts');
    await click('Volume: less');
    await expect.element(page.getByText('75%')).toBeVisible();
    expect(main.settings.volume).toBe(0.75);
    field('Volume').element().focus();
    await press('{ArrowDown}');
    expect(main.settings.volume).toBe(0.7);
    await page.getByText('Already scanned').click();
    expect(main.settings.silent).toEqual(['duplicate']);
    await click(/^Play.*Already scanned/);
    expect(sounds).toEqual([['duplicate', 0.7]]);
  });

  test('that are off are not heard with their verdict', async () => {
    const state = openDoor();
    const main = new SettingsMain({
      ...state,
      settings: { ...state.settings, silent: ['admit'] },
    });
    const { sounds } = await openKiosk(main.current, { main });
    main.state({ verdict: admission() });
    await expect.poll(() => root('screen')).toBe('verdict');
    expect(sounds).toEqual([]);
  });
});

describe('spoken verdicts', () => {
  const state = openDoor();
  const inEnglish = {
    state: { ...state, settings: { ...state.settings, language: 'en' } },
  } as const;

  test('are switched on, and heard as loud as they are set', async () => {
    const voices = withVoices('en');
    const { main } = await openSettings('Verdicts', inEnglish);
    await page.getByRole('group', { name: 'Spoken verdicts' }).getByText('On').click();
    expect(main.settings.spokenVerdicts).toBe(true);
    await click('Volume of speech: less');
    expect(main.settings.speechVolume).toBe(0.95);
    expect(main.settings.volume).toBe(DEFAULT_SETTINGS.volume);
    await click('Hear it');
    await expect.poll(() => voices.asked).toEqual(['en: Welcome.']);
    expect(voices.volumes).toEqual([0.95]);
  });

  test('that are tried and not heard: it is said what to do', async () => {
    const voices = withVoices('en');
    voices.speaks = 'fails';
    await openSettings('Verdicts', inEnglish);
    await click('Hear it');
    await says(/did not speak \u2068English\u2069.*Plug in a loudspeaker/);
    await expect.element(button('Hear it')).toBeVisible();
    await picture('settings-speech-silent');
  });

  test('before the voices are known none is said to be missing', async () => {
    const voices = withVoices();
    await openSettings('Verdicts', inEnglish);
    await expect.element(button('Volume of speech: less')).toBeVisible();
    expect(document.body.textContent).not.toContain('no voice');
    voices.find('en');
    await expect.element(button('Hear it')).toBeVisible();
  });

  test('without a voice for the language it is said what to do', async () => {
    withVoices('fr');
    await openSettings('Verdicts', inEnglish);
    await says(/no voice for \u2068English\u2069.*speech-dispatcher-espeak-ng/);
    await expect.element(button('Hear it')).not.toBeInTheDocument();
  });
});

test('what is shown of a guest is chosen, with a word about who else reads it', async () => {
  const { main } = await openSettings('Verdicts');
  await says(/Whoever stands near can read it, too/);
  await page.getByText('Plus-one').click();
  await page.getByText('Name', { exact: true }).click();
  expect(main.settings.patronDetails).toEqual(['name', 'plus-one']);
});

test('the idle board comes after a while, or never', async () => {
  const state = boardAfter(DEFAULT_SETTINGS.idleBoardAfter, openDoor());
  const { main } = await openSettings('Idle board', { state });
  await click('The board comes after: more');
  expect(main.settings.idleBoardAfter).toBe(240_000);
  await click('Never');
  expect(main.settings.idleBoardAfter).toBeNull();
  await expect.element(field('The board comes after')).toHaveValue('');
  await click('Never');
  expect(main.settings.idleBoardAfter).toBe(DEFAULT_SETTINGS.idleBoardAfter);
  // The least that there is can be read, and typed again as it is read.
  await retype('The board comes after', '4');
  await says(/5 seconds/);
  await retype('The board comes after', '5');
  expect(main.settings.idleBoardAfter).toBe(5_000);
  await expect.element(field('The board comes after')).toHaveValue('5');
});

test('about: the licences of all that Usher is made with', async () => {
  await openSettings('About');
  await click('Licences');
  await says(/^undici \d/);
  await page.getByText(/^svelte \d/).click();
  await says(/Svelte Contributors/);
  // Whoever came by keys is not put back to the beginning.
  button('Licences').element().focus();
  await press('{Enter}');
  await expect.element(button('Licences')).toHaveAttribute('aria-expanded', 'false');
  await expect.element(button('Licences')).toHaveFocus();
  await expect.element(page.getByText(/^undici \d/)).not.toBeInTheDocument();
});

test('about: one distance between all that can be done there', async () => {
  await openSettings('About');
  const parts = [...document.querySelectorAll('.parts > *')].map((part) =>
    part.getBoundingClientRect(),
  );
  const gaps = parts.slice(1).map(({ top }, i) => Math.round(top - (parts[i]?.bottom ?? 0)));
  expect(gaps.length).toBeGreaterThan(0);
  expect(new Set(gaps)).toEqual(new Set([24]));
});

test('which tickets are kept is chosen', async () => {
  const { main } = await openSettings('Offline tickets');
  await page.getByText('Only those the door is open for').click();
  expect(changes(main)).toEqual([{ offlineScope: 'selection' }]);
});

test('how often they are downloaded is the kiosk’s own business, or is set', async () => {
  const { main } = await openSettings('Offline tickets');
  const auto = page.getByRole('button', { name: 'By itself' });
  await expect.element(auto).toHaveAttribute('aria-pressed', 'true');
  await auto.click();
  await field('Tickets are downloaded every').fill('5');
  await click('By itself');
  expect(changes(main)).toEqual([
    { copyEvery: 60_000 },
    { copyEvery: 300_000 },
    { copyEvery: 'auto' },
  ]);
});

test('the scanners have a page of their own', async () => {
  await openSettings('Scanners');
  await click('Set up scanners');
  await expect.poll(() => root('screen')).toBe('scanners');
});

describe('the kiosk lock', () => {
  async function enter(pin: string, again = pin) {
    await field('New PIN').fill(pin);
    await field('The same PIN again').fill(again);
    await click('Save the PIN');
  }

  test('a PIN is set, changed and removed', async () => {
    const { main } = await openSettings('Kiosk lock');
    await says(/Without a PIN, anybody/);
    await click('Set a PIN');
    await enter('2468', '2469');
    await says(/The two are not the same/);
    await enter('2468');
    await says('The PIN is saved.');
    expect(main.pin).toBe('2468');
    await click('Change the PIN');
    await enter('1357');
    await expect.poll(() => main.pin).toBe('1357');
    await click('Remove the PIN');
    await click('Keep it');
    await expect.element(button('Remove the PIN')).toHaveFocus();
    expect(main.pin).toBe('1357');
    await click('Remove the PIN');
    await click('Remove');
    await says('The PIN is removed.');
    expect(main.pin).toBeNull();
  });

  test('thought better of it: the fields are gone, the screen stays', async () => {
    await openSettings('Kiosk lock');
    await click('Set a PIN');
    await field('New PIN').fill('24');
    await press('{Escape}');
    await expect.element(field('New PIN')).not.toBeInTheDocument();
    await expect.element(button('Set a PIN')).toHaveFocus();
    expect(root('screen')).toBe('settings');
  });

  test('locks as something is saved: the door is there, the PIN is asked for, and then it is saved', async () => {
    const state = openDoor();
    const main = new SettingsMain(state, '2468');
    main.lock({ isUnlocked: true });
    await openSettings(null, { state, main });
    main.on('changeSettings', ({ change }) => {
      if (main.requests('changeSettings').length === 1) {
        main.lock({ isUnlocked: false });
        return { ok: false, error: { type: 'locked' } };
      }
      main.state({ settings: { ...main.settings, ...(change as object) } });
      return { ok: true, value: null };
    });
    await retype('Name of this kiosk', 'North gate');
    await expect.poll(() => root('screen')).toBe('unlock');
    await typeByHand('2468{Enter}');
    await expect.poll(() => main.settings.kioskName).toBe('North gate');
    await expect.poll(() => root('screen')).toBe('ready');
  });
});

describe('training', () => {
  test('a rehearsal is begun, and when that fails it is told', async () => {
    const { main } = await openSettings('Training');
    main.on('rehearse', () => ({ ok: false, error: { type: 'rehearsal-failed' } }));
    await click('Begin a rehearsal');
    expect(main.requests('rehearse')).toEqual([{ on: true }]);
    await says('The rehearsal could not begin.');
  });
});

test('about: which version, which kiosk, and that no file manages it', async () => {
  await openSettings('About');
  for (const words of ['Usher 0.1.0', 'k-1', 'Nothing: no file sets this kiosk.'])
    await says(words);
});

test('a scan while something is typed goes to the door, and not into the field', async () => {
  const { main } = await openSettings();
  await field('Name of the house').click();
  await typeByHand('Har');
  await scan('4006381333931{Enter}');
  await expect.poll(() => main.requests('scan')).toHaveLength(1);
  await expect.element(field('Name of the house')).toHaveValue('Har');
});

test('the clock of the zone is told', async () => {
  await openSettings('Language and time');
  const time = createFormat('en-GB', 'Europe/London').time(NOW);
  await says(new RegExp(`It is ${time}`));
});
