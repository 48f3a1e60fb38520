import { onTestFinished, vi } from 'vitest';

/** A voice of the system; of a server, if it is not on this machine. */
export interface FakeVoice {
  readonly lang: string;
  readonly localService: boolean;
}

class FakeUtterance {
  voice: FakeVoice | null = null;
  lang = '';
  volume = 1;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The browser's voices, as they are asked to speak. */
class FakeSynthesis extends EventTarget {
  /** What was asked, in its order: `cancel`, or a voice's language and the text. */
  readonly asked: string[] = [];
  readonly volumes: number[] = [];
  /** How often somebody wanted to know which voices there are. */
  looks = 0;
  #voices: readonly FakeVoice[];

  constructor(voices: readonly FakeVoice[]) {
    super();
    this.#voices = voices;
  }

  getVoices(): readonly FakeVoice[] {
    this.looks += 1;
    return this.#voices;
  }

  speak({ voice, text, volume }: FakeUtterance): void {
    this.asked.push(`${voice?.lang ?? '?'}: ${text}`);
    this.volumes.push(volume);
  }

  cancel(): void {
    this.asked.push('cancel');
  }

  /** The system has found other voices. */
  find(...langs: readonly string[]): void {
    this.#voices = langs.map(voiceOf);
    this.dispatchEvent(new Event('voiceschanged'));
  }
}

const voiceOf = (lang: string): FakeVoice => ({ lang, localService: true });

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
