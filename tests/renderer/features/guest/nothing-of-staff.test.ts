import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { followLanguage, intlLocale, languageName } from '#renderer/i18n/locale.svelte.ts';
import { createFormat } from '#renderer/lib/format.ts';
import { guestState } from '#main/kiosk/guest-state.ts';
import { m } from '#renderer/i18n/messages.ts';
import type { GuestState } from '#shared/model/guest-state.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import { LANGUAGES, type Language } from '#shared/model/settings.ts';
import { STATES } from '#tests/renderer/support/all-states.ts';
import { VERDICTS } from '#tests/renderer/support/all-verdicts.ts';
import { expectAccessible } from '#tests/renderer/support/axe.ts';
import {
  admission,
  apiError,
  inMinutes,
  NOW,
  openDoor,
  refusal,
  sentTo,
} from '#tests/renderer/support/builders.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { guests } from '#tests/renderer/support/guests.ts';
import { lettersAreThere, resize } from '#tests/renderer/support/page.ts';

/** The states of a door that is open, and of one that is out of order. */
const DOORS = Object.entries(STATES).filter(
  ([
    ,
    {
      door: { selection },
      verdict: { shown },
      session: { leaving },
    },
  ]) => selection !== null && shown === null && leaving === null,
);

/** What a guest may read, by the names of the messages; with what is filled in left open. */
const FOR_GUESTS = [
  /^verdicts_/,
  /^notices_/,
  /^guest_/,
  /^error_(8|9|10|11|12|13|14)_reason$/,
  /^snapshotRefusal_voided_reason$/,
  /^reasons_(admitted|cameBack|valid)_reason$/,
  /^out_mayReturn/,
  /^wayOut_(title|what)$/,
  /^lookUp_title$/,
  /^ready_(invite|checking)$/,
  /^verdict_(section|seat)$/,
  /^product$/,
];
/** What the house and the ticket are called. */
const DATA = [
  ...LANGUAGES.map(languageName),
  'The Winter’s Tale',
  'Harbour Theatre',
  'Stalls',
  'Balcony left',
  'Row F, 12',
  /^(Balcony, left|Balkon links|الشرفة، يسارًا|Up the stairs, then left|اصعد الدرج ثم يسارًا)$/,
];

/** Text that may stand on the page, in a language. */
function allowed(locale: Language): (string | RegExp)[] {
  const own = Object.entries(m).flatMap(([name, text]): (string | RegExp)[] => {
    if (!FOR_GUESTS.some((pattern) => pattern.test(name))) return [];
    const filled = (text as (inputs: object, options: object) => string)(
      { time: '\0' },
      { locale },
    );
    const escaped = filled.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    return filled.includes('\0') ? [new RegExp(`^${escaped.replaceAll('\0', '.+')}$`)] : [filled];
  });
  const format = createFormat(intlLocale(locale), 'Europe/London', 'auto');
  const start = inMinutes(20);
  return [...own, ...DATA, format.time(NOW), format.time(start), format.date(start)];
}

/** All text of the page, piece by piece. */
function textsOnPage(): string[] {
  const walker = document.createTreeWalker(document.querySelector('#app') ?? document.body, 4);
  const texts: string[] = [];
  while (walker.nextNode() !== null) {
    const text = walker.currentNode.nodeValue?.trim() ?? '';
    if (text !== '') texts.push(text);
  }
  return texts;
}

/** What stands there, and is not for guests. */
function strangeTo(languages: readonly Language[]): string[] {
  const may = languages.flatMap((language) => allowed(language));
  return textsOnPage().filter(
    (text) => !may.some((one) => (typeof one === 'string' ? one === text : one.test(text))),
  );
}

function inLanguage<State extends GuestState>(
  state: State,
  language: Language,
  second: Language | null,
): State {
  const languages = second === null ? [language] : [language, second];
  return { ...state, settings: { ...state.settings, language, languages, secondLanguage: second } };
}

afterEach(() => followLanguage('en'));

/** All verdicts and doors, one after the other in one page. */
const SCREENS: readonly (readonly [string, KioskState])[] = [
  ...Object.entries(VERDICTS).flatMap(([name, all]) =>
    all.map((shown, index) => [`${name} ${index}`, guests({ verdict: shown })] as const),
  ),
  ...DOORS.map(([name, state]) => [name, guests({}, state)] as const),
  ['looks up only', guests({ looksUpOnly: true })],
  ['way out', guests({ isWayOut: true })],
  ['checking', guests({ waiting: 1 })],
  ['leaving', guests({ leaving: 'closing' })],
];

