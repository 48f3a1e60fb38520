import { expect, test } from 'vitest';
import { inconstantIn } from '../../../scripts/test/constancy.ts';
import type { Case } from '../../../scripts/test/reports.ts';

const run = (cases: Record<string, Case['status']>): Case[] =>
  Object.entries(cases).map(([where, status]) => ({
    ...{ where, status },
    why: status === 'failed' ? `${where} broke` : '',
  }));

test('what passes in every run, or is skipped in every run, is the same each time', () => {
  const each = run({ a: 'passed', b: 'skipped' });
  expect(inconstantIn([each, each, each])).toEqual([]);
});

test('what fails now and then is found, with what it said', () => {
  const runs = [run({ a: 'passed' }), run({ a: 'failed' }), run({ a: 'passed' })];
  expect(inconstantIn(runs)).toEqual([
    { where: 'a', times: { passed: 2, failed: 1, skipped: 0, absent: 0 }, why: 'a broke' },
  ]);
});

test('what fails each time, is skipped at times, or is missing once is found as well', () => {
  const runs = [
    run({ fails: 'failed', skips: 'passed', goes: 'passed' }),
    run({ fails: 'failed', skips: 'skipped' }),
  ];
  expect(inconstantIn(runs).map(({ where }) => where)).toEqual(['fails', 'skips', 'goes']);
});

test('one of two that bear the same name is not hidden by the other', () => {
  const twice = (second: Case['status']) => [...run({ a: 'passed' }), ...run({ a: second })];
  expect(inconstantIn([twice('passed'), twice('failed')])).toHaveLength(1);
});
