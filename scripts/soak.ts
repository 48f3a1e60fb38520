/**
 * `npm run soak`: a whole evening at the door in a few minutes, 20,000 scans with all that may go
 * wrong, in a time of its own. Fails if memory, handles or the ledger's WAL grow, or if a scan is lost,
 * doubled or out of order. `--scans=1000` for a shorter one, `--seed=…` for the same one again,
 * `--leak` to see it fail; `--write` puts the figures into docs/benchmarks.md.
 */
import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { machine, writeFigures } from '#tests/bench/page.ts';
import { courseOf, lineOf, tableOf } from '#tests/soak/report.ts';
import { soak } from '#tests/soak/soak.ts';

process.chdir(resolve(import.meta.dirname, '..'));
const PAGE = 'docs/benchmarks.md';

const { values } = parseArgs({
  options: {
    scans: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    leak: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [scans, seed] = [Number(values.scans), Number(values.seed)];
if (![scans, seed].every(Number.isSafeInteger) || scans < 100 || scans > 100_000) {
  console.error('npm run soak -- [--scans=20000] [--seed=1] [--leak] [--write]');
  process.exit(2);
}

console.log(`An evening with ${scans} scans and seed ${seed}`);
const soaked = await soak({ scans, seed, leak: values.leak }, (sample) => {
  console.log(lineOf(sample));
});
const text = `${machine(new Date())} Seed ${seed}.\n\n${courseOf(soaked)}\n\n${tableOf(soaked.growths)}`;
console.log(`\n${text}`);

if (values.write) writeFigures(PAGE, 'soak', text);

const grown = soaked.growths.filter(({ isFlat }) => !isFlat);
for (const { measure } of grown) console.error(`not flat: ${measure.name}`);
for (const loss of soaked.losses) console.error(loss);
if (soaked.losses.length === 0) console.log('Nothing was lost, doubled or out of order.');
process.exitCode = grown.length + soaked.losses.length === 0 ? 0 : 1;
