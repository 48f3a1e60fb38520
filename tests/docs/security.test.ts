import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (Rule|-)/.test(line))
  .map((line) => line.split('|').slice(1, -1));

/** What stands between backticks in a cell. */
const pathsIn = (cell = '') => Array.from(cell.matchAll(/`([^`]+)`/g), ([, path = '']) => path);

describe.each(rows.map(([rule = '', place, tests]) => ({ rule: rule.trim(), place, tests })))(
  '$rule',
  ({ rule, place, tests }) => {
    test('lives in files that exist, and is attacked by tests that exist', () => {
      expect(rule).not.toBe('');
      const sources = pathsIn(place);
      const attacks = pathsIn(tests);
      expect(sources).not.toEqual([]);
      expect(attacks).not.toEqual([]);
      expect([...sources, ...attacks].filter((path) => !existsSync(path))).toEqual([]);
      expect(attacks.filter((path) => !/^tests\/.+\.test\.ts$/.test(path))).toEqual([]);
    });
  },
);

test('the checklist has rules', () => expect(rows.length).toBeGreaterThan(10));
