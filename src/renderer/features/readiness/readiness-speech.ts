import { speechTrouble } from '#renderer/features/speech/voice-words.ts';
import { languageName } from '#renderer/i18n/locale.svelte.ts';
import { m } from '#renderer/i18n/messages.ts';
import { adviceOf } from '#renderer/lib/advice.ts';
import { good, type Line, type Reading } from '#renderer/lib/readiness-line.ts';

/** Whether verdicts can be spoken; null: they are not to be. */
export function speechLine({ state, format, speaksIn, speech }: Reading): Line | null {
  const { spokenVerdicts, speechVolume } = state.settings;
  if (!spokenVerdicts) return null;
  const isMute = speechVolume === 0;
  const trouble = isMute ? adviceOf('speech_muted') : speechTrouble(speaksIn, speech, format);
  if (trouble !== null)
    return { state: 'attention', facts: [trouble.what], remedy: trouble.advice };
  if (speech.voices === null) return good(m.speech_looking());
  return good(
    m.speech_spokenIn({
      list: format.list(speaksIn.map(languageName)),
      percent: format.percent(speechVolume),
    }),
  );
}
