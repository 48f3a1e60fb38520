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

const AAA = 7;
/** CIEDE2000: five times what is just noticed (about 2); shape and word do the rest. */
const APART = 10;

const colours = new Map(
  [...tokens.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
);

function colour(name: string): Color {
  const value = parse(colours.get(name) ?? '');
  if (value === undefined) throw new Error(`tokens.css has no colour ${name}`);
  return value;
}

const pairs = [...tokens.matchAll(/pair (--[\w-]+) on (--[\w-]+) ([\d.]+)/g)].map(
  ([, ink = '', ground = '', stated = '']) => ({ ink, ground, stated: Number(stated) }),
);

describe('every text can be read (WCAG AAA)', () => {
  test('each ground and each ink is in the list of pairs', () => {
    const listed = new Set(pairs.flatMap(({ ink, ground }) => [ink, ground]));
    const texts = [...colours.keys()].filter((name) => /ink|ground|muted|surface/.test(name ?? ''));
    expect(texts.filter((name) => !listed.has(name ?? ''))).toEqual([]);
  });

  test.each(pairs)('$ink on $ground', ({ ink, ground, stated }) => {
    const contrast = wcagContrast(colour(ink), colour(ground));
    expect(contrast).toBeGreaterThanOrEqual(AAA);
    expect(contrast).toBeCloseTo(stated, 1);
  });
});

describe('what is no text but has to be seen (3:1)', () => {
  test.each([
    ['--edge', '--ground'],
    ['--edge', '--surface'],
    ['--focus', '--ground'],
    ['--notice-focus', '--notice-ground'],
    ['--notice-focus', '--checked-ground'],
    ['--sign-good', '--ground'],
    ['--sign-attention', '--ground'],
    ['--sign-stop', '--ground'],
  ])('%s on %s', (mark, ground) => {
    expect(wcagContrast(colour(mark), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});

const KINDS = ['admit', 'reject', 'duplicate', 'undecided', 'checked'];
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
