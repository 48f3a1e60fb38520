import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { soundLength } from '#renderer/lib/sound/sound.ts';
import type { KioskState } from '#shared/model/kiosk-state.ts';
import type { PartyGuest } from '#shared/model/party.ts';
import type { KioskSettings } from '#shared/model/settings.ts';
import type { ShownVerdict } from '#shared/model/verdict.ts';
import { scanners, withChanges, type StateChanges } from '#tests/support/kiosk-state.ts';
import {
  admission,
  apiError,
  NOW,
  openDoor,
  refusal,
  verdict,
} from '#tests/renderer/support/builders.ts';
import { withVoices } from '#tests/renderer/support/fake-voices.ts';
import { guests } from '#tests/renderer/support/guests.ts';
import { openKiosk } from '#tests/renderer/support/open-kiosk.ts';

const SPOKEN = { spokenVerdicts: true, language: 'en' } as const;

/** A door whose verdicts are spoken; its time passes only when the test says so. */
async function door(state: KioskState, changes: Partial<KioskSettings> = {}, now = () => NOW) {
  const spoken = { ...state, settings: { ...state.settings, ...SPOKEN, ...changes } };
  const { main, sounds } = await openKiosk(spoken, { now });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return {
    sounds,
    show: (shown: ShownVerdict) => main.emit(withChanges(spoken, { verdict: shown })),
    emit: (other: StateChanges) => main.emit(withChanges(spoken, { ...other })),
  };
}

const pass = (milliseconds: number) => void vi.advanceTimersByTime(milliseconds);
/** Longer than any sound. */
const A_WHILE = 2_000;

describe('when', () => {
  test('as long as nobody wants it, nothing is spoken, and no voice is looked for', async () => {
    const voices = withVoices('en');
    const { show, sounds } = await door(openDoor(), { spokenVerdicts: false });
    show(admission());
    pass(A_WHILE);
    expect(sounds).toHaveLength(1);
    expect(voices.asked).toEqual([]);
    expect(voices.looks).toBe(0);
  });

  test('after the verdict’s sound, not over it', async () => {
    const voices = withVoices('en');
    const { show, sounds } = await door(openDoor());
    show(admission());
    expect(sounds.map(([kind]) => kind)).toEqual(['admit']);
    pass(soundLength('admit') - 1);
    expect(voices.asked).toEqual([]);
    pass(1);
    expect(voices.asked).toEqual(['en: Welcome']);
  });

  test('at once, where the sounds are mute', async () => {
    const voices = withVoices('en');
    const { show } = await door(openDoor(), { volume: 0 });
    show(admission());
    pass(0);
    expect(voices.asked).toEqual(['en: Welcome']);
  });

  test('the next verdict cuts it off at once, and is spoken after its own sound', async () => {
    const voices = withVoices('en');
    const { show } = await door(openDoor());
    show(admission());
    pass(A_WHILE);
    show(refusal(apiError(13), { entryId: 'the-next' }));
    expect(voices.asked).toEqual(['en: Welcome', 'cancel']);
    pass(A_WHILE);
    expect(voices.asked).toEqual(['en: Welcome', 'cancel', 'en: No entry']);
  });

  test('a verdict whose sound is cut off by the next is not spoken any more', async () => {
    const voices = withVoices('en');
    const { show } = await door(openDoor());
    show(admission());
    pass(soundLength('admit') - 1);
    show(refusal(apiError(13), { entryId: 'the-next' }));
    pass(A_WHILE);
    expect(voices.asked).toEqual(['en: No entry']);
  });

  test('a verdict that makes no sound is not spoken, and cuts off what is being said', async () => {
    const voices = withVoices('en');
    const { show } = await door(openDoor(), { silent: ['reject'] });
    show(admission());
    pass(A_WHILE);
    show(refusal(apiError(13), { entryId: 'the-next' }));
    pass(A_WHILE);
    expect(voices.asked).toEqual(['en: Welcome', 'cancel']);
  });

  test('who was told nothing, because the queue has just been, is told when they hold their ticket there again', async () => {
    const voices = withVoices('en');
    let now = NOW;
    const { show } = await door(openDoor(), {}, () => now);
    const held = (entryId: string, basis: 'venue' | 'repeat' = 'venue') =>
      show(verdict('held', { type: 'held', door: null, since: NOW }, { entryId, basis }));
    held('first');
    pass(A_WHILE);
    now += 58_000;
    held('second');
    now += 3_000;
    held('second', 'repeat');
    pass(A_WHILE);
    expect(voices.asked.filter((asked) => asked === 'en: Please wait')).toHaveLength(2);
  });

  test('a queue that is held hears it once a minute', async () => {
    const voices = withVoices('en');
    let now = NOW;
    const held = () =>
      verdict('held', { type: 'held', door: null, since: NOW }, { entryId: `at ${now}` });
    const { show } = await door(openDoor(), {}, () => now);
    show(held());
    pass(A_WHILE);
    now += 59_000;
    show(held());
    pass(A_WHILE);
    expect(voices.asked).toEqual(['en: Please wait', 'cancel']);
    now += 1_000;
    show(held());
    pass(A_WHILE);
    expect(voices.asked).toEqual(['en: Please wait', 'cancel', 'en: Please wait']);
  });
});

