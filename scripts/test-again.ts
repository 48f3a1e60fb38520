/**
 * `npm run test:again -- --times=5`: each stage of `npm test` so many times, beside a loop that takes a
 * processor for itself, as a machine does that is busy with other things. Prints every test that was not
 * the same each time; fails over one, or over one that failed. `--only=unit,e2e` for some stages,
 * `--busy=0` for a machine at rest. Needs a build, or has to build first.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { beBusy } from './test/busy.ts';
import { endWhenTold } from './test/child.ts';
import { chosenStages } from './test/chosen.ts';
import { inconstantIn } from './test/constancy.ts';
import { toldOf } from './test/reports.ts';
import { runStage, type Outcome } from './test/run-stage.ts';
import { inWords } from './test/tally.ts';

process.chdir(resolve(import.meta.dirname, '..'));
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '5' },
    busy: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const { times, busy, only } = values;
if (!/^[1-9]\d?$/.test(times) || !/^\d$/.test(busy)) {
  console.error('npm run test:again -- [--times=5] [--only=unit,e2e] [--busy=1]');
  process.exit(2);
}
const stages = chosenStages(only === undefined ? [] : [`--only=${only}`]);

beBusy(Number(busy));
endWhenTold();

let wrong = 0;
for (const stage of stages) {
  const outcomes: Outcome[] = [];
  for (let time = 1; time <= Number(times); time += 1) {
    const outcome = await runStage(stage);
    outcomes.push(outcome);
    const took = `${Math.round(outcome.seconds)} s`;
    console.log(`${stage.name}, ${time} of ${times}: ${inWords(outcome.tally)}, in ${took}`);
    // Where no test failed, only the stage's own words tell why.
    const isTold =
      outcome.tally.failed === 0 || outcome.cases.some(({ status }) => status === 'failed');
    if (!isTold) console.log(outcome.said);
  }
  const inconstant = inconstantIn(outcomes.map(({ cases }) => cases));
  for (const { where, times: how, why } of inconstant) {
    console.log(
      `\n${toldOf({ where: `${where}: ${JSON.stringify(how)}`, status: 'failed', why })}`,
    );
  }
  const failedRuns = outcomes.filter(({ tally }) => tally.failed > 0).length;
  const clean = inconstant.length === 0 && failedRuns === 0;
  console.log(
    `── ${stage.name}: ${clean ? `the same ${times} times` : 'NOT the same each time'}\n`,
  );
  if (!clean) wrong += 1;
}
process.exitCode = wrong === 0 ? 0 : 1;