test.each(LANGUAGES)('in no state a guest reads what is for staff: %s', async (language) => {
  const second = language === 'en' ? 'ar' : 'en';
  const [, first] = SCREENS[0] ?? [];
  const main = new FakeMain(inLanguage(first ?? guests(), language, second));
  await openKiosk(inLanguage(first ?? guests(), language, second), { main });
  for (const [name, state] of SCREENS) {
    main.emit(inLanguage(state, language, second));
    await expect.poll(() => strangeTo([language, second]), { message: name }).toEqual([]);
    expect(textsOnPage().length, name).toBeGreaterThan(1);
  }
});

test('what would slip through is found: a count, a code, a name', async () => {
  await openKiosk(inLanguage(guests(), 'en', null));
  for (const leak of ['2 guests were let in', 'Code 13', 'Signed in as otto2', '12 of 900']) {
    const [said = document.body] = document.querySelectorAll('#app p');
    said.append(document.createElement('span'));
    said.lastElementChild?.append(leak);
    expect(strangeTo(['en'])).toEqual([leak]);
    said.lastElementChild?.remove();
  }
});

/** Every state that staff's own side can be in, as the guest's side beside it is told of it. */
const SIDE_BY_SIDE: readonly (readonly [string, GuestState])[] = [
  ...Object.entries(STATES),
  ...SCREENS,
  ['rehearsal', openDoor({ rehearsal: true, verdict: admission() })] as const,
].map(([name, state]) => [name, guestState(state)] as const);

test.each(LANGUAGES)(
  'on a display of their own guests read nothing for staff, whatever staff do: %s',
  async (language) => {
    const second = language === 'en' ? 'ar' : 'en';
    const begun = inLanguage(guestState(guests()), language, second);
    const main = new FakeMain(begun);
    await openKiosk(begun, { main, side: 'guest' });
    expect(root('side')).toBe('guest');
    const seen = new Set<string | null>();
    for (const [name, state] of SIDE_BY_SIDE) {
      main.emit(inLanguage(state, language, second));
      flushSync();
      seen.add(root('screen'));
      await expect.poll(() => strangeTo([language, second]), { message: name }).toEqual([]);
      expect(textsOnPage().length, name).toBeGreaterThan(1);
      // Nothing can be pressed but a guest's own language.
      expect(document.querySelectorAll('#app :is(a, input, [data-staff])'), name).toHaveLength(0);
      const buttons = [...document.querySelectorAll('#app button')];
      const said = buttons.map(({ textContent }) => textContent.trim());
      expect(said.filter((text) => text !== languageName(language))).toEqual([]);
    }
    expect([...seen].sort()).toEqual(['closed', 'fault', 'leaving', 'notice', 'ready', 'verdict']);
  },
);

test('a page that takes itself for the guest’s side shows no staff’s screen, whatever it is told', async () => {
  const main = new FakeMain(openDoor());
  await openKiosk(openDoor(), { main, side: 'guest' });
  for (const state of Object.values(STATES)) {
    main.emit(inLanguage(state, 'en', null));
    flushSync();
    expect(strangeTo(['en'])).toEqual([]);
  }
});

const LOOKS = [
  ['admit', guests({ verdict: admission() })],
  ['elsewhere', guests({ verdict: sentTo() })],
  ['cancelled', guests({ verdict: refusal(apiError(13)) })],
  ['used', guests({ verdict: refusal(apiError(12)) })],
  ['undecided', guests({ verdict: refusal(apiError(16)) })],
  ['door', guests()],
  ['way out', guests({ isWayOut: true })],
] as const;
const SHAPES = [
  ['small', 1024, 600],
  ['upright', 1080, 1920],
] as const;

test.each(
  LOOKS.flatMap(([name, state]) =>
    SHAPES.flatMap((shape) =>
      (['de', 'ar'] as const).map((language) => [name, ...shape, language, state] as const),
    ),
  ),
)('%s, %s %i by %i, %s: nothing is cut, and axe finds nothing', async (...of) => {
  const [name, shape, width, height, language, state] = of;
  await openKiosk(inLanguage(state, language, 'en'));
  await resize(width, height);
  await lettersAreThere();
  await picture(`guest-${name.replaceAll(' ', '-')}-${shape}-${language}`);
  for (const element of document.querySelectorAll('h1, p, dt, dd, button')) {
    const { left, right, top, bottom, width: wide } = element.getBoundingClientRect();
    if (wide <= 1) continue;
    expect(left, element.outerHTML).toBeGreaterThanOrEqual(0);
    expect(right, element.outerHTML).toBeLessThanOrEqual(innerWidth);
    expect(top, element.outerHTML).toBeGreaterThanOrEqual(0);
    expect(bottom, element.outerHTML).toBeLessThanOrEqual(innerHeight);
  }
  await expectAccessible();
});
