import { describe, expect, test } from 'vitest';
import type { Case } from '../../../scripts/test/reports.ts';
import { add, FAILED, PASSED, tallyOf } from '../../../scripts/test/tally.ts';

const cases = (...statuses: Case['status'][]): Case[] =>
  statuses.map((status, at) => ({ where: `test ${at}`, status, why: '' }));

describe('the counts at the end of npm test', () => {
  test('are those of the tests', () => {
    const run = cases('passed', 'failed', 'passed', 'skipped');
    expect(tallyOf(run, 1)).toEqual({ passed: 2, failed: 1, skipped: 1 });
    expect(tallyOf(cases('passed'), 0)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  });

  test('have one failure for a run that crashed without a failed test', () => {
    expect(tallyOf(cases('passed', 'passed'), 1)).toEqual({ passed: 2, failed: 1, skipped: 0 });
  });

  test('have one failure for a run that found no test', () => {
    expect(tallyOf([], 0).failed).toBe(1);
    expect(tallyOf(cases('skipped'), 0).failed).toBe(1);
  });

  test('of stages are added up', () => {
    expect(add(PASSED, add(FAILED, PASSED))).toEqual({ passed: 2, failed: 1, skipped: 0 });
  });
});
