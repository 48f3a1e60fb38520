import { createSoundPlayer, SOUNDS } from '#renderer/lib/sound/sound.ts';
import { describe, expect, test } from 'vitest';

const sounds = Object.entries(SOUNDS);

describe('the sounds', () => {
  test.each(sounds)('%s can be heard from a cheap speaker', (_, tones) => {
    for (const { duration, frequency } of tones) {
      expect(duration).toBeGreaterThanOrEqual(0.1);
      expect(frequency).toBeGreaterThanOrEqual(200);
      expect(frequency).toBeLessThanOrEqual(2000);
    }
  });

  test('no two are alike', () => {
    const described = sounds.map(([, tones]) =>
      tones.map(({ frequency, duration }) => `${frequency}/${duration}`).join(' '),
    );
    expect(new Set(described).size).toBe(sounds.length);
  });

  test('a rejection lasts half a second, an admission rises', () => {
    const end = Math.max(...SOUNDS.reject.map(({ at, duration }) => at + duration));
    expect(end).toBeCloseTo(0.5);
    const [first, second] = SOUNDS.admit;
    expect(second?.frequency).toBeGreaterThan(first?.frequency ?? Infinity);
  });
});

/** A real audio context that remembers the tones and levels it was asked for. */
function recording() {
  const oscillators: OscillatorNode[] = [];
  const gains: GainNode[] = [];
  let contexts = 0;
  class Recording extends AudioContext {
    constructor() {
      super();
      contexts += 1;
    }
    override createOscillator() {
      const oscillator = super.createOscillator();
      oscillators.push(oscillator);
      return oscillator;
    }
    override createGain() {
      const gain = super.createGain();
      gains.push(gain);
      return gain;
    }
  }
  const heard = () => oscillators.map(({ frequency }) => frequency.value);
  return { Recording, heard, gains, contexts: () => contexts };
}

describe('playing', () => {
  test('plays the tones of the verdict at the volume of the settings', () => {
    const { Recording, heard, gains, contexts } = recording();
    const player = createSoundPlayer(Recording);
    player.play('duplicate', 0.25);
    player.play('undecided', 1);
    expect(heard()).toEqual([520, 520, 520, 390]);
    expect(gains[0]?.gain.value).toBe(0.25);
    expect(contexts()).toBe(1);
  });

  test('a device that was opened beforehand is not opened again when a guest waits', () => {
    const { Recording, heard, contexts } = recording();
    const player = createSoundPlayer(Recording);
    player.prepare();
    expect(contexts()).toBe(1);
    player.play('undecided', 1);
    expect(heard()).toEqual([390]);
    expect(contexts()).toBe(1);
  });

  test('muted, it stays silent and opens no audio device', () => {
    const { Recording, heard, contexts } = recording();
    createSoundPlayer(Recording).play('admit', 0);
    expect(heard()).toEqual([]);
    expect(contexts()).toBe(0);
  });

  test('a machine without audio works otherwise', () => {
    expect(() => createSoundPlayer(undefined).play('admit', 1)).not.toThrow();
  });
});
