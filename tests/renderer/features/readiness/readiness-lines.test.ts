import { VERDICT_KINDS } from '#shared/model/verdict-kind.ts';
import type { SoundOutput } from '#renderer/lib/sound/sound-output.ts';
import type { DiskState, Health, RoundTrip } from '#shared/model/health.ts';
import { NO_APP_WINDOW } from '#shared/model/app-window.ts';
import { NO_SERVICE_WORDS, type ServiceWords } from '#shared/model/programme.ts';
import type { VenueView } from '#shared/model/venue.ts';
import type { Script } from '#shared/model/script.ts';
import type { SessionState } from '#shared/model/session.ts';
import type { KioskSettings } from '#shared/model/settings.ts';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  apiError,
  SNAPSHOT,
  HEALTH,
  inMinutes,
  NOW,
  offline,
  openDoor,
  SIGNED_IN,
  signedOut,
} from '#tests/renderer/support/builders.ts';
import { NEVER_HELD } from '#shared/model/hold.ts';
import {
  NO_PIN,
  UNLOCKED,
  scanners,
  withChanges,
  type StateChanges,
} from '#tests/support/kiosk-state.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { withVoices } from '#tests/renderer/support/fake-voices.ts';
import { scanner } from '#tests/renderer/support/scanner-main.ts';
import { openReadiness } from './open-readiness.ts';

/** Nothing is to be done about any line, but for what is changed. */
const allWell = (changes: StateChanges = {}) =>
  openDoor({
    snapshot: SNAPSHOT,
    scanners: scanners({ all: [scanner()] }),
    lock: UNLOCKED,
    ...changes,
  });
const withHealth = (changes: Partial<Health>) => allWell({ health: { ...HEALTH, ...changes } });
const withSettings = (changes: Partial<KioskSettings>) => {
  const state = allWell();
  return { ...state, settings: { ...state.settings, ...changes } };
};

const line = (name: string) => page.getByRole('region', { name, exact: true });
type Region = ReturnType<typeof line>;
const says = (region: Region, words: string | RegExp) =>
  expect.element(region.getByText(words)).toBeVisible();
const is = (region: Region, word: 'Ready' | 'Attention' | 'Not ready') =>
  expect.element(region.getByText(word, { exact: true })).toBeVisible();
const isAsAWhole = (words: string) =>
  expect.element(page.getByRole('status').getByText(words, { exact: true })).toBeVisible();

describe('the kiosk as a whole', () => {
  test('nothing is to be done: ready', async () => {
    await openReadiness(allWell());
    await isAsAWhole('Ready');
  });

  test('things to look at are counted, and what stops the door is named', async () => {
    const { main } = await openReadiness(allWell({ discrepancies: 1 }));
    await isAsAWhole('Ready, with 1 thing to look at');
    main.emit(allWell({ discrepancies: 1, clockSkew: 200_000 }));
    await isAsAWhole('Ready, with 2 things to look at');
    main.emit(signedOut({ health: { ...HEALTH, disk: { type: 'known', free: 1 } } }));
    await isAsAWhole('Not ready: Session and Disk');
  });

  test('lines stay where they are, however they are', async () => {
    const titles = () =>
      page
        .getByRole('region')
        .elements()
        .map((region) => region.querySelector('h2')?.textContent);
    const { main } = await openReadiness(allWell());
    const before = titles();
    expect(before).toHaveLength(13);
    main.emit(signedOut({ discrepancies: 3, clockSkew: 200_000 }));
    await isAsAWhole('Not ready: Session');
    expect(titles()).toEqual(before);
  });
});

