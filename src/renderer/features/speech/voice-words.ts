import { languageName } from '#renderer/i18n/locale.svelte.ts';
import { m } from '#renderer/i18n/messages.ts';
import type { Advice } from '#renderer/lib/advice.ts';
import type { Format } from '#renderer/lib/format.ts';
import { isolated } from '#renderer/lib/selection-text.ts';
import type { Language } from '#shared/model/settings.ts';

/** Debian's package with voices for all languages of the kiosk, and with what Chromium speaks through. */
const PACKAGE = 'speech-dispatcher-espeak-ng';

/** The languages that are to be spoken, and have no voice. */
export function missingVoices(
  wanted: readonly Language[],
  voices: readonly Language[],
): readonly Language[] {
  return wanted.filter((language) => !voices.includes(language));
}

/** That there is no voice for these languages, and what to do. */
export function noVoice(languages: readonly Language[], format: Pick<Format, 'list'>): Advice {
  return {
    what: m.speech_noVoice({
      list: format.list(languages.map((one) => isolated(languageName(one)))),
    }),
    advice: m.speech_addVoice({ package: isolated(PACKAGE) }),
  };
}
