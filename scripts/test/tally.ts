import { z } from 'zod';

/** How many passed, failed and were skipped, and what was skipped for which reason. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The tally of a stage that counts as one. */
export const PASSED: Tally = { passed: 1, failed: 0, skipped: 0 };
export const FAILED: Tally = { passed: 0, failed: 1, skipped: 0 };
export const SKIPPED: Tally = { passed: 0, failed: 0, skipped: 1 };

/** Both together. */
export function add(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
});

/** What vitest's JSON report counts. */
export function tallyOfVitest(report: unknown): Tally {
  const counts = vitestReport.parse(report);
  return {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests,
    skipped: counts.numPendingTests + counts.numTodoTests,
  };
}

const playwrightReport = z.object({
  stats: z.object({
    expected: z.int(),
    unexpected: z.int(),
    flaky: z.int(),
    skipped: z.int(),
  }),
});

/** What Playwright's JSON report counts. A test that passes only now and then has failed. */
export function tallyOfPlaywright(report: unknown): Tally {
  const { stats } = playwrightReport.parse(report);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  };
}

/**
 * The tally of a run of tests that ended with `exitCode`: a run that failed without a failed test
 * (it crashed, or found no test at all) counts as one failure.
 */
export function settle(counted: Tally, exitCode: number): Tally {
  const silent = counted.failed === 0 && (exitCode !== 0 || counted.passed === 0);
  return silent ? add(counted, FAILED) : counted;
}
