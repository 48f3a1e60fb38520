import type { Language } from '#shared/model/settings.ts';
import type { Sentence, Speech } from './speech.ts';
import { chooseVoices } from './voices.ts';

/** Where a browser has its voices; some have none. */
export type SpeakingWindow = Partial<
  Pick<typeof globalThis, 'speechSynthesis' | 'SpeechSynthesisUtterance'>
>;

/** Engines read their own markup in a text, and that of a house or a platform is not to be read as such. */
const MARKUP = /[<>&]/g;

/** Speaks with the voices of the system, through Web Speech. Nothing is asked of it until something is to be said. */
export function createSpeech({
  speechSynthesis: synthesis,
  SpeechSynthesisUtterance: Utterance,
}: SpeakingWindow): Speech {
  let voices: ReadonlyMap<Language, SpeechSynthesisVoice> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasSpoken = false;
  const listeners = new Set<(languages: readonly Language[]) => void>();

  function look(): void {
    voices = chooseVoices(synthesis?.getVoices() ?? []);
    for (const listener of listeners) listener([...voices.keys()]);
  }

  function prepare(): void {
    if (voices !== null) return;
    // The first answer may be that there are none: a system takes its time.
    synthesis?.addEventListener('voiceschanged', look);
    look();
  }

  function speak({ language, text }: Sentence, volume: number): void {
    const voice = voices?.get(language);
    if (synthesis === undefined || Utterance === undefined || voice === undefined) return;
    const utterance = new Utterance(text.replace(MARKUP, ' '));
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.volume = Math.min(volume, 1);
    synthesis.speak(utterance);
    hasSpoken = true;
  }

  function hush(): void {
    clearTimeout(timer);
    if (!hasSpoken) return;
    hasSpoken = false;
    synthesis?.cancel();
  }

  return {
    prepare,
    hush,
    say(sentences, volume, after) {
      hush();
      if (volume === 0) return;
      prepare();
      timer = setTimeout(() => {
        for (const sentence of sentences) speak(sentence, volume);
      }, after);
    },
    watchVoices(listener) {
      prepare();
      listeners.add(listener);
      listener([...(voices?.keys() ?? [])]);
      return () => listeners.delete(listener);
    },
  };
}
