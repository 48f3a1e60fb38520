import { inconstantIn } from './constancy.ts';
import { toldOf } from './reports.ts';
import type { Outcome } from './run-stage.ts';
import type { Stage } from './stages.ts';
import { inWords } from './tally.ts';

/** What running something again needs. */
export interface Again<S> {
  readonly run: (stage: S) => Promise<Outcome>;
  readonly say: (words: string) => void;
}

/**
 * Runs each stage so many times, one after the other. Says how each run ended, at once what failed in it (the next one
 * writes over what it has left), and in the end what was not the same each time. Whether each was, and none failed.
 */
export async function runAgain<S extends Pick<Stage, 'name'>>(
  stages: readonly S[],
  times: number,
  { run, say }: Again<S>,
): Promise<boolean> {
  let isClean = true;
  for (const stage of stages) {
    const outcomes: Outcome[] = [];
    for (let time = 1; time <= times; time += 1) {
      const outcome = await run(stage);
      outcomes.push(outcome);
      const took = `${Math.round(outcome.seconds)} s`;
      say(`${stage.name}, ${time} of ${times}: ${inWords(outcome.tally)}, in ${took}`);
      if (outcome.tally.failed > 0) sayWhatFailed(outcome, say);
    }
    const inconstant = inconstantIn(outcomes.map(({ cases }) => cases));
    for (const { where, times: how, why } of inconstant) {
      say(`\n${toldOf({ where: `${where}: ${JSON.stringify(how)}`, status: 'failed', why })}`);
    }
    const isSame = inconstant.length === 0 && outcomes.every(({ tally }) => tally.failed === 0);
    const what = isSame ? `the same ${times} times` : 'NOT the same each time';
    say(`── ${stage.name}: ${what}\n`);
    isClean &&= isSame;
  }
  return isClean;
}

/** Where no test failed, only the stage's own words tell why. */
function sayWhatFailed({ cases, said }: Outcome, say: (words: string) => void): void {
  const failures = cases.filter(({ status }) => status === 'failed');
  if (failures.length === 0) say(said);
  for (const failure of failures) say(toldOf(failure));
}
