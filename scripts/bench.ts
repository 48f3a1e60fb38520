/**
 * `npm run bench -- offline`: what a door without a network takes, beside the bare operations in the
 * same run. Fails if a promise is missed. `--sizes=10000,100000` measures with other numbers of tickets,
 * `--write` puts the figures into docs/benchmarks.md.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isMissed, tableOf } from '#tests/bench/figures.ts';
import { FULL, measureOffline } from '#tests/bench/offline.ts';
import { machine, withFigures } from '#tests/bench/page.ts';

process.chdir(resolve(import.meta.dirname, '..'));
const PAGE = 'docs/benchmarks.md';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sizes: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const sizes = values.sizes?.split(',').map(Number) ?? FULL.sizes;
if (positionals.join() !== 'offline' || !sizes.every((size) => size >= 1)) {
  console.error('npm run bench -- offline [--sizes=10000,100000] [--write]');
  process.exit(2);
}

const figures = await measureOffline({ ...FULL, sizes }, (what) => console.error(what));
const text = `${machine(new Date())}\n\n${tableOf(figures)}`;
console.log(`\n${text}`);

if (values.write) {
  const page = withFigures(readFileSync(PAGE, 'utf8'), text);
  if (page === null) throw new Error(`${PAGE} has no place for figures`);
  writeFileSync(PAGE, page);
  execFileSync('prettier', ['--write', '--log-level=warn', PAGE]);
}

const missed = figures.filter(isMissed);
for (const { what, size } of missed) console.error(`missed: ${what} (${size})`);
process.exitCode = missed.length === 0 ? 0 : 1;