describe('what is being said is cut off', () => {
  const {
    settings,
    door: { selection },
  } = openDoor();
  const ANYTHING = { scope: 'anything-open', clientId: 1, clientName: 'Harbour Theatre' } as const;
  const shown = admission();
  const told = { settings: { ...settings, ...SPOKEN }, verdict: shown };
  const wait = verdict('held', { type: 'held', door: null, since: NOW });
  const letIn: PartyGuest = {
    ...{ id: 't13', ticketId: 513, section: 'Stalls', seat: 'Row F, 13' },
    outcome: { type: 'decided', kind: 'admit', basis: 'platform', reason: { type: 'admitted' } },
  };
  const party = { of: shown.entryId, isRunning: false, guests: [letIn] };

  test.each<[string, StateChanges]>([
    ['when the door closes', { selection: null, verdict: null }],
    ['when it is open for something else', { selection: ANYTHING }],
    [
      'when a fault covers the screen',
      { fault: { type: 'settings-file', path: '/a', detail: 'b' } },
    ],
    ['when a rehearsal begins', { rehearsal: true, verdict: null }],
    ['when nobody wants it any more', { settings: { ...told.settings, spokenVerdicts: false } }],
    ['when it is made mute', { settings: { ...told.settings, speechVolume: 0 } }],
    [
      'when a scan was missed',
      { scanners: scanners({ missed: { number: 1, reason: 'garbled', at: NOW } }) },
    ],
    ['when a party is heard', { party }],
  ])('%s', async (_, then) => {
    const voices = withVoices('en');
    const { emit } = await door(openDoor());
    emit({ ...told, selection });
    pass(A_WHILE);
    expect(voices.asked).toEqual(['en: Welcome']);
    emit({ ...told, ...then });
    expect(voices.asked).toEqual(['en: Welcome', 'cancel']);
  });

  test('when whoever was told to wait may go on', async () => {
    const voices = withVoices('en');
    const { show, emit } = await door(openDoor());
    show(wait);
    pass(A_WHILE);
    emit({ verdict: null });
    expect(voices.asked).toEqual(['en: Please wait', 'cancel']);
  });

  test('before it began, too', async () => {
    const voices = withVoices('en');
    const { show, emit } = await door(openDoor());
    show(admission());
    emit({ selection: null, verdict: null });
    pass(A_WHILE);
    expect(voices.asked).toEqual([]);
  });

  test('but not when the verdict has had its time, or the door its news', async () => {
    const voices = withVoices('en');
    const { show, emit } = await door(openDoor());
    show(admission());
    pass(A_WHILE);
    emit({ verdict: null });
    emit({ verdict: null, waiting: 1 });
    expect(voices.asked).toEqual(['en: Welcome']);
  });
});

describe('the same ticket, read again', () => {
  const again = (shown: ShownVerdict, changes: Partial<ShownVerdict> = {}) =>
    admission({}, { entryId: shown.entryId, basis: 'repeat', ...changes });

  test('is not spoken anew, and what is being said goes on', async () => {
    const voices = withVoices('en');
    const { show, sounds } = await door(openDoor());
    const first = admission();
    show(first);
    pass(A_WHILE);
    show(again(first));
    show(again(first));
    pass(A_WHILE);
    expect(sounds).toHaveLength(3);
    expect(voices.asked).toEqual(['en: Welcome']);
  });

  test('before its sound was over, it is spoken once all the same', async () => {
    const voices = withVoices('en');
    const { show } = await door(openDoor());
    const first = admission();
    show(first);
    show(again(first));
    pass(A_WHILE);
    expect(voices.asked).toEqual(['en: Welcome']);
  });

  test('is spoken where another ticket came between', async () => {
    const voices = withVoices('en');
    const { show } = await door(openDoor());
    const first = admission();
    show(first);
    pass(A_WHILE);
    show(refusal(apiError(13), { entryId: 'another' }));
    pass(A_WHILE);
    show(again(first));
    pass(A_WHILE);
    expect(voices.asked.slice(-2)).toEqual(['cancel', 'en: Welcome']);
  });

  test('is spoken where its gate opens once more', async () => {
    const voices = withVoices('en');
    const { show } = await door(openDoor());
    const first = admission();
    show(first);
    pass(A_WHILE);
    show(again(first, { opensAgain: true }));
    pass(A_WHILE);
    expect(voices.asked).toEqual(['en: Welcome', 'cancel', 'en: Welcome']);
  });
});

