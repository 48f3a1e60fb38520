import { chooseVoices } from '#renderer/lib/speech/voices.ts';
import { voiceOf } from '#tests/renderer/support/fake-voices.ts';
import { describe, expect, test } from 'vitest';

const chosen = (...voices: Parameters<typeof chooseVoices>[0]) =>
  Object.fromEntries([...chooseVoices(voices)].map(([language, { lang }]) => [language, lang]));

describe('the voice of a language', () => {
  test.for<[what: string, langs: string[], chosen: Record<string, string>]>([
    [
      'is of the kiosk’s own region',
      ['pt-BR', 'pt-PT', 'en-US', 'en-GB'],
      { pt: 'pt-PT', en: 'en-GB' },
    ],
    ['is of no region before another one', ['pt-BR', 'pt'], { pt: 'pt' }],
    ['is of another region before none at all', ['de-AT', 'en-US'], { de: 'de-AT', en: 'en-US' }],
    ['is the first of several, which has no timbre of its own', ['de', 'de'], { de: 'de' }],
    ['is found however the system writes it', ['fr_FR', 'NL'], { fr: 'fr_FR', nl: 'NL' }],
    ['is no other that begins alike', ['arn', 'est', 'plt-MG'], {}],
  ])('%s', ([, langs, voices]) => {
    expect(chosen(...langs.map((lang) => voiceOf(lang)))).toEqual(voices);
  });

  test('is never one that speaks elsewhere: what it says would leave the machine', () => {
    const elsewhere = voiceOf('de-DE', { localService: false, default: true });
    expect(chosen(elsewhere)).toEqual({});
    expect(chosen(elsewhere, voiceOf('de-AT'))).toEqual({ de: 'de-AT' });
  });

  const named = (...voices: Parameters<typeof chooseVoices>[0]) =>
    chooseVoices(voices).get('en')?.name;
  const british = voiceOf('en-GB', { name: 'English (Great Britain)' });
  const adam = voiceOf('en-GB', { name: 'English (Great Britain)+Adam' });
  const american = voiceOf('en-US', { name: 'English (America)' });

  test('is the one that the system is set to, of whatever region', () => {
    expect(named(british, { ...american, default: true })).toBe(american.name);
    expect(named(british, voiceOf('af', { default: true }))).toBe(british.name);
  });

  test('is the plain one, and not one in disguise', () => {
    expect(named(adam, british)).toBe(british.name);
    expect(named(adam, american)).toBe(american.name);
    expect(named(adam), 'where there is no other').toBe(adam.name);
  });
});
