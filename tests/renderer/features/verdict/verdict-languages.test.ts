import { ERROR_CODES } from '#shared/api/error-codes.ts';
import { LANGUAGES } from '#shared/model/settings.ts';
import type { ShownVerdict } from '#shared/model/verdict.ts';
import { expect, test } from 'vitest';
import {
  admission,
  apiError,
  NOW,
  openDoor,
  refusal,
  verdict,
} from '#tests/renderer/support/builders.ts';
import { openKiosk, root } from '#tests/renderer/support/open-kiosk.ts';
import { resize } from '#tests/renderer/support/page.ts';
import { withChanges } from '#tests/support/kiosk-state.ts';

const SIZES = [
  [800, 600],
  [1080, 1920],
] as const;

const VERDICTS: readonly ShownVerdict[] = [
  admission(),
  verdict('checked', { type: 'valid', copyFrom: NOW }, { basis: 'cache' }),
  ...ERROR_CODES.map((code) => refusal(apiError(code))),
];

/** Where each word of a heading stands: on one line, unless it was broken. */
function brokenWords(heading: HTMLElement): string[] {
  const text = heading.firstChild;
  const words = [...heading.textContent.matchAll(/\S+/g)];
  return words.flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    if (text === null) return [];
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size === 1 ? [] : word;
  });
}

/** What of the answer cannot be read: out of its box, or cut off after some lines. */
function unreadable(): string[] {
  const box = document.querySelector('.answer')?.getBoundingClientRect() ?? new DOMRect();
  const texts = document.querySelectorAll<HTMLElement>('.answer :is(h1, .reason, .staff p)');
  return [...texts]
    .filter((text) => {
      const { top, bottom, left, right } = text.getBoundingClientRect();
      const isOut = top < box.top - 1 || bottom > box.bottom + 1;
      const isWide = left < box.left - 1 || right > box.right + 1;
      return (
        isOut ||
        isWide ||
        text.scrollWidth > text.clientWidth + 1 ||
        text.scrollHeight > text.clientHeight + parseFloat(getComputedStyle(text).fontSize) / 2
      );
    })
    .map((text) => text.textContent);
}

const cases = LANGUAGES.flatMap((language) => SIZES.map((size) => [language, ...size] as const));

test.each(cases)(
  'in %s on %i by %i the word is large and whole',
  async (language, width, height) => {
    const door = openDoor();
    const settings = { ...door.settings, language };
    const { main } = await openKiosk({ ...door, settings });
    await resize(width, height);
    const cut: string[] = [];
    for (const shown of VERDICTS) {
      main.emit(withChanges(door, { settings, verdict: shown }));
      await expect.poll(() => root('sequence')).toBe(String(shown.sequence));
      const heading = document.querySelector('h1');
      if (heading === null) throw new Error('there is no word');
      const size = parseFloat(getComputedStyle(heading).fontSize);
      expect(size, heading.textContent).toBeGreaterThanOrEqual(0.12 * height);
      expect(brokenWords(heading)).toEqual([]);
      cut.push(...unreadable());
    }
    expect(cut).toEqual([]);
  },
);
