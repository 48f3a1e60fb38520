import { LANGUAGES, type Language } from '#shared/model/settings.ts';
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
  current = chosen ?? firstSpoken(machine);
}

function firstSpoken(tags: readonly string[]): Language {
  // By hand: a machine may name what is no language, such as the `c` of a bare Linux, and Intl would throw.
  const spoken = tags.map((tag) => LANGUAGES.find((one) => one === tag.split('-')[0]));
  return spoken.find((one) => one !== undefined) ?? OWN;
}

/** How dates and numbers are written, and which way text runs. */
const WRITING = {
  en: { locale: 'en-GB', direction: 'ltr' },
  de: { locale: 'de', direction: 'ltr' },
  fr: { locale: 'fr', direction: 'ltr' },
  es: { locale: 'es', direction: 'ltr' },
  it: { locale: 'it', direction: 'ltr' },
  nl: { locale: 'nl', direction: 'ltr' },
  pl: { locale: 'pl', direction: 'ltr' },
  pt: { locale: 'pt-PT', direction: 'ltr' },
  // With the digits that tickets and platforms print.
  ar: { locale: 'ar-u-nu-latn', direction: 'rtl' },
} as const satisfies Record<Language, { locale: string; direction: 'ltr' | 'rtl' }>;

/** The language's locale for `Intl`. */
export function intlLocale(): string {
  return WRITING[current].locale;
}

/** What the document's root element says of the language. */
export function languageAttributes() {
  return { lang: current, dir: WRITING[current].direction };
}
