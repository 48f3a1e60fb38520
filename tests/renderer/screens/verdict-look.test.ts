import { describe, expect, test } from 'vitest';
import type { ShownVerdict } from '#shared/model/verdict.ts';
import { admission, apiError, openDoor, PATRON, refusal, verdict } from '../support/builders.ts';
import { openKiosk, picture, SIZES, type Size } from '../support/open-kiosk.ts';

const VERDICTS: Record<string, ShownVerdict> = {
  admit: admission({ patron: PATRON, successHtml: '<p><b>VIP lounge</b> is on the left.</p>' }),
  reject: refusal(apiError(10)),
  duplicate: refusal(apiError(12)),
  undecided: refusal(apiError(17)),
  checked: verdict('checked', { type: 'admitted' }),
};

/** The lines that a word of a heading stands on: one, unless it was broken. */
function linesOf(heading: HTMLElement, word: string): number {
  const text = heading.firstChild;
  if (text === null) return 0;
  const range = document.createRange();
  const start = heading.textContent.indexOf(word);
  range.setStart(text, start);
  range.setEnd(text, start + word.length);
  return range.getClientRects().length;
}

const cases = Object.keys(SIZES).flatMap((size) =>
  Object.keys(VERDICTS).map((kind) => [kind, size as Size] as const),
);

describe('the word can be read from five metres, and everything stays on the screen', () => {
  test.each(cases)('%s on %s', async (kind, size) => {
    const shown = VERDICTS[kind] ?? null;
    await openKiosk(openDoor({ verdict: shown }), { size });
    await picture(`look-${kind}-${size}`);

    const heading = document.querySelector('h1');
    if (heading === null) throw new Error('there is no word');
    const [width, height] = SIZES[size];
    expect(parseFloat(getComputedStyle(heading).fontSize)).toBeGreaterThanOrEqual(0.12 * height);
    for (const word of heading.textContent.trim().split(/\s+/)) {
      expect(linesOf(heading, word), word).toBe(1);
    }
    expect(heading.scrollWidth).toBeLessThanOrEqual(heading.clientWidth);
    for (const element of document.querySelectorAll('h1, p, dd, svg, footer span')) {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      expect(left, element.outerHTML).toBeGreaterThanOrEqual(0);
      expect(right, element.outerHTML).toBeLessThanOrEqual(width);
      expect(top, element.outerHTML).toBeGreaterThanOrEqual(0);
      expect(bottom, element.outerHTML).toBeLessThanOrEqual(height);
    }
  });
});

test('everything known, each at its longest, does not push the word off a small screen', async () => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(6);
  await openKiosk(
    openDoor({
      verdict: admission({
        name: long,
        performance: long,
        section: long,
        seat: long,
        successHtml: `<p>${long}</p><p>${long}</p>`,
        patron: { ...PATRON, firstName: long, email: `${'x'.repeat(300)}@example.org` },
      }),
    }),
    { size: 'small' },
  );
  await picture('look-long');

  const word = document.querySelector('h1')?.getBoundingClientRect();
  expect(word?.top).toBeGreaterThanOrEqual(0);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1024);
  expect(document.querySelector('footer')?.getBoundingClientRect().bottom).toBeLessThanOrEqual(600);
});

test('names written from right to left leave the rest as it is', async () => {
  const shown = admission({ name: 'ليلى بنت عبد الله', section: 'المدرج', seat: 'صف 3، مقعد 12' });
  await openKiosk(openDoor({ verdict: shown }));
  await picture('look-rtl');

  const name = [...document.querySelectorAll('dd')].find((fact) => fact.matches(':dir(rtl)'));
  expect(name?.textContent).toBe('ليلى بنت عبد الله');
  expect(document.querySelector('h1')?.matches(':dir(ltr)')).toBe(true);
});
