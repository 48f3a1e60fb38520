import type { Language } from '#shared/model/settings.ts';

/** Calls back when so many milliseconds have passed; returns how to call that off. */
export type After = (milliseconds: number, then: () => void) => () => void;

interface InLanguage {
  readonly language: Language;
  readonly utterance: SpeechSynthesisUtterance;
}

/** A voice whose turn it is begins within so many milliseconds, on a machine that speaks. */
export const BEGINS_WITHIN = 3_000;
/** And has ended what it says after so many: without a loudspeaker speech-dispatcher begins, and never ends. */
export const ENDS_WITHIN = 30_000;

/** Who fell silent because they were told to has not failed. */
const TOLD_TO: ReadonlySet<string> = new Set(['interrupted', 'canceled']);

/** Has the system say one utterance after the other, and notices where it does not. */
export class Utterances {
  readonly #synthesis: Pick<SpeechSynthesis, 'speak' | 'cancel'>;
  readonly #after: After;
  readonly #noteSpoken: (language: Language, isSpoken: boolean) => void;
  /** Those that have not ended; a browser forgets those that nobody holds, and their events. */
  #waiting: readonly InLanguage[] = [];
  #callOff = () => {};

  /** @param noteSpoken told of each language whether it was spoken, when it was to be */
  constructor(
    synthesis: Pick<SpeechSynthesis, 'speak' | 'cancel'>,
    after: After,
    noteSpoken: (language: Language, isSpoken: boolean) => void,
  ) {
    this.#synthesis = synthesis;
    this.#after = after;
    this.#noteSpoken = noteSpoken;
  }

  /** What is still being said gives way. */
  say(all: readonly InLanguage[]): void {
    this.hush();
    this.#waiting = all;
    this.#expect(BEGINS_WITHIN);
    for (const one of all) {
      const { utterance, language } = one;
      const isWaiting = () => this.#waiting.includes(one);
      utterance.addEventListener('start', () => {
        if (!isWaiting()) return;
        this.#noteSpoken(language, true);
        this.#expect(ENDS_WITHIN);
      });
      utterance.addEventListener('end', () => {
        if (isWaiting()) this.#next(one);
      });
      utterance.addEventListener('error', ({ error }) => {
        if (!isWaiting()) return;
        if (!TOLD_TO.has(error)) this.#noteSpoken(language, false);
        this.#next(one);
      });
    }
    for (const { utterance } of all) this.#synthesis.speak(utterance);
  }

  /** Falls silent at once. */
  hush(): void {
    this.#callOff();
    if (this.#waiting.length === 0) return;
    this.#waiting = [];
    this.#synthesis.cancel();
  }

  #next(done: InLanguage): void {
    this.#waiting = this.#waiting.filter((one) => one !== done);
    this.#expect(BEGINS_WITHIN);
  }

  /** Nobody is to hear a minute later what was meant for the guest before. */
  #expect(within: number): void {
    this.#callOff();
    const [one] = this.#waiting;
    if (one === undefined) return;
    this.#callOff = this.#after(within, () => {
      this.hush();
      this.#noteSpoken(one.language, false);
    });
  }
}
