import { firstSpoken } from '#shared/first-spoken.ts';
import type { Language } from '#shared/model/settings.ts';
import { overwriteGetLocale } from './paraglide/runtime.js';

const OWN = 'en';

let current = $state<Language>(OWN);
overwriteGetLocale(() => current);

/** The language in which everything is shown. */
export function language(): Language {
  return current;
}

/**
 * Shows everything in this language from now on; null: in the first of the machine's own that the
 * kiosk speaks, else in English.
 */
export function followLanguage(chosen: Language | null, machine = navigator.languages): void {
  current = chosen ?? firstSpoken(machine) ?? OWN;
}

/** A language's own name, how it writes dates and numbers, and which way its text runs. */
const WRITING = {
  en: { name: 'English', locale: 'en-GB', direction: 'ltr' },
  de: { name: 'Deutsch', locale: 'de', direction: 'ltr' },
  fr: { name: 'Français', locale: 'fr', direction: 'ltr' },
  es: { name: 'Español', locale: 'es', direction: 'ltr' },
  it: { name: 'Italiano', locale: 'it', direction: 'ltr' },
  nl: { name: 'Nederlands', locale: 'nl', direction: 'ltr' },
  pl: { name: 'Polski', locale: 'pl', direction: 'ltr' },
  pt: { name: 'Português', locale: 'pt-PT', direction: 'ltr' },
  // With the digits and the 24 hours that tickets and platforms print.
  ar: { name: 'العربية', locale: 'ar-u-hc-h23-nu-latn', direction: 'rtl' },
} as const satisfies Record<Language, { name: string; locale: string; direction: 'ltr' | 'rtl' }>;

/** A language's locale for `Intl`. */
export function intlLocale(of = current): string {
  return WRITING[of].locale;
}

/** A language's own name for itself. */
export function languageName(of: Language): string {
  return WRITING[of].name;
}

/** An arrow as the reader means it: where text runs from right to left, on goes the left one. */
export function arrowAsRead(key: string): string {
  if (WRITING[current].direction === 'ltr') return key;
  return { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[key] ?? key;
}

/** What an element says of the language that its text is in; the document's root element, of that of the screen. */
export function languageAttributes(of = current) {
  return { lang: of, dir: WRITING[of].direction };
}
