/**
 * `npm run test:again -- --times=5`: each stage of `npm test` so many times, beside a loop that takes a
 * processor for itself, as a machine does that is busy with other things. Prints every test that was not
 * the same each time; fails over one, or over one that failed. `--only=unit,e2e` for some stages,
 * `--busy=0` for a machine at rest. Needs a build, or has to build first.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runAgain } from './test/again.ts';
import { beBusy } from './test/busy.ts';
import { endWhenTold } from './test/child.ts';
import { chosenStages } from './test/chosen.ts';
import { runStage } from './test/run-stage.ts';

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

const isClean = await runAgain(stages, Number(times), {
  run: (stage) => runStage(stage),
  say: (words) => console.log(words),
});
process.exitCode = isClean ? 0 : 1;
