import { onTestFinished, vi } from 'vitest';

/** A voice of the system; of a server, if it is not on this machine. */
export interface FakeVoice {
  readonly name: string;
  readonly lang: string;
  readonly localService: boolean;
  readonly default: boolean;
}

/** What a system does with what it is to say. */
type Speaks = 'begins' | 'is silent' | 'fails';

class FakeUtterance extends EventTarget {
  voice: FakeVoice | null = null;
  lang = '';
  volume = 1;
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  fail(error: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { error }));
  }
}

/** The browser's voices, as they are asked to speak. */
class FakeSynthesis extends EventTarget {
  /** What was asked, in its order: `cancel`, or a voice's language and the text. */
  readonly asked: string[] = [];
  readonly volumes: number[] = [];
  /** How often somebody wanted to know which voices there are. */
  looks = 0;
  speaks: Speaks = 'begins';
  /** What is being said, and what comes after it. */
  readonly #queue: FakeUtterance[] = [];
  #voices: readonly FakeVoice[];

  constructor(voices: readonly FakeVoice[]) {
    super();
    this.#voices = voices;
  }

  getVoices(): readonly FakeVoice[] {
    this.looks += 1;
    return this.#voices;
  }

  speak(utterance: FakeUtterance): void {
    const { voice, text, volume } = utterance;
    this.asked.push(`${voice?.lang ?? '?'}: ${text}`);
    this.volumes.push(volume);
    this.#queue.push(utterance);
    if (this.#queue.length === 1) this.#begin();
  }

  cancel(): void {
    this.asked.push('cancel');
    for (const [place, utterance] of this.#queue.splice(0).entries()) {
      utterance.fail(place === 0 ? 'interrupted' : 'canceled');
    }
  }

  /** What is being said has been said; what comes after it begins. */
  end(): void {
    this.#queue.shift()?.dispatchEvent(new Event('end'));
    this.#begin();
  }

  #begin(): void {
    const [utterance] = this.#queue;
    if (this.speaks === 'begins') utterance?.dispatchEvent(new Event('start'));
    if (this.speaks !== 'fails') return;
    this.#queue.shift();
    utterance?.fail('synthesis-failed');
  }

  /** The system has found other voices. */
  find(...langs: readonly string[]): void {
    this.#voices = langs.map((lang) => voiceOf(lang));
    this.dispatchEvent(new Event('voiceschanged'));
  }
}

/** A voice of this machine. */
export const voiceOf = (lang: string, changes: Partial<FakeVoice> = {}): FakeVoice => ({
  ...{ name: lang, lang, localService: true, default: false, ...changes },
});

/** Puts voices for these languages in the place of the browser's own, until the test is over. */
export function withVoices(...voices: readonly (string | FakeVoice)[]): FakeSynthesis {
  const synthesis = new FakeSynthesis(
    voices.map((voice) => (typeof voice === 'string' ? voiceOf(voice) : voice)),
  );
  vi.stubGlobal('speechSynthesis', synthesis);
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
  onTestFinished(() => void vi.unstubAllGlobals());
  return synthesis;
}
