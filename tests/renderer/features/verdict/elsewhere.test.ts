import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ARROWS, type Arrow } from '#shared/model/entrance.ts';
import type { Language } from '#shared/model/settings.ts';
import { openDoor, sentTo } from '#tests/renderer/support/builders.ts';
import { FakeMain } from '#tests/renderer/support/fake-transport.ts';
import { openKiosk, picture, root, SIZES, type Size } from '#tests/renderer/support/open-kiosk.ts';
import { press } from '#tests/renderer/support/press.ts';

const LET_IN = { name: 'Let in here all the same' };

async function show(shown = sentTo(), language: Language = 'en', size: Size = 'laptop') {
  const state = openDoor({ verdict: shown });
  const settings = { ...state.settings, language };
  const main = new FakeMain({ ...state, settings });
  main.on('letInHere', () => ({ ok: true, value: null }));
  return { ...(await openKiosk({ ...state, settings }, { main, size })), main };
}

function arrow(): SVGGraphicsElement {
  const found = document.querySelector<SVGGraphicsElement>('.glyph [data-arrow]');
  if (found === null) throw new Error('there is no arrow');
  return found;
}

/** Where the tip of the arrow lies, seen from its middle: to the right and down, in eighths of the whole. */
function tip(): [number, number] {
  const matrix = arrow().getScreenCTM();
  if (matrix === null) throw new Error('it is not on the screen');
  const [end, middle] = [new DOMPoint(50, 4), new DOMPoint(50, 50)].map((point) =>
    point.matrixTransform(matrix),
  );
  return [Math.sign(round(end, middle, 'x')), Math.sign(round(end, middle, 'y'))];
}

function round(end: DOMPoint | undefined, middle: DOMPoint | undefined, axis: 'x' | 'y') {
  return Math.round((end?.[axis] ?? 0) - (middle?.[axis] ?? 0));
}

const TIPS: Record<Arrow, [number, number]> = {
  up: [0, -1],
  'up-right': [1, -1],
  right: [1, 0],
  'down-right': [1, 1],
  down: [0, 1],
  'down-left': [-1, 1],
  left: [-1, 0],
  'up-left': [-1, -1],
};

test.each(
  ARROWS.flatMap((to) => (['en', 'ar'] as const).map((language) => [to, language] as const)),
)('the arrow %s points to the same place in %s: it is never mirrored', async (to, language) => {
  await show(sentTo({ way: { arrow: to, words: null, wordsIn: {} } }), language);
  expect(tip()).toEqual(TIPS[to]);
});

test.each(Object.keys(SIZES) as Size[])('the arrow fills half of the screen, %s', async (size) => {
  await show(sentTo({ way: { arrow: 'left', words: null, wordsIn: {} } }), 'en', size);
  await picture(`elsewhere-${size}`);
  const { width, height } = document.querySelector('.glyph svg')?.getBoundingClientRect() ?? {};
  const [whole, high] = SIZES[size];
  expect(Math.max((width ?? 0) / whole, (height ?? 0) / high)).toBeGreaterThan(0.45);
});

test('the guest reads the entrance and the way, the usher what to do and where the seat is', async () => {
  await show();
  expect(root('verdict')).toBe('elsewhere');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Balcony, left');
  for (const text of ['Other entrance', 'Up the stairs, then left', 'Balcony left', 'Row F, 12']) {
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  }
  await expect
    .element(page.getByText('Show the guest the way. The ticket is good, and nothing was used up.'))
    .toBeVisible();
});

test('its colour is a band, and never the ground', async () => {
  await show(sentTo({ colour: '#ff0000' }));
  const band = document.querySelector('.band');
  const ground = document.querySelector('main');
  if (band === null || ground === null) throw new Error('they are not there');
  expect(getComputedStyle(band).backgroundColor).toBe('rgb(255, 0, 0)');
  expect(getComputedStyle(ground).backgroundColor).toBe('rgb(52, 9, 52)');
});

test('the name and the way are in the language of the screen, where the house has given them', async () => {
  await show(sentTo(), 'ar');
  await picture('elsewhere-ar');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('الشرفة، يسارًا');
  await expect.element(page.getByText('اصعد الدرج ثم يسارًا')).toBeVisible();
});

test.each(['light', 'high-contrast'] as const)('as it looks in the theme %s', async (theme) => {
  const state = openDoor({ verdict: sentTo() });
  await openKiosk({ ...state, settings: { ...state.settings, theme } });
  await picture(`elsewhere-${theme}`);
  await expect.element(page.getByRole('button', LET_IN)).toBeVisible();
});

test('without words for the way the arrow is put into words, for whoever hears the screen', async () => {
  await show(sentTo({ way: { arrow: 'down-left', words: null, wordsIn: {} } }));
  await expect.element(page.getByText('Back on the left', { exact: true })).toBeVisible();
});

test('one press lets the guest in here, and a second one does nothing', async () => {
  const shown = sentTo();
  const { main } = await show(shown);
  await page.getByRole('button', LET_IN).click();
  await page.getByRole('button', LET_IN).click({ force: true });
  expect(main.calls.filter(([name]) => name === 'letInHere')).toEqual([
    ['letInHere', { sequence: shown.sequence }],
  ]);
});

test('by keys it is Tab and Enter; Enter alone, with which scanners end their codes, does nothing', async () => {
  const { main } = await show();
  const presses = () => main.calls.filter(([name]) => name === 'letInHere').length;
  await press('{Enter}');
  expect(presses()).toBe(0);
  await press('{Tab}');
  await expect.element(page.getByRole('button', LET_IN)).toHaveFocus();
  await press('{Enter}');
  await expect.poll(presses).toBe(1);
});

test('who presses too late is told', async () => {
  const { main } = await show();
  main.on('letInHere', () => ({ ok: false, error: { type: 'not-shown' } }));
  await page.getByRole('button', LET_IN).click();
  await expect.element(page.getByText('Too late: scan the ticket again.')).toBeVisible();
});

test('two falling tones, unlike any other verdict’s', async () => {
  const { SOUNDS } = await import('#renderer/lib/sound/sound.ts');
  const [first, second, ...more] = SOUNDS.elsewhere;
  expect(more).toEqual([]);
  expect(first?.frequency).toBeGreaterThan(second?.frequency ?? Infinity);
});