describe('the session', () => {
  const region = line('Session');
  const signedIn = (days: number | null, expiresAt = inMinutes(60)): SessionState => ({
    ...SIGNED_IN,
    user: { username: 'frances', daysTillPasswordExpires: days },
    expiresAt,
  });

  test('who, until when, and that it renews itself', async () => {
    await openReadiness(allWell());
    await is(region, 'Ready');
    await says(region, /frances@example\.org.* is signed in\./);
    await says(region, 'Until 20:10; renewed by itself while the platform answers.');
    await expect.element(region.getByText(/password/)).not.toBeInTheDocument();
  });

  test.each([
    [15, 'Ready', null],
    [14, 'Attention', 'The password expires in 14 days. Set a new one on the platform.'],
    [0, 'Attention', 'The password expires today. Set a new one on the platform.'],
    [-1, 'Not ready', /^The password of .*frances.* has expired\. /],
    [null, 'Ready', null],
  ] as const)('%s days until the password expires: %s', async (days, state, words) => {
    await openReadiness(allWell({ session: signedIn(days) }));
    await is(region, state);
    if (words === null) await expect.element(region.getByText(/xpire/)).not.toBeInTheDocument();
    else await says(region, words);
  });

  test('over while the platform is away: it decides about it when it is back', async () => {
    const session = signedIn(null, inMinutes(-3));
    const { main } = await openReadiness(allWell({ session, connection: offline() }));
    await is(region, 'Attention');
    await says(region, /It was to end at 19:07\. The platform decides/);
    await says(region, 'Have somebody at hand who can sign in.');
    main.emit(allWell({ session }));
    await is(region, 'Ready');
  });

  test('nobody is signed in: the way to sign in', async () => {
    await openReadiness(signedOut());
    await is(region, 'Not ready');
    await says(region, 'Nobody is signed in.');
    await says(region, 'Sign in to open the door.');
    await region.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => root('screen')).toBe('sign-in');
  });

  test('ended by the platform: why, what goes on, and the way to sign in', async () => {
    const user = SIGNED_IN.user;
    const reason = { type: 'ended-by-platform', error: apiError(6) } as const;
    await openReadiness(allWell({ session: { status: 'lost', user, reason } }));
    await is(region, 'Not ready');
    await says(region, /ended the session of .*frances@example\.org.*\(6\)\.$/);
    await says(region, /decides by its copy of the tickets/);
    await region.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => root('screen')).toBe('sign-in');
  });
});

