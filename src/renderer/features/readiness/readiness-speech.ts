import { missingVoices, noVoice } from '#renderer/features/speech/voice-words.ts';
import { languageName } from '#renderer/i18n/locale.svelte.ts';
import { m } from '#renderer/i18n/messages.ts';
import { adviceOf } from '#renderer/lib/advice.ts';
import { good, type Line, type Reading } from './readiness-line.ts';

/** Whether verdicts can be spoken; null: they are not to be. */
export function speechLine({ state, format, speaksIn, voices }: Reading): Line | null {
  const { spokenVerdicts, speechVolume } = state.settings;
  if (!spokenVerdicts) return null;
  const missing = missingVoices(speaksIn, voices);
  const trouble =
    (speechVolume === 0 && adviceOf('speech_muted')) ||
    (missing.length > 0 && noVoice(missing, format));
  if (trouble) return { state: 'attention', facts: [trouble.what], remedy: trouble.advice };
  return good(
    m.speech_spokenIn({
      list: format.list(speaksIn.map(languageName)),
      percent: format.percent(speechVolume),
    }),
  );
}
