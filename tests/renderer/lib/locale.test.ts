import { expect, onTestFinished, test } from 'vitest';
import {
  followLanguage,
  intlLocale,
  language,
  languageAttributes,
} from '#renderer/i18n/locale.svelte.ts';

function follow(...machine: readonly string[]) {
  onTestFinished(() => followLanguage('en'));
  followLanguage(null, machine);
  return language();
}

test('the kiosk speaks the machine’s language, the first of those that it speaks', () => {
  expect(follow('de-AT')).toBe('de');
  expect(follow('sv-SE', 'nb', 'pl')).toBe('pl');
  expect(follow('sv-SE')).toBe('en');
});

test('a machine whose language is none is no reason to stay dark', () => {
  expect(follow('c')).toBe('en');
  expect(follow('C.UTF-8', '', 'fr')).toBe('fr');
});

test('what was set goes before the machine’s own', () => {
  follow('de');
  followLanguage('ar', ['de']);
  expect(languageAttributes()).toEqual({ lang: 'ar', dir: 'rtl' });
  // With the digits that tickets print.
  expect(new Intl.NumberFormat(intlLocale()).format(12)).toBe('12');
});
