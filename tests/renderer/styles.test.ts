import tokens from '#renderer/styles/tokens.css?raw';
import {
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
  wcagContrast,
  type Color,
} from 'culori';
import { describe, expect, test } from 'vitest';
import { PRODUCTION_COLOURS } from '#shared/api/code-sets.ts';

const AAA = 7;
/** CIEDE2000: five times what is just noticed (about 2); shape and word do the rest. */
const APART = 10;

const THEMES = ['dark', 'light', 'high-contrast'] as const;
type Theme = (typeof THEMES)[number];

/** The colours of each theme: its own, and those that are the same in all. */
const colours = new Map(
  THEMES.map((theme) => {
    const [all = '', ...blocks] = tokens.split('/* The calm screens');
    const own = blocks.join().split(`[data-theme='${theme}'] {`)[1]?.split('}')[0] ?? '';
    return [theme, new Map([...coloursIn(all), ...coloursIn(own)])] as const;
  }),
);

function coloursIn(css: string): [string, string][] {
  return [...css.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
}

function colour(name: string, theme: Theme = 'dark'): Color {
  const value = parse(colours.get(theme)?.get(name) ?? '');
  if (value === undefined) throw new Error(`tokens.css has no colour ${name} in ${theme}`);
  return value;
}

/** The contrast that the list states for a theme. */
function statedIn(list: string, theme: Theme): number {
  return Number(new RegExp(`(?:${theme}|every theme) ([\\d.]+)`).exec(list)?.[1]);
}

const pairs = [...tokens.matchAll(/pair (--[\w-]+) on (--[\w-]+): (.*)/g)].flatMap(
  ([, ink = '', ground = '', list = '']) =>
    THEMES.map((theme) => ({ ink, ground, theme, stated: statedIn(list, theme) })),
);

describe('every text can be read (WCAG AAA)', () => {
  test('each ground and each ink is in the list of pairs', () => {
    const listed = new Set(pairs.flatMap(({ ink, ground }) => [ink, ground]));
    for (const theme of THEMES) {
      const texts = [...(colours.get(theme)?.keys() ?? [])].filter(
        // Its grounds are the platform's, below.
        (name) => /ink|ground|muted|problem|surface$/.test(name) && name !== '--production-ink',
      );
      expect(texts.length).toBeGreaterThan(18);
      expect(texts.filter((name) => !listed.has(name))).toEqual([]);
    }
  });

  test.each(pairs)('$ink on $ground, $theme', ({ ink, ground, theme, stated }) => {
    const contrast = wcagContrast(colour(ink, theme), colour(ground, theme));
    expect(contrast).toBeGreaterThanOrEqual(AAA);
    expect(contrast).toBeCloseTo(stated, 1);
  });

  test.each(PRODUCTION_COLOURS)(
    '--production-ink on $name, which the platform gives',
    ({ hex }) => {
      const known = parse(hex);
      if (known === undefined) throw new Error(`${hex} is no colour`);
      expect(wcagContrast(colour('--production-ink'), known)).toBeGreaterThanOrEqual(AAA);
    },
  );

  test('high contrast is black and white', () => {
    const ground = colour('--ground', 'high-contrast');
    for (const ink of ['--ink', '--muted', '--problem', '--line', '--edge']) {
      expect(wcagContrast(colour(ink, 'high-contrast'), ground), ink).toBe(21);
    }
  });
});

describe.each(THEMES)('what is no text but has to be seen (3:1), %s', (theme) => {
  test.each([
    ['--edge', '--ground'],
    ['--edge', '--surface'],
    ['--focus', '--ground'],
    ['--focus', '--surface'],
    ['--notice-focus', '--notice-ground'],
    ['--checked-focus', '--checked-ground'],
    ['--sign-good', '--ground'],
    ['--sign-attention', '--ground'],
    ['--sign-attention', '--surface'],
    ['--sign-stop', '--ground'],
    ['--sign-stop', '--surface'],
  ])('%s on %s', (mark, ground) => {
    expect(wcagContrast(colour(mark, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});

test('no theme has verdicts of its own', () => {
  const [, ...themes] = tokens.split('/* The calm screens');
  expect(themes.join()).not.toMatch(/--(admit|reject|duplicate|undecided|checked|exit|elsewhere)/);
});

const KINDS = ['admit', 'reject', 'duplicate', 'undecided', 'checked', 'exit', 'elsewhere'];
const kindPairs = KINDS.flatMap((a, i) => KINDS.slice(i + 1).map((b) => [a, b] as const));

describe.each([
  ['full colour vision', (seen: Color) => seen],
  ['protanopia', filterDeficiencyProt(1)],
  ['deuteranopia', filterDeficiencyDeuter(1)],
  ['tritanopia', filterDeficiencyTrit(1)],
])('with %s', (_, see) => {
  test.each(kindPairs)('%s and %s stay apart', (a, b) => {
    const difference = differenceCiede2000();
    expect(difference(see(colour(`--${a}-ground`)), see(colour(`--${b}-ground`)))).toBeGreaterThan(
      APART,
    );
  });
});
