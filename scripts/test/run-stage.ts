import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { runInto, type End } from './child.ts';
import type { Case } from './reports.ts';
import { RESULTS, type Stage } from './stages.ts';
import { FAILED, PASSED, tallyOf, type Tally } from './tally.ts';
import { underWay } from './under-way.ts';

/** How a stage ended: its counts, its tests if it has any, and all that it said. */
export interface Outcome extends End {
  readonly tally: Tally;
  readonly cases: readonly Case[];
  readonly said: string;
}

/**
 * Runs a stage, and ends it when its time is up. What it says is kept in a file as well, so that a run that
 * was broken off has left it.
 */
export async function runStage(
  stage: Stage,
  limit: AbortSignal = AbortSignal.timeout(stage.minutes * 60_000),
): Promise<Outcome> {
  mkdirSync(`${RESULTS}/logs`, { recursive: true });
  const log = `${RESULTS}/logs/${stage.name.replaceAll(/\W+/g, '-')}.log`;
  const { report } = stage;
  if (report !== null)
    for (const file of [report.file, report.underWay]) rmSync(file, { force: true });
  const end = await runInto(log, stage.command, { env: stage.env, limit });
  const came = end.cutOff === null ? counted(report, end.exitCode) : cutOff(stage, end.cutOff);
  return { ...end, ...came, said: readFileSync(log, 'utf8') };
}

/** A stage that was ended because its time was up has failed; with what had begun and not ended in it. */
function cutOff(
  { name, minutes, report }: Stage,
  running: readonly string[],
): Pick<Outcome, 'tally' | 'cases'> {
  const begun = report === null ? [] : underWay(report.underWay);
  const why = [
    `it was ended after ${minutes} minutes, which is its limit`,
    ...(begun.length > 0 ? ['what had begun and not ended:', ...begun] : []),
    ...(running.length > 0 ? ['what was running:', ...running] : []),
  ].join('\n');
  return { tally: FAILED, cases: [{ where: name, status: 'failed', why }] };
}

/** What a stage comes to: by its report if it leaves one, which has to be readable; else by how it ended. */
export function counted(
  report: Pick<NonNullable<Stage['report']>, 'file' | 'read'> | null,
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
