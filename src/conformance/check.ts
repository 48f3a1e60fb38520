import type { Platform } from './platform.ts';

/** What became of a check, and what was seen. Evidence never holds a secret or a person. */
export interface Outcome {
  readonly result: 'pass' | 'breach' | 'skipped';
  readonly evidence: string;
}

/** One rule of the Public Ticketing API that can be seen from outside. */
export interface Check {
  /** Of the spec, e.g. `4.1`. */
  readonly section: string;
  readonly requirement: string;
  readonly run: (platform: Platform) => Promise<Outcome>;
}

/** So many problems are named; the others are counted. */
const NAMED = 3;

export const skipped = (evidence: string): Outcome => ({ result: 'skipped', evidence });

/** A breach if there are problems; otherwise a pass with its evidence. */
export function judge(problems: readonly string[], evidence: string): Outcome {
  if (problems.length === 0) return { result: 'pass', evidence };
  const distinct = [...new Set(problems)];
  const more = distinct.length > NAMED ? `; and ${distinct.length - NAMED} more` : '';
  return { result: 'breach', evidence: distinct.slice(0, NAMED).join('; ') + more };
}

/** The problem, if the condition does not hold. */
export function expectThat(holds: boolean, problem: string): string[] {
  return holds ? [] : [problem];
}
