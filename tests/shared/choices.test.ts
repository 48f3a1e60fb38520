import type { ScanningClient } from '#shared/api/index.ts';
import type { Selection } from '#shared/model/selection.ts';
import { choicesOf, preselect, selectionKey } from '#shared/choices.ts';
import { describe, expect, test } from 'vitest';

const NOW = 1_000_000;

/** Client 1 with production 10, whose performances start so far from now, numbered from 100. */
function offering(...starts: number[]): ScanningClient[] {
  const performances = starts.map((start, i) => ({
    performanceId: 100 + i,
    performanceStart: NOW + start,
  }));
  return [
    { id: 1, value: 'One', productions: [{ productionId: 10, productionName: 'P', performances }] },
  ];
}

const keyOf = (clients: ScanningClient[], current: Selection | null = null) => {
  const chosen = preselect(choicesOf(clients), current, NOW);
  return chosen && selectionKey(chosen);
};

describe('the performance nearest to now is preselected', () => {
  test.each<[string, number[], string]>([
    ['the only one', [5000], '1/10/100'],
    ['the next rather than one later', [9000, 5000], '1/10/101'],
    ['one that began rather than one far away', [9000, -5000], '1/10/101'],
    ['the next rather than one long begun', [4000, -5000], '1/10/100'],
    ['equally near: the one still to come', [-5000, 5000], '1/10/101'],
    ['starting now', [-1, 0, 1], '1/10/101'],
    ['all over', [-9000, -3000, -6000], '1/10/101'],
  ])('%s', (_, starts, key) => {
    expect(keyOf(offering(...starts))).toBe(key);
  });

  test('over all clients', () => {
    const other = {
      id: 2,
      value: 'Two',
      productions: offering(10)[0]?.productions ?? null,
    };
    expect(keyOf([...offering(50), other])).toBe('2/10/100');
  });
});

describe('a current selection that is still offered is kept', () => {
  const client = { clientId: 1, clientName: 'Old name' };
  const production = { ...client, productionId: 10, productionName: 'Old name' };
  const performance = { ...production, performanceId: 100, performanceStart: 1 };

  test.each<[Selection, string]>([
    [{ scope: 'performance', ...performance }, '1/10/100'],
    [{ scope: 'production', ...production }, '1/10'],
    [{ scope: 'anything-open', ...client }, '1'],
    [{ scope: 'performance', ...performance, performanceId: 999 }, '1/10/101'],
    [{ scope: 'anything-open', ...client, clientId: 9 }, '1/10/101'],
  ])('%o', (current, key) => {
    expect(keyOf(offering(9000, 50), current)).toBe(key);
  });

  test('with the names and times that the platform says now', () => {
    const kept = preselect(
      choicesOf(offering(9000)),
      { scope: 'performance', ...performance },
      NOW,
    );
    expect(kept).toMatchObject({
      clientName: 'One',
      productionName: 'P',
      performanceStart: NOW + 9000,
    });
  });
});

test.each<[string, ScanningClient[], string | null]>([
  ['no client', [], null],
  ['a client without productions', [{ id: 1, value: 'One', productions: null }], '1'],
  ['productions without performances', offering(), '1'],
])('%s', (_, clients, key) => {
  expect(keyOf(clients)).toBe(key);
});

test('what has no name is called by its number; what has no start is last and never preselected', () => {
  const performances = [
    { performanceId: 100, performanceStart: null },
    { performanceId: 101, performanceStart: NOW + 9000 },
  ];
  const productions = [{ productionId: 10, productionName: ' ', performances }];
  const clients = [{ id: 1, value: '', productions }];
  const [client] = choicesOf(clients);
  expect(client?.clientName).toBe('#1');
  const [production] = client?.productions ?? [];
  expect(production?.production.productionName).toBe('#10');
  expect(production?.performances.map((p) => p.performanceId)).toEqual([101, 100]);
  expect(keyOf(clients)).toBe('1/10/101');
});

test('performances are listed by their start', () => {
  const [client] = choicesOf(offering(300, -100, 200));
  const starts = client?.productions[0]?.performances.map((p) => (p.performanceStart ?? 0) - NOW);
  expect(starts).toEqual([-100, 200, 300]);
});
