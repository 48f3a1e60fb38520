import type { Language } from '#shared/model/settings.ts';
import type { Sentence, Speech, SpeechState } from './speech.ts';
import { spokenText } from './spoken-text.ts';
import { Utterances, type After } from './utterances.ts';
import { chooseVoices } from './voices.ts';

/** Where a browser has its voices; some have none. */
export type SpeakingWindow = Partial<
  Pick<typeof globalThis, 'speechSynthesis' | 'SpeechSynthesisUtterance'>
>;

/** A system that has named no voice after so many milliseconds has none: speech-dispatcher takes two to three seconds. */
export const VOICES_COME_WITHIN = 10_000;

const afterTimeout: After = (milliseconds, then) => {
  const timer = setTimeout(then, milliseconds);
  return () => clearTimeout(timer);
};

/**
 * Speaks with the voices of the system, through Web Speech. Nothing is asked of it until something is to be said.
 *
 * @param after calls back when so many milliseconds have passed; returns how to call that off
 */
export function createSpeech(
  { speechSynthesis: synthesis, SpeechSynthesisUtterance: Utterance }: SpeakingWindow,
  after: After = afterTimeout,
): Speech {
  let voices: ReadonlyMap<Language, SpeechSynthesisVoice> | null = null;
  /** Whether nothing more is waited for before there is no voice. */
  let isKnown = synthesis === undefined;
  let callOff = () => {};
  const failed = new Set<Language>();
  const listeners = new Set<(state: SpeechState) => void>();
  const utterances = synthesis && new Utterances(synthesis, after, noteSpoken);

  function state(): SpeechState {
    return { voices: isKnown ? [...(voices?.keys() ?? [])] : null, failed: [...failed] };
  }

  function tell(): void {
    for (const listener of listeners) listener(state());
  }

  function noteSpoken(language: Language, isSpoken: boolean): void {
    if (failed.has(language) !== isSpoken) return;
    if (isSpoken) failed.delete(language);
    else failed.add(language);
    tell();
  }

  function look(): void {
    voices = chooseVoices(synthesis?.getVoices() ?? []);
    isKnown ||= voices.size > 0;
    tell();
  }

  function prepare(): void {
    if (voices !== null) return;
    // The first answer may be that there are none: a system takes its time.
    synthesis?.addEventListener('voiceschanged', look);
    look();
    if (isKnown) return;
    after(VOICES_COME_WITHIN, () => {
      isKnown = true;
      tell();
    });
  }

  function utter({ language, text }: Sentence, volume: number) {
    const voice = voices?.get(language);
    const spoken = spokenText(text);
    // A voice that has nothing to say may never begin.
    if (Utterance === undefined || voice === undefined || spoken.trim() === '') return [];
    const utterance = new Utterance(spoken);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.volume = Math.min(volume, 1);
    return [{ language, utterance }];
  }

  function hush(): void {
    callOff();
    utterances?.hush();
  }

  return {
    prepare,
    hush,
    say(sentences, volume, later) {
      hush();
      if (volume === 0) return;
      prepare();
      callOff = after(later, () =>
        utterances?.say(sentences.flatMap((sentence) => utter(sentence, volume))),
      );
    },
    watch(listener) {
      prepare();
      listeners.add(listener);
      listener(state());
      return () => listeners.delete(listener);
    },
  };
}
