import { SOUNDS, type SoundName, type Tone } from '#renderer/lib/sound/sound.ts';
import { describe, expect, test } from 'vitest';

/** How many times as long one of two tones, or pauses, has to be, so that nobody takes one for the other. */
const CLEAR = 2;
/** No ear that is hard of hearing, and no foyer, keeps a shorter pause, in milliseconds. */
const SHORTEST_PAUSE = 60;

/** What people do at each of them; who does the same needs no other rhythm. */
const ASKS: Record<SoundName, string> = {
  admit: 'come in',
  reject: 'stay out',
  duplicate: 'look when it was used',
  undecided: 'wait',
  held: 'wait',
  checked: 'nothing was spent',
  exit: 'go out',
  elsewhere: 'go to another entrance',
  'not-read': 'scan again',
  help: 'come and help',
};

const kinds = Object.keys(ASKS) as SoundName[];
const pairs = kinds.flatMap((one, at) => kinds.slice(at + 1).map((other) => [one, other] as const));
const asksTheSame = ([one, other]: readonly [SoundName, SoundName]) => ASKS[one] === ASKS[other];

/**
 * What is left of a sound without its pitch: how long it sounds, is silent, sounds …, in milliseconds. Tones that
 * hang together are one.
 */
function rhythmOf(tones: readonly Tone[]): number[] {
  const lengths: number[] = [];
  let end = 0;
  for (const { at, duration } of tones) {
    const [start, length] = [at * 1000, duration * 1000];
    const pause = start - end;
    const last = lengths.length - 1;
    if (lengths.length === 0) lengths.push(length);
    else if (pause < SHORTEST_PAUSE) lengths[last] = (lengths[last] ?? 0) + pause + length;
    else lengths.push(pause, length);
    end = start + length;
  }
  return lengths;
}

/** By how much two rhythms differ where they differ most; without end where one has more tones. */
function differ(one: readonly number[], other: readonly number[]): number {
  if (one.length !== other.length) return Infinity;
  return Math.max(
    ...one.map((length, place) => {
      const beside = other[place] ?? NaN;
      return Math.max(length, beside) / Math.min(length, beside);
    }),
  );
}

describe('by rhythm alone, for who hears no pitch', () => {
  test.each(pairs.filter((pair) => !asksTheSame(pair)))('%s is not taken for %s', (one, other) => {
    expect(differ(rhythmOf(SOUNDS[one]), rhythmOf(SOUNDS[other]))).toBeGreaterThanOrEqual(CLEAR);
  });

  test.each(pairs.filter(asksTheSame))('%s and %s sound alike', (one, other) => {
    expect(differ(rhythmOf(SOUNDS[one]), rhythmOf(SOUNDS[other]))).toBeLessThan(CLEAR);
  });

  test('tones that hang together are one, whatever their pitch', () => {
    const tone = { frequency: 660, wave: 'sine' } as const;
    const glide = [
      { ...tone, at: 0, duration: 0.125 },
      { ...tone, at: 0.125, duration: 0.125, frequency: 990 },
    ];
    expect(rhythmOf(glide)).toEqual([250]);
    expect(rhythmOf([...glide, { ...tone, at: 0.5, duration: 0.25 }])).toEqual([250, 250, 250]);
  });
});