describe('the way to the platform', () => {
  const region = line('Ticketing platform');
  const took = (changes: Partial<RoundTrip>) =>
    withHealth({
      roundTrip: { newest: 90, median: 80, count: 7, measuredAt: inMinutes(-2), ...changes },
    });

  test('is measured when somebody looks', async () => {
    const { main } = await openReadiness(allWell());
    expect(main.requests('checkHealth')).toEqual([null]);
    await region.getByRole('button', { name: 'Measure now' }).click();
    expect(main.requests('checkHealth')).toHaveLength(2);
  });

  test.each<[Partial<RoundTrip>, RegExp]>([
    [{}, /Answered in 90 ms, 2 mins ago\./],
    [{}, /Usually 80 ms\.$/],
    [{ measuredAt: inMinutes(-0.9) }, /Answered just now, in 90 ms\./],
    [{ newest: 4 }, /Answered in under 20 ms,/],
    [{ newest: 1_240 }, /Answered in 1\.2 secs,/],
  ])('took %o: %s', async (changes, words) => {
    await openReadiness(took(changes));
    await is(region, 'Ready');
    await says(region, words);
  });

  test('one answer says nothing of what is usual', async () => {
    await openReadiness(took({ count: 1 }));
    await expect.element(region.getByText(/Usually/)).not.toBeInTheDocument();
  });

  test('nothing was measured yet', async () => {
    await openReadiness(withHealth({ roundTrip: null }));
    await is(region, 'Ready');
    await expect.element(region.getByText(/Answered/)).not.toBeInTheDocument();
  });

  test('slower than half of what a guest waits for: what happens then, and what to look at', async () => {
    const { main } = await openReadiness(took({ median: 500 }));
    await is(region, 'Ready');
    main.emit(took({ median: 501 }));
    await is(region, 'Attention');
    await says(region, /A guest waits 1 sec at most, then this kiosk’s copy decides/);
  });

  test('asked, it gives no answer: why, until it has answered somebody', async () => {
    const main = new FakeMain(allWell());
    main.on('checkHealth', () => ({
      ok: false,
      error: { type: 'no-sign-of-life', reason: 'timeout' },
    }));
    await openReadiness(allWell(), { main });
    await is(region, 'Attention');
    await says(region, /^Asked just now, it gave no answer\. The server does not answer in time\./);
    main.emit(took({ measuredAt: NOW + 1 }));
    await is(region, 'Ready');
  });

  test('while it is asked, it is not asked again', async () => {
    const main = new FakeMain(allWell());
    let answer = () => {};
    main.on('checkHealth', () => {
      return new Promise((resolve) => (answer = () => resolve({ ok: true, value: null })));
    });
    await openReadiness(allWell(), { main });
    await region.getByRole('button', { name: 'Asking' }).click({ force: true });
    expect(main.requests('checkHealth')).toHaveLength(1);
    answer();
    await region.getByRole('button', { name: 'Measure now' }).click();
    expect(main.requests('checkHealth')).toHaveLength(2);
  });

  test('offline, it can be tried before its time', async () => {
    const { main } = await openReadiness(allWell({ connection: offline() }));
    await region.getByRole('button', { name: 'Try now' }).click();
    expect(main.requests('checkHealth')).toHaveLength(2);
  });

  test('a kiosk that cannot be asked at all says so', async () => {
    const main = new FakeMain(allWell());
    main.on('checkHealth', () => Promise.reject(new Error('gone')));
    await openReadiness(allWell(), { main });
    await expect.element(page.getByText(/kiosk could not do this/)).toBeVisible();
  });
});

describe('the disk', () => {
  const region = line('Disk');
  const left = (free: number): DiskState => ({ type: 'known', free });

  test.each<[DiskState | null, 'Ready' | 'Attention' | 'Not ready', RegExp]>([
    [left(64_000_000_000), 'Ready', /^64 GB free\.$/],
    [left(999_000_000), 'Attention', /^999 MB free\. /],
    [left(999_000_000), 'Attention', /Scans that still fit: about 900,000\.$/],
    [left(999_000_000), 'Attention', /^Make room: /],
    [left(99_000_000), 'Not ready', /^Make room now: what cannot be recorded is not admitted\.$/],
    [left(0), 'Not ready', /Scans that still fit: about 0\.$/],
    [{ type: 'unknown', code: 'EACCES' }, 'Attention', /does not say how much.*EACCES/],
    [null, 'Ready', /^Not looked at yet\.$/],
  ])('%o: %s, %s', async (disk, state, words) => {
    await openReadiness(withHealth({ disk }));
    await is(region, state);
    await says(region, words);
  });
});

describe('the letters of the guests’ names', () => {
  const region = line('Letters');
  const namesIn = (...scripts: Script[]) => allWell({ snapshot: { ...SNAPSHOT, scripts } });
  /** On a machine on which no letter looks like one. */
  const withoutFonts = () =>
    vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText').mockReturnValue();

  test.each<[Script[], RegExp, RegExp]>([
    [['Hani', 'Hira'], /names in .*Han.* and .*Hiragana/, /apt install .?fonts-noto-cjk.?,/],
    [
      ['Latn', 'Bopo'],
      /names in .*Latin with further signs .*Vietnamese.* and .*Bopomofo/,
      /apt install .?fonts-noto-cjk fonts-noto-core.?,/,
    ],
    [['Deva'], /names in .*Devanagari/, /apt install .?fonts-noto-core.?,/],
    [['Hang', 'Thai'], /Hangul.* and .*Thai/, /apt install .?fonts-noto-cjk fonts-noto-core.?,/],
  ])('%j without fonts for them are boxes', async (scripts, what, remedy) => {
    withoutFonts();
    await openReadiness(namesIn(...scripts));
    await is(region, 'Attention');
    await says(region, what);
    await says(region, remedy);
    await picture(`readiness-letters-${scripts.join('-')}`);
  });

  test('that can be shown are not spoken of', async () => {
    await openReadiness(namesIn());
    await expect.element(line('Disk')).toBeVisible();
    await expect.element(region).not.toBeInTheDocument();
  });
});

