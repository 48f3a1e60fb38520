import { DEFAULT_SETTINGS, type Language } from '#shared/model/settings.ts';
import type { UpdateState } from '#shared/model/update.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import { NOW, openDoor } from '#tests/renderer/support/builders.ts';
import { openKiosk, picture, root, SIZES, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { openSettings, SettingsMain } from '#tests/renderer/support/settings.ts';
import { UNLOCKED } from '#tests/support/kiosk-state.ts';

const ready: UpdateState = { type: 'ready', version: '0.2.0', way: 'by-itself' };

const stateWith = (update: UpdateState, updateHour: number | null = 3) => {
  const state = openDoor({ update, lock: UNLOCKED });
  return {
    ...state,
    settings: { ...state.settings, updateFeed: 'https://updates.example/usher', updateHour },
  };
};

/** The section of the settings, of a kiosk with or without a PIN that is unlocked. */
async function openUpdates(update: UpdateState, updateHour?: number | null, size?: Size) {
  const state = stateWith(update, updateHour);
  const main = new SettingsMain(state);
  main.lock(UNLOCKED);
  const asked: string[] = [];
  main.on('lookForUpdate', () => {
    asked.push('look');
    return { ok: true, value: null };
  });
  main.on('installUpdate', () => {
    asked.push('install');
    return { ok: false, error: { type: 'not-now', obstacle: 'unsaved-scans' } };
  });
  await openSettings('Updates', { main, ...(size && { size }) });
  return { main, asked };
}

const version = () => document.querySelector('[data-setting="update"]')?.textContent ?? '';

type LineCase = [
  what: string,
  update: UpdateState,
  hour: number | null,
  state: string,
  words: string,
];

const REFUSALS = [
  ['untrusted', 'The offer is not signed with a key that this kiosk knows'],
  ['other-channel', 'The version on offer is for other kiosks'],
  ['expired', 'The offer has expired'],
  ['outdated', 'The offer is older than one that this kiosk has already seen'],
] as const;

describe('the line about the version', () => {
  async function lineOf(update: UpdateState, updateHour?: number | null) {
    await openKiosk(stateWith(update, updateHour));
    await page.getByRole('button', { name: /^Readiness/ }).click();
    await expect.poll(() => root('screen')).toBe('readiness');
    const line = page.getByRole('region', { name: 'Version', exact: true });
    // Without the marks that keep numbers together.
    return line.element().textContent.replaceAll(/[\u2066-\u2069]/g, '');
  }

  test.for<LineCase>([
    ['none is looked for', { type: 'none' }, null, 'Ready', 'Nobody looks for newer versions.'],
    [
      'it is the newest',
      { type: 'current', lookedAt: NOW },
      3,
      'Ready',
      'The newest, as of 19:10.',
    ],
    ['one is on its way', { type: 'downloading', version: '0.2.0', share: 0.4 }, 3, 'Ready', '40%'],
    ['one comes tonight', ready, 3, 'Ready', 'Version 0.2.0 is here. It is installed at 03:00.'],
    ['one waits for a word', ready, null, 'Attention', 'Install it in the settings'],
    [
      'one waits for an administrator',
      { type: 'ready', version: '0.2.0', way: 'on-word' },
      3,
      'Attention',
      'The system asks for an administrator.',
    ],
    [
      'one is for others to install',
      { type: 'by-hand', version: '0.2.0' },
      3,
      'Attention',
      'Whoever looks after this machine installs its package.',
    ],
    [
      'this package has no key',
      { type: 'no-key' },
      3,
      'Attention',
      'This package was built without a key to check newer versions. It installs none.',
    ],
    ...REFUSALS.map(([reason, words]): LineCase => [
      `one was refused as ${reason}`,
      { type: 'failed', reason, version: null, at: NOW },
      ...([3, 'Attention', words] as const),
    ]),
    [
      'one was refused',
      { type: 'failed', reason: 'older-ledger', version: '0.2.0', at: NOW },
      3,
      'Attention',
      'cannot read the scans that this kiosk has kept',
    ],
  ])('says that %s', async ([, update, hour, state, words]) => {
    const said = await lineOf(update, hour);
    expect(said).toContain('Usher 0.1.0.');
    expect(said).toContain(words);
    expect(said).toMatch(new RegExp(`^\\s*Version\\s*${state}`));
  });
});

test.for<[update: UpdateState, buttons: number]>([
  [{ type: 'failed', reason: 'not-a-feed', version: null, at: NOW }, 1],
  [ready, 1],
  [{ type: 'failed', reason: 'unreachable', version: null, at: NOW }, 0],
  [{ type: 'by-hand', version: '0.2.0' }, 0],
])('readiness leads to the settings where they help: %o', async ([update, buttons]) => {
  await openKiosk(stateWith(update, null));
  await page.getByRole('button', { name: /^Readiness/ }).click();
  await expect.poll(() => root('screen')).toBe('readiness');
  const line = page.getByRole('region', { name: 'Version', exact: true });
  expect(line.getByRole('button', { name: 'Settings' }).elements()).toHaveLength(buttons);
});

describe('updates in the settings', () => {
  test('say that a package without a key takes none, and offer no look', async () => {
    await openUpdates({ type: 'no-key' });
    expect(version()).toContain('built without a key');
    expect(page.getByRole('button', { name: 'Look now' }).elements()).toHaveLength(0);
    await picture('settings-updates-no-key');
  });

  test('are looked for, and installed once somebody has said so twice; why not, stands there', async () => {
    const { main, asked } = await openUpdates({ type: 'current', lookedAt: NOW });
    await page.getByRole('button', { name: 'Look now' }).click();
    expect(asked).toEqual(['look']);
    main.state({ update: { type: 'downloading', version: '0.2.0', share: 0.4 } });
    await expect.poll(version).toContain('40%');
    // A press that Playwright would wait with.
    page.getByRole('button', { name: 'Look now' }).element().dispatchEvent(new MouseEvent('click'));
    expect(asked, 'it looks already').toEqual(['look']);
    main.state({ update: ready });
    await page.getByRole('button', { name: 'Install now' }).click();
    await page.getByRole('button', { name: 'Not now' }).click();
    expect(asked).toEqual(['look']);
    await page.getByRole('button', { name: 'Install now' }).click();
    await expectAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Install now' }).click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('It waits until all scans are uploaded.');
    expect(asked).toEqual(['look', 'install']);
  });

  test.for<[update: UpdateState, words: string]>([
    [ready, 'Press “Install now” when no guests come.'],
    [
      { type: 'ready', version: '0.2.0', way: 'on-word' },
      'Press “Install now” when no guests come. The system asks for an administrator.',
    ],
    [{ type: 'failed', reason: 'not-a-feed', version: null, at: NOW }, 'Check the address below.'],
  ])('say what to do here, and send nobody to where they are: %o', async ([update, words]) => {
    await openUpdates(update, null);
    await expect.poll(() => version().replaceAll(/[\u2066-\u2069]/g, '')).toContain(words);
    expect(version()).not.toContain('in the settings');
  });

  test('come from an https address, at a whole hour', async () => {
    const { main } = await openUpdates({ type: 'none' });
    const feed = page.getByLabelText('Where newer versions come from');
    await feed.fill('http://updates.example');
    await page.getByLabelText('Install by itself at').fill('24');
    await expect
      .element(page.getByText('Enter an address that begins with https://.'))
      .toBeVisible();
    await feed.fill('https://else.example/usher');
    await expect.element(page.getByText('Enter an hour from 0 to 23, or nothing.')).toBeVisible();
    await page.getByLabelText('Install by itself at').fill('4');
    await expect.poll(() => main.settings.updateFeed).toBe('https://else.example/usher');
    await feed.fill('');
    await expect.poll(() => main.settings.updateHour).toBe(4);
    await page.getByRole('button', { name: 'Look now' }).click();
    await expect.poll(() => main.settings.updateFeed).toBe(DEFAULT_SETTINGS.updateFeed);
  });

  test('want a PIN first', async () => {
    const { main } = await openUpdates({ type: 'none' });
    main.on('changeSettings', () => ({
      ok: false,
      error: { type: 'needs-pin', settings: ['updateFeed'] },
    }));
    await page.getByLabelText('Where newer versions come from').fill('https://else.example');
    await page.getByLabelText('Install by itself at').click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(
        'Set a PIN first: whoever says where updates come from says what runs here.',
      );
  });

  test.for(Object.keys(SIZES) as Size[])('keep nobody out, and fit a %s', async (size) => {
    const { main } = await openUpdates(ready, null, size);
    for (const language of ['en', 'de', 'ar'] satisfies Language[]) {
      main.state({ settings: { ...main.settings, language } });
      await expect.poll(() => document.documentElement.lang).toBe(language);
      await expectAccessible();
      const wide = [...document.querySelectorAll('main *')].filter(
        (element) => element.getBoundingClientRect().right > innerWidth + 1,
      );
      expect(wide).toEqual([]);
      await picture(`updates-${size}-${language}`);
    }
  });
});
