/**
 * `npm run bench -- offline`, `-- scanners` and `-- find`: what is promised of a door without a
 * network, of the scanners, and of looking for a ticket, beside the bare operations in the same run.
 * Fails if a promise is missed. `--write` puts the figures into docs/benchmarks.md;
 * `--sizes=10000,100000` measures with other numbers of tickets.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isMissed, tableOf, type Figure } from '#tests/bench/figures.ts';
import { FULL_FIND, measureFind } from '#tests/bench/find.ts';
import { FULL, measureOffline } from '#tests/bench/offline.ts';
import { machine, withFigures } from '#tests/bench/page.ts';
import { measureScanners } from '#tests/bench/scanners.ts';

process.chdir(resolve(import.meta.dirname, '..'));
const PAGE = 'docs/benchmarks.md';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sizes: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const sizes = values.sizes?.split(',').map(Number);

type Measure = (say: (what: string) => void) => Promise<Figure[]>;
const BENCHES = new Map<string, Measure>([
  ['offline', (say) => measureOffline({ ...FULL, ...(sizes && { sizes }) }, say)],
  ['scanners', measureScanners],
  ['find', (say) => measureFind({ ...FULL_FIND, ...(sizes && { sizes }) }, say)],
]);

const bench = positionals.join();
const measure = BENCHES.get(bench);
if (measure === undefined || sizes?.every((size) => size >= 1) === false) {
  console.error('npm run bench -- offline [--sizes=10000,100000] [--write]');
  console.error('npm run bench -- scanners [--write]');
  console.error('npm run bench -- find [--sizes=10000,100000] [--write]');
  process.exit(2);
}

const figures = await measure((what) => console.error(what));
const text = `${machine(new Date())}\n\n${tableOf(figures)}`;
console.log(`\n${text}`);

if (values.write) {
  const page = withFigures(readFileSync(PAGE, 'utf8'), bench, text);
  if (page === null) throw new Error(`${PAGE} has no place for the figures of ${bench}`);
  writeFileSync(PAGE, page);
  execFileSync('prettier', ['--write', '--log-level=warn', PAGE]);
}

const missed = figures.filter(isMissed);
for (const { what, size } of missed) console.error(`missed: ${what} (${size})`);
process.exitCode = missed.length === 0 ? 0 : 1;
