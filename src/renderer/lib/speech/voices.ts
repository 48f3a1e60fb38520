import { intlLocale } from '#renderer/i18n/locale.svelte.ts';
import { LANGUAGES, type Language } from '#shared/model/settings.ts';

/** What is asked of a voice. */
export type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService'>;

/**
 * The voice of each language that has one: that of the kiosk's own region if it is there (pt-PT before pt-BR), else one
 * of none, else any. A voice that is not on this machine is none: it would send away what it says.
 */
export function chooseVoices<V extends Voice>(voices: readonly V[]): ReadonlyMap<Language, V> {
  const own = voices.filter(({ localService }) => localService);
  const chosen = new Map<Language, V>();
  for (const language of LANGUAGES) {
    const region = intlLocale(language).toLowerCase();
    const voice =
      own.find(({ lang }) => tagOf(lang) === region) ??
      own.find(({ lang }) => tagOf(lang) === language) ??
      own.find(({ lang }) => tagOf(lang).startsWith(`${language}-`));
    if (voice !== undefined) chosen.set(language, voice);
  }
  return chosen;
}

/** Some systems write `de_DE`. */
function tagOf(lang: string): string {
  return lang.toLowerCase().replaceAll('_', '-');
}
