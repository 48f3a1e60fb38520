import '#renderer/styles/index.css';
import { expect, test, vi } from 'vitest';
import { areDrawn, knownLetters } from '#renderer/lib/drawn-letters.ts';
import { SCRIPT_CODES } from '#shared/model/script.ts';
import { lettersAreThere } from '#tests/renderer/support/page.ts';

const drawing = () => vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');

test.each(['AB', 'ßé', 'عب', 'ąő'])(
  '%s are in the fonts that come with the kiosk',
  async (letters) => {
    await lettersAreThere();
    expect(areDrawn(letters)).toBe(true);
  },
);

test.each(['\u{E1234}', '\u{10FFFD}', '\u{3FFFF}', 'A\u{3FFFF}'])('%j is not in all', (letters) => {
  expect(areDrawn(letters)).toBe(false);
});

test.each(SCRIPT_CODES)('%s is missing where one sign stands for all its letters', (script) => {
  drawing().mockImplementation(function drawSign(this: CanvasRenderingContext2D, letter) {
    this.fillRect(0, 0, letter === '\u{10FFFF}' ? 8 : 16, 16);
  });
  expect(knownLetters()(script)).toBe(false);
});

test('a script is drawn once, however often somebody asks', () => {
  const drawn = drawing();
  const hasLetters = knownLetters();
  const first = hasLetters('Thai');
  const { length } = drawn.mock.calls;
  expect(length).toBeGreaterThan(1);
  expect(hasLetters('Thai')).toBe(first);
  expect(drawn.mock.calls).toHaveLength(length);
});
