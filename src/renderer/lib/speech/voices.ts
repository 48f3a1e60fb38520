import { intlLocale } from '#renderer/i18n/locale.svelte.ts';
import { LANGUAGES, type Language } from '#shared/model/settings.ts';

/** What is asked of a voice. */
export type Voice = Pick<SpeechSynthesisVoice, 'name' | 'lang' | 'localService' | 'default'>;

/**
 * The voice of each language that has one: the one that the system is set to, else that of the kiosk's own region
 * (pt-PT before pt-BR), else one of none, else any. A voice that is not on this machine is none: it would send away what
 * it says.
 */
export function chooseVoices<V extends Voice>(voices: readonly V[]): ReadonlyMap<Language, V> {
  const own = voices.filter(({ localService }) => localService);
  const chosen = new Map<Language, V>();
  for (const language of LANGUAGES) {
    const voice = chosenOf(
      own.filter(({ lang }) => tagOf(lang).split('-')[0] === language),
      language,
    );
    if (voice !== undefined) chosen.set(language, voice);
  }
  return chosen;
}

/** Which of the voices of a language. */
function chosenOf<V extends Voice>(voices: readonly V[], language: Language): V | undefined {
  const region = intlLocale(language).toLowerCase();
  // Those of espeak are there a hundred times, `German`, `German+Adam` …: the plain one is the one to be understood.
  const plain = voices.filter(({ name }) => !name.includes('+'));
  const some = plain.length > 0 ? plain : voices;
  return (
    voices.find((voice) => voice.default) ??
    some.find(({ lang }) => tagOf(lang) === region) ??
    some.find(({ lang }) => tagOf(lang) === language) ??
    some[0]
  );
}

/** Some systems write `de_DE`. */
function tagOf(lang: string): string {
  return lang.toLowerCase().replaceAll('_', '-');
}
