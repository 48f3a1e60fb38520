import { describe, expect, test } from 'vitest';
import { isMissed, percentile, tableOf, type Figure } from './figures.ts';
import { measureOffline } from './offline.ts';
import { machine, withFigures } from './page.ts';

const figure: Figure = {
  what: 'something',
  size: 10_000,
  ours: 2,
  bare: 1,
  unit: 'ms',
  toReach: { ratio: 2 },
};

test(
  'every promise of a door without a network is measured, and stands in a table',
  { timeout: 120_000 },
  async () => {
    const figures = await measureOffline(
      { sizes: [2_000, 10_000], decisions: 20, scans: 1_000, roundTrip: 1, builtTickets: 10_000 },
      () => undefined,
    );
    const promised = figures.filter(({ toReach }) => toReach !== null);
    const measured = promised.map(({ what, size }) => `${what}: ${size}`);
    for (const what of ['decision', 'building', 'memory', 'upload']) {
      expect(measured.filter((each) => each.startsWith(what))).not.toHaveLength(0);
    }
    expect(new Set(measured).size).toBe(measured.length);
    for (const { ours, bare, what } of figures) {
      expect(ours, what).toBeGreaterThan(0);
      expect(bare ?? 1, what).toBeGreaterThan(0);
    }
    const lines = tableOf(figures).split('\n');
    expect(lines).toHaveLength(figures.length + 2);
    for (const line of lines) {
      expect(line.match(/\|/g), line).toHaveLength(8);
      expect(line).not.toContain('NaN');
    }
  },
);

describe('a promise', () => {
  test.each<[string, Partial<Figure>, boolean]>([
    ['just reached', {}, false],
    ['of a ratio, missed', { ours: 2.001 }, true],
    ['of a ratio without its bare operation', { bare: null }, true],
    ['of a ratio to what could not be measured', { bare: Number.NaN }, true],
    ['of a number, reached', { toReach: { most: 2 } }, false],
    ['of a number, missed', { toReach: { most: 1 } }, true],
    ['of a number that could not be measured', { ours: Number.NaN, toReach: { most: 1 } }, true],
    ['of nothing', { ours: 1000, toReach: null }, false],
  ])('%s', (_what, changes, missed) => {
    expect(isMissed({ ...figure, ...changes })).toBe(missed);
    expect(tableOf([{ ...figure, ...changes }]).includes('missed')).toBe(missed);
  });
});

test('a percentile is the value that so many are below', () => {
  const hundred = Array.from({ length: 100 }, (_, number) => number);
  expect([0, 0.5, 0.99].map((part) => percentile(hundred, part))).toStrictEqual([0, 50, 99]);
});

describe('the page', () => {
  const page = 'before\n<!-- offline: begin -->\nold\n<!-- offline: end -->\nafter';

  test('gets its figures between its marks, as often as they are taken', () => {
    const written = withFigures(page, 'new') ?? '';
    expect(written).toBe('before\n<!-- offline: begin -->\n\nnew\n\n<!-- offline: end -->\nafter');
    expect(withFigures(written, 'new')).toBe(written);
  });

  test('without marks is not written', () => {
    expect(withFigures('nothing', 'new')).toBeNull();
  });

  test('names the machine by what it can do', () => {
    const words = machine(new Date(Date.UTC(2026, 10, 21)));
    expect(words).toContain('2026-11-21');
    expect(words).toContain(`Node ${process.versions.node}`);
    expect(words).toMatch(/\d+ cores, \d+ GiB of memory/);
  });
});
