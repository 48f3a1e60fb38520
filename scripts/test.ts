/**
 * `npm test`: everything, from formatting to the kiosk in a real Electron. What the machine lacks and
 * can be installed is installed; what cannot is named, and its stage is skipped, unless CI=true, where
 * nothing may be skipped. Ends with what failed, the counts of each stage, and one line of counts over all.
 */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { probeMachine } from './start/probes.ts';
import { toldOf, type Failure } from './test/failures.ts';
import { provision } from './test/provision.ts';
import { STAGES } from './test/stages.ts';
import { add, FAILED, SKIPPED, type Tally } from './test/tally.ts';

const root = resolve(import.meta.dirname, '..');
process.chdir(root);
mkdirSync('test-results', { recursive: true });

const isCi = process.env['CI'] === 'true';
const missing = await provision(probeMachine(root));
const outcomes: string[] = [];
const failed: Failure[] = [];
let total: Tally = { passed: 0, failed: 0, skipped: 0 };

for (const stage of STAGES) {
  console.log(`\n── ${stage.name}`);
  const lacks = stage.needs.flatMap((need) => missing.get(need) ?? []);
  const skipped = lacks.length > 0;
  const { tally, failures } = skipped
    ? { tally: isCi ? FAILED : SKIPPED, failures: [] }
    : stage.run();
  const counts = `${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`;
  outcomes.push(
    skipped ? `${stage.name}: skipped, because ${lacks.join('; ')}` : `${stage.name}: ${counts}`,
  );
  failed.push(...failures);
  total = add(total, tally);
}

// Once more, where whoever looks for it looks first: the output above may be long.
for (const failure of failed) console.log(`\n${toldOf(failure)}`);
console.log(`\n${outcomes.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;
