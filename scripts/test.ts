/**
 * `npm test`: everything, from formatting to the kiosk in a real Electron. What the machine lacks and
 * can be installed is installed; what cannot is named, and its stage is skipped, unless CI=true, where
 * nothing may be skipped. Ends with one line of counts over all stages.
 */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { probeMachine } from './start/probes.ts';
import { provision } from './test/provision.ts';
import { STAGES } from './test/stages.ts';
import { add, FAILED, SKIPPED, type Tally } from './test/tally.ts';

const root = resolve(import.meta.dirname, '..');
process.chdir(root);
mkdirSync('test-results', { recursive: true });

const isCi = process.env['CI'] === 'true';
const missing = await provision(probeMachine(root));
const outcomes: string[] = [];
let total: Tally = { passed: 0, failed: 0, skipped: 0 };

for (const stage of STAGES) {
  console.log(`\n── ${stage.name}`);
  const lacks = stage.needs.flatMap((need) => missing.get(need) ?? []);
  const skipped = lacks.length > 0;
  const tally = skipped ? (isCi ? FAILED : SKIPPED) : stage.run();
  const counts = `${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`;
  outcomes.push(
    skipped ? `${stage.name}: skipped, because ${lacks.join('; ')}` : `${stage.name}: ${counts}`,
  );
  total = add(total, tally);
}

console.log(`\n${outcomes.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;
