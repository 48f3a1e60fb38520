import type { Language } from '#shared/model/settings.ts';

/** What is said, and in which language. */
export interface Sentence {
  readonly language: Language;
  readonly text: string;
}

/** How this machine speaks. */
export interface SpeechState {
  /** For which languages there is a voice; null: that is not known yet. */
  readonly voices: readonly Language[] | null;
  /** In which of them it did not speak when it was asked last. */
  readonly failed: readonly Language[];
}

/** Says sentences in the languages for which this machine has a voice. */
export interface Speech {
  /** Looks for voices, which takes seconds on Linux: not when the first guest waits. */
  prepare(): void;
  /**
   * Says these in their order, at a volume of 0 (mute) to 1, when so many milliseconds have passed. What is still being
   * said gives way at once; sentences without a voice are left out.
   */
  say(sentences: readonly Sentence[], volume: number, after: number): void;
  /** Falls silent at once. */
  hush(): void;
  /** Tells how this machine speaks, now and whenever that changes; returns how to stop. */
  watch(listener: (state: SpeechState) => void): () => void;
}
