import { describe, expect, test } from 'vitest';
import { settle, tallyOfPlaywright, tallyOfVitest } from '../../../scripts/test/tally.ts';

describe('the counts at the end of npm test', () => {
  test('are those of vitest’s report', () => {
    const report = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
    expect(tallyOfVitest(report)).toEqual({ passed: 3, failed: 1, skipped: 3 });
  });

  test('are those of Playwright’s report; what passes only now and then has failed', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 1 };
    expect(tallyOfPlaywright({ stats })).toEqual({ passed: 5, failed: 3, skipped: 1 });
  });

  test('a run that crashed without a failed test is a failure', () => {
    const counted = { passed: 3, failed: 0, skipped: 0 };
    expect(settle(counted, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
    expect(settle(counted, 0)).toEqual(counted);
  });

  test('a run that found no test is a failure', () => {
    expect(settle({ passed: 0, failed: 0, skipped: 0 }, 0).failed).toBe(1);
  });

  test('a report that is no report is an error', () => {
    expect(() => tallyOfVitest({})).toThrow();
  });
});
