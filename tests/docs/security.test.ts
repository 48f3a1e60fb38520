import { describe, expect, test } from 'vitest';
import { PATHS, quotedIn, textOf } from './repository.ts';

/** The rules, without the threat model before them. */
const [, rules = ''] = textOf('docs/security.md').split(/^(?=## The page$)/m);
const rows = rules
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (Rule|-)/.test(line))
  .map((line) => line.split('|').slice(1, -1));

describe.each(
  rows.map(([rule = '', place = '', tests = '']) => ({ rule: rule.trim(), place, tests })),
)('$rule', ({ rule, place, tests }) => {
  test('lives in files that exist, and is attacked by tests that exist', () => {
    expect(rule).not.toBe('');
    const sources = quotedIn(place);
    const attacks = quotedIn(tests);
    expect(sources).not.toEqual([]);
    expect(attacks).not.toEqual([]);
    expect(
      [...sources, ...attacks].filter((path) => !PATHS.includes(path.replace(/\/$/, ''))),
    ).toEqual([]);
    expect(attacks.filter((path) => !/^tests\/.+\.test\.ts$/.test(path))).toEqual([]);
  });
});

test('finds the rules', () => expect(rows.length).toBeGreaterThan(10));
