import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ShownVerdict } from '#shared/model/verdict.ts';
import {
  admission,
  apiError,
  snapshotRefusal,
  FOR_THE_TEMPEST,
  NOW,
  WENT_OUT,
  openDoor,
  localHint,
  PATRON,
  refusal,
  sentTo,
  verdict,
} from '#tests/renderer/support/builders.ts';
import { openKiosk, picture, SIZES, type Size } from '#tests/renderer/support/open-kiosk.ts';

const VERDICTS: Record<string, ShownVerdict> = {
  admit: admission({ patron: PATRON, successHtml: '<p><b>VIP lounge</b> is on the left.</p>' }),
  reject: refusal(apiError(10, { messageHtml: '<p>It is for <b>The Tempest</b>.</p>' })),
  duplicate: refusal(apiError(12, { messageHtml: '<p>2 of 4 tickets were scanned.</p>' })),
  undecided: refusal(apiError(17, { messageHtml: '<p>Please sign in again.</p>' })),
  'copy-duplicate': snapshotRefusal(
    12,
    {},
    { own: localHint({ ticketFor: FOR_THE_TEMPEST, firstScanAt: NOW }) },
  ),
  'copy-duplicate, with its seat': snapshotRefusal(
    12,
    {},
    {
      own: localHint({
        ...{ ticketFor: FOR_THE_TEMPEST, firstScanAt: NOW },
        place: { section: 'Stalls left', seat: 'Row 12, seat 31' },
      }),
    },
  ),
  'copy-unknown': snapshotRefusal(11),
  'near-match': verdict(
    'undecided',
    { type: 'not-listed', copyFrom: NOW, because: { type: 'near-match', tail: '7919' } },
    { basis: 'cache', own: localHint({ ticketFor: FOR_THE_TEMPEST }) },
  ),
  checked: verdict('checked', { type: 'valid', copyFrom: NOW }, { basis: 'cache' }),
  exit: verdict('exit', WENT_OUT, { basis: 'venue' }),
  elsewhere: sentTo(),
  'elsewhere, without a way': sentTo({
    colour: null,
    way: { arrow: null, words: null, wordsIn: {} },
  }),
  held: verdict('held', { type: 'held', door: 'Foyer left', since: NOW }, { basis: 'venue' }),
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

/** Nothing of an element is cut off by the box that the answer stands in. */
function expectWhole(element: Element) {
  const box = element.closest('.answer')?.getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  expect(top, element.outerHTML).toBeGreaterThanOrEqual(box?.top ?? 0);
  expect(bottom, element.outerHTML).toBeLessThanOrEqual(box?.bottom ?? innerHeight);
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
    for (const element of document.querySelectorAll('main :is(h1, p, dd, svg, footer span)')) {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      expect(left, element.outerHTML).toBeGreaterThanOrEqual(0);
      expect(right, element.outerHTML).toBeLessThanOrEqual(width);
      expect(top, element.outerHTML).toBeGreaterThanOrEqual(0);
      expect(bottom, element.outerHTML).toBeLessThanOrEqual(height);
      expectWhole(element);
    }
  });
});

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(6);

test.each<[Size]>([['small'], ['laptop'], ['portrait']])(
  'everything known, each at its longest: no fact is lost on %s',
  async (size) => {
    await openKiosk(
      openDoor({
        verdict: admission({
          name: LONG,
          performance: LONG,
          section: LONG,
          seat: LONG,
          successHtml: `<p>${LONG}</p><p>${LONG}</p>`,
          patron: { ...PATRON, firstName: LONG, email: `${'x'.repeat(300)}@example.org` },
        }),
      }),
      { size },
    );
    await picture(`look-long-${size}`);

    for (const element of document.querySelectorAll('h1, dt, dd')) expectWhole(element);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
    const foot = document.querySelector('footer')?.getBoundingClientRect();
    expect(foot?.bottom).toBeLessThanOrEqual(innerHeight);
  },
);

test.each(Object.keys(SIZES) as Size[])(
  'a long name of an entrance is whole on %s',
  async (size) => {
    const name = 'Dress circle, upper balcony: doors seven and eight';
    await openKiosk(openDoor({ verdict: sentTo({ name }) }), { size });
    await picture(`look-elsewhere-long-${size}`);
    for (const element of document.querySelectorAll('h1, .staff p, dd, button'))
      expectWhole(element);
  },
);

test('an e-mail address is not broken inside its name or its domain', async () => {
  const patron = { ...PATRON, email: 'guest.5274470.of.the.evening@patrons.theatre.example' };
  await openKiosk(openDoor({ verdict: admission({ patron }) }));
  const email = page.getByText(patron.email, { exact: true }).element();
  const lines = [...email.childNodes].flatMap((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return node.nodeType === Node.TEXT_NODE && range.toString() !== ''
      ? [range.getClientRects().length]
      : [];
  });
  expect(lines).toEqual([1, 1]);
});

test('the platform’s own words stand last, and smaller than the usher’s', async () => {
  const shown = admission({ successHtml: '<p>VIP lounge</p>' });
  await openKiosk(openDoor({ verdict: shown }));
  const theirs = page.getByText('VIP lounge').element();
  const ours = page.getByText('Let this guest in.').element();
  const seat = page.getByText('Row F, 12').element();
  expect(theirs.getBoundingClientRect().top).toBeGreaterThan(seat.getBoundingClientRect().bottom);
  const size = (element: Element) => parseFloat(getComputedStyle(element).fontSize);
  expect(size(theirs)).toBeLessThan(size(ours));
  await expect.element(page.getByText('The platform says')).toBeVisible();
});

test('a fragment without a word in it leaves no trace', async () => {
  await openKiosk(openDoor({ verdict: admission({ successHtml: '<p> <img src="x"></p>' }) }));
  await expect.element(page.getByText('The platform says')).not.toBeInTheDocument();
});

test.each(['en', 'ar'] as const)('each fact begins at the same edge, in %s', async (language) => {
  const state = openDoor({ verdict: admission({ name: 'ليلى بنت عبد الله' }) });
  await openKiosk({ ...state, settings: { ...state.settings, language } });
  const edges = [...document.querySelectorAll('dd')].map((fact) => {
    const words = document.createRange();
    words.selectNodeContents(fact);
    const { left, right } = words.getBoundingClientRect();
    return Math.round(language === 'ar' ? right : left);
  });
  expect(edges.length).toBeGreaterThan(3);
  expect(new Set(edges).size).toBe(1);
});

test('names written from right to left leave the rest as it is', async () => {
  const shown = admission({ name: 'ليلى بنت عبد الله', section: 'المدرج', seat: 'صف 3، مقعد 12' });
  await openKiosk(openDoor({ verdict: shown }));
  await picture('look-rtl');

  const name = [...document.querySelectorAll('dd')].find((fact) => fact.matches(':dir(rtl)'));
  expect(name?.textContent).toBe('ليلى بنت عبد الله');
  expect(document.querySelector('h1')?.matches(':dir(ltr)')).toBe(true);
});
