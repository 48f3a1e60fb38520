import type { Case } from './reports.ts';

/** A test that was not the same in all runs, or failed in all. */
export interface Inconstant {
  readonly where: string;
  /** How often it ended how; `absent`: the run did not have it. */
  readonly times: Readonly<Record<Case['status'] | 'absent', number>>;
  /** What it said when it failed first. */
  readonly why: string;
}

/** What several runs of the same tests tell of each that did not end the same each time, or failed. */
export function inconstantIn(runs: readonly (readonly Case[])[]): readonly Inconstant[] {
  const named = runs.map(worstByName);
  const names = new Set(named.flatMap((run) => [...run.keys()]));
  return [...names].flatMap((where) => {
    const times = { passed: 0, failed: 0, skipped: 0, absent: 0 };
    for (const run of named) times[run.get(where) ?? 'absent'] += 1;
    const isConstant = times.passed === runs.length || times.skipped === runs.length;
    const why = runs.flat().find((each) => each.where === where && each.status === 'failed')?.why;
    return isConstant ? [] : [{ where, times, why: why ?? '' }];
  });
}

const BADNESS = ['skipped', 'passed', 'failed'] as const satisfies Case['status'][];

/** Tests may bear the same name, those of a table above all: then the worst counts. */
function worstByName(cases: readonly Case[]): ReadonlyMap<string, Case['status']> {
  const worst = new Map<string, Case['status']>();
  for (const { where, status } of cases) {
    const before = worst.get(where) ?? status;
    worst.set(where, BADNESS.indexOf(status) > BADNESS.indexOf(before) ? status : before);
  }
  return worst;
}