describe('the sound', () => {
  const region = line('Sound');
  const openWith = (soundOutput: SoundOutput, state = withSettings({ volume: 0.8 })) =>
    openReadiness(state, { soundOutput });

  test('its volume, and each verdict’s tone to hear it by', async () => {
    const { sounds } = await openWith('there');
    await is(region, 'Ready');
    await says(region, /^Volume 80%\./);
    for (const name of [
      'Admitted',
      'Refused',
      'Already scanned',
      'Undecided',
      'Looked up',
      'Held',
      'Went out',
    ]) {
      await region.getByRole('button', { name, exact: true }).click();
    }
    expect(sounds).toEqual([
      ['admit', 0.8],
      ['reject', 0.8],
      ['duplicate', 0.8],
      ['undecided', 0.8],
      ['checked', 0.8],
      ['held', 0.8],
      ['exit', 0.8],
    ]);
  });

  test('muted', async () => {
    await openWith('there', withSettings({ volume: 0 }));
    await is(region, 'Attention');
    await says(region, 'Muted: verdicts make no sound.');
    await says(region, 'Turn the sound on in the settings.');
    await region.getByRole('button', { name: 'Settings' }).click();
    await expect.poll(() => root('screen')).toBe('settings');
  });

  test('some verdicts are set to make none; all of them is muted, too', async () => {
    const { main } = await openWith('there', withSettings({ silent: ['checked', 'admit'] }));
    await is(region, 'Ready');
    await says(region, 'Set to make no sound: Looked up and Admitted.');
    main.emit(withSettings({ silent: [...VERDICT_KINDS] }));
    await is(region, 'Attention');
    await says(region, 'Turn the sound on in the settings.');
    await expect.element(region.getByRole('button', { name: 'Settings' })).toBeVisible();
  });

  test('a machine without a loudspeaker', async () => {
    await openWith('none');
    await is(region, 'Attention');
    await says(region, 'This machine has nothing to play sounds on.');
    await says(region, /^Plug in a speaker/);
  });

  test('a browser that waits for a touch', async () => {
    await openWith('waiting');
    await is(region, 'Attention');
    await says(region, 'Press one of the tones.');
  });
});

describe('the guests’ display', () => {
  const region = line('The guest’s display');
  const inWindow = { ...NO_APP_WINDOW, canClose: true, isFullScreen: true };

  test('is no line where there is but one screen', async () => {
    await openReadiness(withSettings({ audience: 'guest', guestsWithoutPin: true }));
    await expect.element(line('Sound')).toBeVisible();
    await expect.element(region).not.toBeInTheDocument();
  });

  test('is missing: what to do; it is there: the two can be swapped', async () => {
    const both = withSettings({ audience: 'both' });
    const { main } = await openReadiness(withChanges(both, { appWindow: inWindow }));
    await is(region, 'Attention');
    await says(region, /There is no second display/);
    await says(region, /extend the desktop onto it, not mirror it/);
    const swap = region.getByRole('button', { name: 'Swap the two displays' });
    await expect.element(swap).not.toBeInTheDocument();

    main.emit(withChanges(both, { appWindow: { ...inWindow, showsGuests: true } }));
    await is(region, 'Ready');
    main.on('swapSides', () => ({ ok: true, value: null }));
    await swap.click();
    expect(main.requests('swapSides')).toEqual([null]);
  });

  test('is a second window in a browser: where to open it', async () => {
    const both = withSettings({ audience: 'both' });
    const { main } = await openReadiness(both);
    await is(region, 'Attention');
    await says(
      region,
      new RegExp(`in a second window.*${new URL('guest', location.href).pathname}`),
    );
    main.emit(withChanges(both, { appWindow: { ...NO_APP_WINDOW, showsGuests: true } }));
    await is(region, 'Ready');
    await expect.element(region.getByRole('button')).not.toBeInTheDocument();
  });
});

