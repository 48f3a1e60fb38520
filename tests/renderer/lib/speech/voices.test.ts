import { chooseVoices } from '#renderer/lib/speech/voices.ts';
import { describe, expect, test } from 'vitest';

const voice = (lang: string, localService = true) => ({ lang, localService });
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
    expect(chosen(...langs.map((lang) => voice(lang)))).toEqual(voices);
  });

  test('is never one that speaks elsewhere: what it says would leave the machine', () => {
    expect(chosen(voice('de-DE', false))).toEqual({});
    expect(chosen(voice('de-DE', false), voice('de-AT'))).toEqual({ de: 'de-AT' });
  });
});
