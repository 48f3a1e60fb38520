import type { Case } from './reports.ts';

/** How many passed, failed and were skipped. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };

/** The tally of a stage that counts as one. */
export const PASSED: Tally = { ...NOTHING, passed: 1 };
export const FAILED: Tally = { ...NOTHING, failed: 1 };
export const SKIPPED: Tally = { ...NOTHING, skipped: 1 };

/** Both together. */
export function add(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/**
 * Counts a run of tests that ended with `exitCode`: one that failed without a failed test (it crashed,
 * or found no test at all) counts as one failure.
 */
export function tallyOf(cases: readonly Case[], exitCode: number): Tally {
  const count = (status: Case['status']) => cases.filter((each) => each.status === status).length;
  const tally = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
  const silent = tally.failed === 0 && (exitCode !== 0 || tally.passed === 0);
  return silent ? add(tally, FAILED) : tally;
}

/** In words, as `npm test` prints it. */
export function inWords({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
