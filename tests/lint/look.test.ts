import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
/** The longest motion, in milliseconds. */
const LONGEST_MOTION = 150;

/** What draws the kiosk's screens. The page for phones has no part in it: it is made of itself alone. */
const FILES = globSync('src/renderer/**/*.{svelte,css,ts}', { cwd: ROOT })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.includes('/phone/') && !path.includes('/paraglide/'))
  .map((path) => ({ path, text: readFileSync(resolve(ROOT, path), 'utf8') }));

/** The values of a property wherever it is set. */
function valuesOf(property: RegExp, text: string): readonly string[] {
  const set = new RegExp(`(?<![\\w-])(?:${property.source}):\\s*([^;{}]+);`, 'g');
  return [...text.matchAll(set)].map(([, value = '']) => value);
}

/** Sizes of text that are none of the five, nor made of one of them. */
function strangeSizes(text: string): readonly string[] {
  const isKnown = (value: string) => value === 'inherit' || /var\(--(type|brand|door)-/.test(value);
  return valuesOf(/font-size/, text).filter((value) => !isKnown(value));
}

/** Motion that lasts too long, or never ends. The first time in an animation is how long it takes, the second waits. */
function longMotion(text: string): readonly string[] {
  return valuesOf(/animation(?:-duration)?|transition(?:-duration)?/, text).filter((value) =>
    value.split(',').some((one) => {
      const [, number = '0', unit = 'ms'] = /([\d.]+)(m?s)\b/.exec(one) ?? [];
      const lasts = Number(number) * (unit === 's' ? 1_000 : 1);
      return lasts > LONGEST_MOTION || /\binfinite\b/.test(one);
    }),
  );
}

/** How a time is written other than by the one who writes them all. */
function ownTimes(text: string): readonly string[] {
  return text.match(/Intl\.DateTimeFormat|toLocale(?:Date|Time)?String/g) ?? [];
}

const found = (rule: (text: string) => readonly string[], except: string) =>
  FILES.filter(({ path }) => path !== except).flatMap(({ path, text }) =>
    rule(text).map((what) => `${path}: ${what}`),
  );

describe('on every screen', () => {
  test('text has one of five sizes, or one made of them, but for the word of a verdict', () => {
    expect(found(strangeSizes, 'src/renderer/features/verdict/VerdictWord.svelte')).toEqual([]);
  });

  test('nothing moves for longer than 150 ms, and nothing without an end', () => {
    expect(found(longMotion, '')).toEqual([]);
  });

  test('times are written by one', () => {
    expect(found(ownTimes, 'src/renderer/lib/format.ts')).toEqual([]);
  });

  test('all figures are of one width', () => {
    const base = readFileSync(resolve(ROOT, 'src/renderer/styles/base.css'), 'utf8');
    expect(valuesOf(/font-variant-numeric/, base)).toContain('tabular-nums');
    const others = found((text) => valuesOf(/font-variant-numeric/, text), '');
    expect(others.filter((one) => !/: (tabular-nums|inherit)$/.test(one))).toEqual([]);
  });
});

test.each([
  [strangeSizes, 'p { font-size: 14px; }', ['14px']],
  [strangeSizes, 'p { font-size: calc(1.4 * var(--type-headline)); }', []],
  [longMotion, 'p { transition: opacity 0.2s; }', ['opacity 0.2s']],
  [longMotion, 'p { transition: color 100ms, opacity 151ms; }', ['color 100ms, opacity 151ms']],
  [longMotion, 'p { animation: breathe 100ms infinite; }', ['breathe 100ms infinite']],
  [longMotion, 'p { animation: appear 0s 400ms forwards; }', []],
  [longMotion, 'p { animation-duration: 150ms; }', []],
  [ownTimes, 'new Date().toLocaleTimeString()', ['toLocaleTimeString']],
] as const)('what is planted is found (%#)', (rule, text, expected) => {
  expect(rule(text)).toEqual(expected);
});
