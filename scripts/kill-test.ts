/**
 * `npm run kill-test -- --times=200`: kills the kiosk in a real Electron so many times in the middle of
 * a rush, at random moments, and looks each time whether the ledger has every verdict that was shown.
 * `--seed=…` does again what a run that failed has done, as far as time lets it. Needs a build.
 */
import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from './test/command.ts';

process.chdir(resolve(import.meta.dirname, '..'));
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
});
const { times, seed } = values;
if (![times, seed].every((value) => /^\d{1,9}$/.test(value)) || times === '0') {
  console.error('npm run kill-test -- [--times=200] [--seed=1]');
  process.exit(2);
}
console.log(`Killing ${times} times, with seed ${seed}`);
const args = ['test', '--reporter=list', 'tests/e2e/killed.test.ts'];
process.exitCode = run('playwright', args, { KILL_TIMES: times, KILL_SEED: seed });