describe('in which languages', () => {
  const welcome = {
    en: 'Welcome. Your seat: Stalls, Row F, 12.',
    de: 'Willkommen. Ihr Platz: Stalls, Row F, 12.',
  };

  test('guests hear the second one after the first', async () => {
    const voices = withVoices('de', 'en');
    const { show } = await door(guests(), { secondLanguage: 'de' });
    show(admission());
    pass(A_WHILE);
    expect(voices.asked).toEqual([`en: ${welcome.en}`, `de: ${welcome.de}`]);
  });

  test.for([
    [['en'], [`en: ${welcome.en}`]],
    [['de'], [`de: ${welcome.de}`]],
    [[], []],
  ])('with voices for %j only those are spoken', async ([langs = [], said]) => {
    const voices = withVoices(...langs);
    const { show } = await door(guests(), { secondLanguage: 'de' });
    show(admission());
    pass(A_WHILE);
    expect(voices.asked).toEqual(said);
  });

  test('an usher hears the word alone, and not the guests’ second language', async () => {
    const voices = withVoices('de', 'en');
    const { show } = await door(openDoor(), { secondLanguage: 'de', language: 'de' });
    show(refusal(apiError(12)));
    pass(A_WHILE);
    expect(voices.asked).toEqual(['de: Bereits gescannt']);
  });

  test('a voice that the system finds later is used, and one that has gone is not', async () => {
    const voices = withVoices();
    const { show } = await door(openDoor());
    voices.find('en-GB');
    show(admission());
    pass(A_WHILE);
    expect(voices.asked).toEqual(['en-GB: Welcome']);
    voices.find('fr');
    show(admission({}, { entryId: 'the-next' }));
    pass(A_WHILE);
    expect(voices.asked).toEqual(['en-GB: Welcome', 'cancel']);
  });
});

test('it is as loud as speech is set, whatever sounds are; at zero nothing is asked', async () => {
  const voices = withVoices('en');
  const { show, emit } = await door(openDoor(), { volume: 0.2, speechVolume: 0.9 });
  show(admission());
  pass(A_WHILE);
  expect(voices.volumes).toEqual([0.9]);
  const { settings } = openDoor();
  emit({
    settings: { ...settings, ...SPOKEN, speechVolume: 0 },
    verdict: admission({}, { entryId: 'the-next' }),
  });
  pass(A_WHILE);
  expect(voices.volumes).toHaveLength(1);
});

test('what a platform writes cannot be read as an engine’s own markup', async () => {
  const voices = withVoices('en');
  const { show } = await door(guests());
  show(admission({ section: null, seat: '<audio src="x"/>A & B' }));
  pass(A_WHILE);
  expect(voices.asked).toHaveLength(1);
  expect(voices.asked[0]).not.toMatch(/[<>&]/);
});

describe('a code that could not be read', () => {
  const missed = { missed: { number: 1, reason: 'garbled', at: NOW } } as const;

  test('guests are asked for it again, in words', async () => {
    const voices = withVoices('en', 'de');
    const { emit } = await door(guests(), { secondLanguage: 'de' });
    emit({ scanners: scanners(missed) });
    pass(A_WHILE);
    expect(voices.asked).toEqual([
      'en: Please hold it there once more.',
      'de: Bitte halten Sie es noch einmal hin.',
    ]);
  });

  test('but not over the verdict of somebody else, and not at an usher’s', async () => {
    const voices = withVoices('en');
    const { emit, sounds } = await door(guests());
    emit({ verdict: admission() });
    pass(A_WHILE);
    emit({ verdict: admission(), scanners: scanners(missed) });
    pass(A_WHILE);
    expect(sounds.map(([kind]) => kind)).toContain('undecided');
    expect(voices.asked.join()).not.toContain('once more');
  });
});
