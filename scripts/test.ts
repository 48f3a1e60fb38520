/**
 * `npm test`: everything, from formatting to the kiosk in a real Electron, as many parts beside each
 * other as there are processors. What the machine lacks and can be installed is installed; what cannot is
 * named, and its stage is skipped, unless CI=true, where nothing may be skipped. Ends with what failed,
 * the counts and times of each stage, and one line of counts over all. `--only=unit,e2e` runs some stages.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { probeMachine } from './start/probes.ts';
import { endWhenTold } from './test/child.ts';
import { chosenStages } from './test/chosen.ts';
import { runAll } from './test/pool.ts';
import { provision } from './test/provision.ts';
import { toldOf, type Case } from './test/reports.ts';
import { runStage } from './test/run-stage.ts';
import { COMPILED, RESULTS } from './test/stages.ts';
import { add, FAILED, inWords, NOTHING, SKIPPED, type Tally } from './test/tally.ts';

process.chdir(resolve(import.meta.dirname, '..'));
mkdirSync(RESULTS, { recursive: true });
const stages = chosenStages(process.argv.slice(2));
// What other code was compiled to would only grow.
rmSync(COMPILED, { recursive: true, force: true, maxRetries: 10 });

endWhenTold();

const begun = performance.now();
const isCi = process.env['CI'] === 'true';
const missing = await provision(probeMachine(process.cwd()));
const outcomes: string[] = [];
const failed: Case[] = [];
let total: Tally = NOTHING;

const left = await runAll(stages, availableParallelism(), async (stage) => {
  const lacks = stage.needs.flatMap((need) => missing.get(need) ?? []);
  if (lacks.length > 0) {
    total = add(total, isCi ? FAILED : SKIPPED);
    outcomes.push(`${stage.name}: skipped, because ${lacks.join('; ')}`);
    return true;
  }
  console.log(`── ${stage.name} begins`);
  const outcome = await runStage(stage);
  const line = `${stage.name}: ${inWords(outcome.tally)}, ${timesOf(outcome)}`;
  // All that it said, now that nothing of another stage stands between.
  console.log(`\n${outcome.said}── ${line}\n`);
  outcomes.push(line);
  failed.push(...outcome.cases.filter(({ status }) => status === 'failed'));
  total = add(total, outcome.tally);
  return outcome.tally.failed === 0;
});
for (const { name, after } of left) {
  outcomes.push(`${name}: not run, because this has failed: ${after.join(', ')}`);
  total = add(total, FAILED);
}

// Once more, where whoever looks for it looks first: the output above may be long.
for (const failure of failed) console.log(`\n${toldOf(failure)}`);
console.log(`\n${outcomes.join('\n')}\n\nIn ${Math.round((performance.now() - begun) / 1000)} s.`);
console.log(`\n${inWords(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;

function timesOf({ seconds, processorSeconds }: Awaited<ReturnType<typeof runStage>>): string {
  const used =
    processorSeconds === null ? '' : ` (${Math.round(processorSeconds)} s of a processor)`;
  return `in ${Math.round(seconds)} s${used}`;
}
