import { PictureQuality, type PictureFacts } from '#renderer/lib/camera/picture-quality.ts';
import { expect, test } from 'vitest';

const LIMITS = { dark: 0.1, slow: 500, lasting: 3_000 };
const GOOD = { light: 0.5, took: 50, hasCode: false };
const DARK = { ...GOOD, light: 0.02 };
const SLOW = { ...GOOD, took: 900 };

/** Notes pictures at these times, and returns the fault after the last. */
function after(...pictures: [number, PictureFacts][]) {
  const quality = new PictureQuality(LIMITS);
  for (const [at, facts] of pictures) quality.note(facts, at);
  return quality.fault;
}

test('pictures that stay dark are said to be', () => {
  expect(after([0, DARK], [2_900, DARK])).toBeNull();
  expect(after([0, DARK], [3_000, DARK])).toBe('dark');
});

test('a hand before the camera for a moment is no night', () => {
  expect(after([0, DARK], [2_000, GOOD], [2_500, DARK], [5_000, DARK])).toBeNull();
});

test('pictures that take long are slow, unless one alone does', () => {
  expect(after([0, SLOW], [1_000, SLOW], [3_100, SLOW])).toBe('slow');
  expect(after([0, SLOW], [1_000, GOOD], [3_100, SLOW])).toBeNull();
});

test('what is good again is told when it has lasted', () => {
  const dark = [
    [0, DARK],
    [3_000, DARK],
  ] as [number, typeof DARK][];
  expect(after(...dark, [4_000, GOOD], [6_900, GOOD])).toBe('dark');
  expect(after(...dark, [4_000, GOOD], [7_000, GOOD])).toBeNull();
});

test('a room in which a code is read is light enough: a phone is its own lamp', () => {
  const PHONE = { ...DARK, hasCode: true };
  expect(after([0, PHONE], [3_000, PHONE], [6_000, PHONE])).toBeNull();
  expect(after([0, DARK], [3_000, DARK], [4_000, PHONE], [7_000, PHONE])).toBeNull();
});
