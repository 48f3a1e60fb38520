import { beforeEach, describe, expect, test } from 'vitest';
import type { Sentence, SpeechState } from '#renderer/lib/speech/speech.ts';
import { BEGINS_WITHIN, ENDS_WITHIN } from '#renderer/lib/speech/utterances.ts';
import { createSpeech, VOICES_COME_WITHIN } from '#renderer/lib/speech/web-speech.ts';
import { withVoices } from '#tests/renderer/support/fake-voices.ts';

/** A clock that goes only when the test says so. */
class Clock {
  #now = 0;
  #due: readonly { readonly at: number; readonly then: () => void }[] = [];

  readonly after = (milliseconds: number, then: () => void) => {
    const one = { at: this.#now + milliseconds, then };
    this.#due = [...this.#due, one];
    return () => {
      this.#due = this.#due.filter((other) => other !== one);
    };
  };

  pass(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#due.filter(({ at }) => at <= this.#now);
    this.#due = this.#due.filter(({ at }) => at > this.#now);
    for (const { then } of due) then();
  }
}

const WELCOME: readonly Sentence[] = [
  { language: 'en', text: 'Welcome.' },
  { language: 'de', text: 'Willkommen.' },
];

let clock = new Clock();
beforeEach(() => void (clock = new Clock()));

function speaking(...langs: readonly string[]) {
  const voices = withVoices(...langs);
  const speech = createSpeech(globalThis, clock.after);
  const states: SpeechState[] = [];
  speech.watch((state) => states.push(state));
  const say = (sentences = WELCOME) => {
    speech.say(sentences, 1, 0);
    clock.pass(0);
  };
  return { voices, speech, say, now: () => states.at(-1), states };
}

describe('which voices there are', () => {
  test('is not known before the system has told, which is not that there is none', () => {
    const { voices, now } = speaking();
    expect(now()?.voices).toBeNull();
    voices.find();
    expect(now()?.voices, 'it tells so at first').toBeNull();
    voices.find('de');
    expect(now()?.voices).toEqual(['de']);
  });

  test('is known, when the system has named none for long enough', () => {
    const { voices, now } = speaking();
    clock.pass(VOICES_COME_WITHIN - 1);
    expect(now()?.voices).toBeNull();
    clock.pass(1);
    expect(now()?.voices).toEqual([]);
    voices.find('de');
    expect(now()?.voices, 'later ones count, too').toEqual(['de']);
  });

  test('is known at once where a browser cannot speak', () => {
    const states: SpeechState[] = [];
    createSpeech({}, clock.after).watch((state) => states.push(state));
    expect(states).toEqual([{ voices: [], failed: [] }]);
  });
});

describe('a machine that does not speak', () => {
  test('says so itself', () => {
    const { voices, say, now } = speaking('en', 'de');
    voices.speaks = 'fails';
    say();
    expect(now()?.failed).toEqual(['en', 'de']);
  });

  test('does not begin in time: it is noticed, and is not to begin when another guest stands there', () => {
    const { voices, say, now } = speaking('en', 'de');
    voices.speaks = 'is silent';
    say();
    clock.pass(BEGINS_WITHIN - 1);
    expect(now()?.failed).toEqual([]);
    clock.pass(1);
    expect(now()?.failed).toEqual(['en']);
    expect(voices.asked.at(-1)).toBe('cancel');
  });

  test('begins in time with the second language when the first has been said', () => {
    const { voices, say, now } = speaking('en', 'de');
    say();
    clock.pass(2 * BEGINS_WITHIN);
    expect(now()?.failed, 'the first is long').toEqual([]);
    voices.speaks = 'is silent';
    voices.end();
    clock.pass(BEGINS_WITHIN);
    expect(now()?.failed).toEqual(['de']);
  });

  test('begins and never ends, as without a loudspeaker', () => {
    const { say, now } = speaking('en', 'de');
    say();
    clock.pass(ENDS_WITHIN);
    expect(now()?.failed).toEqual(['en']);
  });

  test('is no longer one when it speaks', () => {
    const { voices, say, now } = speaking('en', 'de');
    voices.speaks = 'is silent';
    say();
    clock.pass(BEGINS_WITHIN);
    voices.speaks = 'begins';
    say();
    expect(now()?.failed).toEqual([]);
  });

  test('is none that was told to be silent', () => {
    const { voices, say, speech, now } = speaking('en', 'de');
    say();
    speech.hush();
    voices.speaks = 'is silent';
    say();
    speech.hush();
    clock.pass(ENDS_WITHIN);
    expect(now()?.failed).toEqual([]);
    expect(voices.asked.filter((one) => one === 'cancel')).toHaveLength(2);
  });

  test('is none that has said all', () => {
    const { voices, say, speech, now } = speaking('en', 'de');
    say();
    voices.end();
    voices.end();
    clock.pass(ENDS_WITHIN);
    speech.hush();
    expect(now()?.failed).toEqual([]);
    expect(voices.asked, 'there is nothing to cut off').not.toContain('cancel');
  });
});

test.each([
  ['tags and references', '<audio src="x"/>A &amp; B'],
  ['phonemes of espeak', 'Row [[h@l@U]] 5'],
  ['commands', String.raw`{voice x} \pause=9000\ a|b`],
  ['what nobody sees', 'A\u0000\u0007\u001B[2J\u0085\u202E5'],
])('%s of a house or a platform are not handed to an engine', (_, text) => {
  const { voices, say } = speaking('en');
  say([{ language: 'en', text }]);
  expect(voices.asked).toHaveLength(1);
  expect(voices.asked[0]).not.toMatch(/[<>&[\]{}\\|\p{Cc}\u202E]/u);
});

test('where nothing is left to be said, nothing is', () => {
  const { voices, say, now } = speaking('en');
  say([{ language: 'en', text: ' [] ' }]);
  clock.pass(ENDS_WITHIN);
  expect(voices.asked).toEqual([]);
  expect(now()?.failed).toEqual([]);
});

test('what is spoken keeps its letters and its signs of a sentence', () => {
  const { voices, say } = speaking('ar');
  const text = 'مقعدك: الصف ٥، ١٢ – Loge “Süd” (Mitte)!';
  say([{ language: 'ar', text }]);
  expect(voices.asked).toEqual([`ar: ${text}`]);
});
