import '#renderer/styles/index.css';
import { expect, test } from 'vitest';
import { isDrawn } from '#renderer/lib/drawn-letters.ts';

test.each(['A', 'ß', 'ع', 'ą'])('%s is in the fonts that come with the kiosk', async (letter) => {
  await document.fonts.ready;
  expect(isDrawn(letter)).toBe(true);
});

test.each(['\u{E1234}', '\u{10FFFD}', '\u{3FFFF}'])('%j is in no font', (letter) => {
  expect(isDrawn(letter)).toBe(false);
});
