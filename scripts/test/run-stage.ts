import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { runInto, type End } from './child.ts';
import type { Case } from './reports.ts';
import { RESULTS, type Stage } from './stages.ts';
import { FAILED, PASSED, tallyOf, type Tally } from './tally.ts';

/** How a stage ended: its counts, its tests if it has any, and all that it said. */
export interface Outcome extends End {
  readonly tally: Tally;
  readonly cases: readonly Case[];
  readonly said: string;
}

/** Runs a stage. What it says is kept in a file as well, so that a run that was broken off has left it. */
export async function runStage(stage: Stage): Promise<Outcome> {
  mkdirSync(`${RESULTS}/logs`, { recursive: true });
  const log = `${RESULTS}/logs/${stage.name.replaceAll(/\W+/g, '-')}.log`;
  if (stage.report !== null) rmSync(stage.report.file, { force: true });
  const end = await runInto(log, stage.command, stage.env);
  return { ...end, ...counted(stage.report, end.exitCode), said: readFileSync(log, 'utf8') };
}

/** What a stage comes to: by its report if it leaves one, which has to be readable; else by how it ended. */
export function counted(
  report: Stage['report'],
  exitCode: number,
): Pick<Outcome, 'tally' | 'cases'> {
  if (report === null) return { tally: exitCode === 0 ? PASSED : FAILED, cases: [] };
  try {
    const cases = report.read(JSON.parse(readFileSync(report.file, 'utf8')));
    return { tally: tallyOf(cases, exitCode), cases };
  } catch (error) {
    const why = `its report cannot be read: ${String(error)}`;
    return { tally: FAILED, cases: [{ where: report.file, status: 'failed', why }] };
  }
}