describe('spoken verdicts', () => {
  const region = line('Speech');
  const spoken = { spokenVerdicts: true, language: 'en' } as const;

  test('are no line where nobody wants them', async () => {
    withVoices('en');
    await openReadiness(withSettings({ spokenVerdicts: false }));
    await expect.element(line('Sound')).toBeVisible();
    await expect.element(region).not.toBeInTheDocument();
  });

  test('in which languages, how loud, and to be heard', async () => {
    const voices = withVoices('en', 'de');
    await openReadiness(
      withSettings({ ...spoken, audience: 'guest', secondLanguage: 'de', speechVolume: 0.6 }),
    );
    await is(region, 'Ready');
    await says(region, 'Verdicts are spoken in English and Deutsch, at 60%.');
    await region.getByRole('button', { name: 'Hear it' }).click();
    await expect.poll(() => voices.asked).toEqual(['en: Welcome.', 'de: Willkommen.']);
    expect(voices.volumes).toEqual([0.6, 0.6]);
  });

  test('without a voice for the language: what to install', async () => {
    const voices = withVoices('de');
    await openReadiness(withSettings(spoken));
    await is(region, 'Attention');
    await says(region, /no voice for \u2068English\u2069/);
    await says(region, /install \u2068speech-dispatcher-espeak-ng\u2069/);
    await expect.element(region.getByRole('button', { name: 'Hear it' })).not.toBeInTheDocument();
    voices.find('en');
    await is(region, 'Ready');
  });

  test('as long as the system has not told which voices it has, nothing is said to be missing', async () => {
    const voices = withVoices();
    await openReadiness(withSettings(spoken));
    await says(region, 'Looking for this machine’s voices.');
    await is(region, 'Ready');
    await expect.element(region.getByRole('button', { name: 'Hear it' })).not.toBeInTheDocument();
    voices.find('en');
    await says(region, /^Verdicts are spoken in English/);
  });

  test('that were not spoken, when they were to be: what to look at; and well again when they are', async () => {
    const voices = withVoices('en');
    voices.speaks = 'fails';
    await openReadiness(withSettings(spoken));
    await is(region, 'Ready');
    const hearIt = region.getByRole('button', { name: 'Hear it' });
    await hearIt.click();
    await is(region, 'Attention');
    await says(region, /did not speak \u2068English\u2069/);
    await says(region, /Plug in a loudspeaker.*\u2068spd-say hello\u2069/);
    await picture('readiness-speech-silent');
    voices.speaks = 'begins';
    await hearIt.click();
    await is(region, 'Ready');
    await picture('readiness-speech');
  });

  test('at a volume of zero', async () => {
    withVoices('en');
    await openReadiness(withSettings({ ...spoken, speechVolume: 0 }));
    await is(region, 'Attention');
    await says(region, /the volume of speech is zero/);
    await region.getByRole('button', { name: 'Settings' }).click();
    await expect.poll(() => root('screen')).toBe('settings');
  });
});

