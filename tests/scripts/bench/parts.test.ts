import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BENCH_NAMES, SCREEN_PARTS } from '../../../scripts/bench/parts.ts';
import { partsOf } from '../../../scripts/long/parts.ts';

test.each(BENCH_NAMES)('the figures of %s have a place on the page of the benchmarks', (name) => {
  const page = readFileSync('docs/benchmarks.md', 'utf8');
  expect(page.split(`<!-- ${name}: begin -->`)).toHaveLength(2);
  expect(page.split(`<!-- ${name}: end -->`)).toHaveLength(2);
  expect(page).toContain(`npm run bench -- ${name}`);
});

describe('those on a screen', () => {
  test.each([...Object.keys(SCREEN_PARTS), 'camera', 'camera-hour'])('%s is there', (name) => {
    expect(existsSync(`tests/e2e/${name}.bench.ts`)).toBe(true);
  });
});

test('the long tests take all of them', () => {
  const ids = partsOf(1).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(BENCH_NAMES.map((name) => `bench-${name}`)));
});
