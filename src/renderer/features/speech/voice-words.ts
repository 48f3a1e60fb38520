import { languageName } from '#renderer/i18n/locale.svelte.ts';
import { m } from '#renderer/i18n/messages.ts';
import type { Advice } from '#renderer/lib/advice.ts';
import type { Format } from '#renderer/lib/format.ts';
import type { SpeechState } from '#renderer/lib/speech/speech.ts';
import { isolated } from '#renderer/lib/selection-text.ts';
import type { Language } from '#shared/model/settings.ts';

/** Debian's package with voices for all languages of the kiosk, and with what Chromium speaks through. */
const PACKAGE = 'speech-dispatcher-espeak-ng';
/** Speaks on a Linux machine without Chromium. */
const COMMAND = 'spd-say hello';

/** What hinders that these languages are spoken, and what to do about it; null: nothing that is known. */
export function speechTrouble(
  wanted: readonly Language[],
  { voices, failed }: SpeechState,
  format: Pick<Format, 'list'>,
): Advice | null {
  const list = (languages: readonly Language[]) =>
    format.list(languages.map((one) => isolated(languageName(one))));
  const missing = wanted.filter((language) => voices?.includes(language) === false);
  if (missing.length > 0) {
    return {
      what: m.speech_noVoice({ list: list(missing) }),
      advice: m.speech_addVoice({ package: isolated(PACKAGE) }),
    };
  }
  const silent = wanted.filter((language) => failed.includes(language));
  if (silent.length === 0) return null;
  return {
    what: m.speech_didNotSpeak({ list: list(silent) }),
    advice: m.speech_makeItSpeak({ command: isolated(COMMAND) }),
  };
}

/** Whether at least one of these languages has a voice, as far as is known. */
export function canSpeak(wanted: readonly Language[], { voices }: SpeechState): boolean {
  return wanted.some((language) => voices?.includes(language));
}