describe('a platform that is asked without encryption', () => {
  test('is said to be read by everybody, in red, whatever else is well', async () => {
    await openReadiness(allWell({ baseUrl: 'http://box.example' }));
    await says(line('Encryption'), /passwords, tickets and names cross the network readable/);
    await says(line('Encryption'), /Have the platform reached by https/);
    await expect.element(line('Encryption').getByText('Unsafe', { exact: true })).toBeVisible();
    await isAsAWhole('Unsafe: Encryption');
    await expect
      .element(line('Encryption').getByRole('button', { name: 'Settings' }))
      .toBeVisible();
    const sign = line('Encryption').element().querySelector('svg');
    expect(sign && getComputedStyle(sign).color).toBe('rgb(255, 133, 119)');
  });

  test.each(['https://box.example', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    'is not %s',
    async (baseUrl) => {
      await openReadiness(allWell({ baseUrl }));
      await says(line('Key store'), /key store keeps the key/);
      expect(line('Encryption').elements()).toHaveLength(0);
    },
  );
});

test.each<[Health['keys'], 'Ready' | 'Attention', RegExp]>([
  [{ keeper: 'os', backend: 'gnome_libsecret' }, 'Ready', /key store keeps.*gnome_libsecret/],
  [{ keeper: 'os', backend: null }, 'Ready', /key store keeps the key to what is stored here\.$/],
  [{ keeper: 'none', backend: 'basic_text' }, 'Attention', /in a file beside it.*basic_text/],
  [{ keeper: 'none', backend: 'basic_text' }, 'Attention', /Install a key ring/],
  [{ keeper: 'none', backend: null }, 'Attention', /can read it\. Encrypt the disk\.$/],
  [{ keeper: 'memory', backend: 'kwallet5' }, 'Attention', /lost when the kiosk ends/],
  [
    { keeper: 'trial', backend: 'kwallet5' },
    'Attention',
    /nothing to do: each restart with an open/,
  ],
  [{ keeper: 'locked', backend: 'kwallet5' }, 'Attention', /works as ever/],
  [{ keeper: 'locked', backend: 'kwallet5' }, 'Attention', /give the key ring an empty password/],
])('the key is kept by %o: %s, %s', async (keys, state, words) => {
  await openReadiness(withHealth({ keys }));
  await is(line('Key store'), state);
  await says(line('Key store'), words);
});

test('the settings: anyone can change them, or not, and what a file sets', async () => {
  const region = line('Settings');
  const { main } = await openReadiness(allWell({ lock: NO_PIN }));
  await is(region, 'Attention');
  await says(region, /^There is no PIN/);
  main.emit(allWell({ managedBy: '/etc/usher/settings.json', managed: ['volume'] }));
  await is(region, 'Ready');
  await says(region, 'Behind a PIN.');
  await says(region, /changed there: .*\/etc\/usher\/settings\.json/);
  await expect.element(region.getByRole('button')).not.toBeInTheDocument();
  main.emit(allWell({ lock: NO_PIN }));
  await region.getByRole('button', { name: 'Settings' }).click();
  await expect.poll(() => root('screen')).toBe('settings');
});

test('the settings: others may change the machine’s file, or nobody can tell who may', async () => {
  const region = line('Settings');
  const { main } = await openReadiness(withHealth({ settingsRights: 'administrators' }));
  await is(region, 'Ready');
  main.emit(withHealth({ settingsRights: 'others' }));
  await is(region, 'Attention');
  await says(region, /^Others than administrators may change/);
  await says(region, /Take the right to write away/);
  main.emit(withChanges(withHealth({ settingsRights: 'unknown' }), { lock: NO_PIN }));
  await is(region, 'Attention');
  await says(region, /could not be found out who may change/);
  await says(region, /^Set one before the public comes\. Look at it yourself/);
});

test('the settings: a file that no administrator has named is not read', async () => {
  const region = line('Settings');
  await openReadiness(withHealth({ settingsRights: 'unnamed' }));
  await is(region, 'Attention');
  await says(
    region,
    /%ProgramData%\\Usher\\settings\.json.* isn’t read: no administrator has named it/,
  );
  await says(
    region,
    /HKLM\\SOFTWARE\\Usher, SettingsFile.* start the kiosk again\. Otherwise delete it/,
  );
});

test('which kiosk this is, and what it runs on', async () => {
  const id = '9f2c1a7e-55d1-4d6e-8a3c-0d2f6f1b7a90';
  const region = line('This kiosk');
  const { main } = await openReadiness(allWell({ kiosk: { id, name: 'Main foyer' } }));
  await is(region, 'Ready');
  await says(region, /Main foyer.* · 9f2c1a7e$/);
  await says(region, 'Usher 0.1.0 · Electron 45.4.1 · Chrome 146.0.0.0 · Node 24.21.0');
  main.emit(withHealth({ runtime: { electron: null, chrome: null, node: '24.21.0' } }));
  await says(region, /^Usher 0\.1\.0 · Node 24\.21\.0$/);
});

describe('what the platform says of the house', () => {
  const saying = (words: Partial<ServiceWords>) => {
    const state = allWell();
    return {
      ...state,
      programme: { ...state.programme, service: { ...NO_SERVICE_WORDS, ...words } },
    };
  };
  const messages = line('Messages of the platform');

  test('stands there in its own words, and only while it says something', async () => {
    const { main } = await openReadiness(
      saying({ isInactive: true, warnings: ['Your contract ends on 30 November.'] }),
    );
    await says(messages, /says that this client is not active/);
    await says(messages, 'Your contract ends on 30 November.');
    await is(messages, 'Attention');
    await says(messages, 'Ask your ticketing provider.');
    await picture('readiness-service');
    main.emit(saying({ notes: ['Maintenance on Sunday'] }));
    await says(messages, 'Maintenance on Sunday');
    await is(messages, 'Ready');
    main.emit(allWell());
    await expect.element(messages).not.toBeInTheDocument();
  });
});

describe('the other doors of the house', () => {
  const doors = line('Doors of this house');
  const withVenue = (changes: Partial<VenueView>) =>
    allWell({
      venue: {
        ...{
          status: 'joined',
          doors: 3,
          trouble: null,
          refused: 0,
          overQuota: 0,
          oddTimes: 0,
          hold: NEVER_HELD,
          calls: [],
          doubted: [],
          inside: null,
        },
        ...changes,
      },
    });

  test('how many are there, and what keeps this one from them', async () => {
    const { main } = await openReadiness(withVenue({}));
    await says(doors, 'Other doors: 3');
    await is(doors, 'Ready');
    main.emit(withVenue({ status: 'lost', doors: 0, trouble: 'unreachable' }));
    await says(doors, 'The broker does not answer.');
    await says(doors, /decides as if it were alone/);
    await is(doors, 'Attention');
    await picture('readiness-venue');
    main.emit(withVenue({ status: 'joining', doors: 0 }));
    await says(doors, 'Looking for the broker');
    main.emit(withVenue({ refused: 12 }));
    await says(doors, /counted for nothing: 12/);
    await is(doors, 'Attention');
    main.emit(withVenue({ overQuota: 500, oddTimes: 3 }));
    await says(doors, /other doors sent too much: 500/);
    await says(doors, /impossible time: 3/);
    await is(doors, 'Attention');
  });

  test('how many of them are suspicious or disregarded', async () => {
    const doubted = {
      ...({ group: 1, isDisregarded: false, why: 'new', doors: 37 } as const),
      ...{ name: '', count: 612, since: NOW, byName: null },
    };
    const { main } = await openReadiness(withVenue({ doubted: [doubted] }));
    await says(doors, 'Suspicious doors: 37');
    await says(doors, /Open House/);
    await is(doors, 'Attention');
    main.emit(withVenue({ doubted: [{ ...doubted, isDisregarded: true }] }));
    await says(doors, 'Disregarded doors: 37');
    await is(doors, 'Ready');
  });

  test('a kiosk that is alone says nothing of it', async () => {
    await openReadiness(allWell());
    await expect.element(doors).not.toBeInTheDocument();
  });
});
