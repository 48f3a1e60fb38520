import type { Case } from '../test/reports.ts';

/** A test that does not hold on Windows’ Node where it is run here, and why. */
export interface LeftOut {
  /** Its file and its name, as reports have them; or the file alone for all of its tests, which are not run then. */
  readonly where: string;
  readonly why: string;
}

/** Those that are known. One that holds after all is taken off: the run complains of it. */
export const LEFT_OUT: readonly LeftOut[] = [];

/** The files of which no test is run. */
export function filesLeftOut(leftOut: readonly LeftOut[]): readonly string[] {
  return leftOut.flatMap(({ where }) => (where.endsWith('.ts') ? [where] : []));
}

/** What is wrong with a run: what failed and is not known to, and what is known to and did not fail. */
export function complaintsOf(
  cases: readonly Case[],
  leftOut: readonly LeftOut[],
): readonly { readonly where: string; readonly why: string }[] {
  const files = filesLeftOut(leftOut);
  const known = new Set(leftOut.map(({ where }) => where));
  const failed = cases.filter(({ status }) => status === 'failed');
  const failing = new Set(failed.map(({ where }) => where));
  const stale = leftOut.filter(({ where }) => !files.includes(where) && !failing.has(where));
  return [
    ...failed.filter(({ where }) => !known.has(where)),
    ...stale.map(({ where }) => ({ where, why: 'is left out, and holds, or is not there' })),
  ];
}
