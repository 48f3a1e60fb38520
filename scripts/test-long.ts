/**
 * `npm run test:long`: what takes too long for `npm test`, in full: the soak, 200 kills, 500 evenings of the
 * model, half an hour of the explorer, tests at their full size, all benchmarks. Takes some two and a half hours, on
 * a machine that does nothing else. A run that was broken off continues, as long as the code is the same; `--afresh`
 * starts again, `--only=soak,kills` runs some parts, `--seed=…` repeats a run. Writes its report into
 * docs/testing.md.
 */
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { machine, writeFigures } from '#tests/bench/page.ts';
import { partsOf } from './long/parts.ts';
import { progressSchema, reportOf, type Progress } from './long/report.ts';
import { revision } from './long/revision.ts';
import { runParts } from './long/run-parts.ts';
import { run } from './test/command.ts';

process.chdir(resolve(import.meta.dirname, '..'));
const PROGRESS = 'test-results/long.json';

const { values } = parseArgs({
  options: {
    afresh: { type: 'boolean', default: false },
    only: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
});
const parts = partsOf(Number(values.seed));
const only = values.only?.split(',') ?? parts.map(({ id }) => id);
const unknown = only.filter((id) => !parts.some((part) => part.id === id));
if (!/^\d{1,9}$/.test(values.seed) || unknown.length > 0) {
  console.error('npm run test:long -- [--only=soak,kills] [--seed=1] [--afresh]');
  console.error(`its parts: ${parts.map(({ id }) => id).join(', ')}`);
  process.exit(2);
}

const chosen = parts.filter(({ id, always }) => only.includes(id) || always === true);
const progress = runParts(chosen, values.afresh ? {} : progressSoFar(), {
  revision: revision(),
  seed: Number(values.seed),
  now: () => new Date(),
  run: ({ args, env }) => run('npm', args, env) === 0,
  say: (what) => console.log(`\n── ${what}`),
  keep(progress) {
    mkdirSync('test-results', { recursive: true });
    writeFileSync(PROGRESS, JSON.stringify(progress));
    const done = parts.flatMap(({ id }) => progress[id] ?? []);
    writeFigures('docs/testing.md', 'long', reportOf(machine(new Date()), done));
  },
});
const failed = chosen.filter(({ id }) => progress[id]?.passed !== true);
for (const { id, what } of failed) console.error(`failed: ${what} (--only=${id})`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** What a run that was broken off has left; nothing, if that makes no sense. */
function progressSoFar(): Progress {
  try {
    return progressSchema.parse(JSON.parse(readFileSync(PROGRESS, 'utf8')));
  } catch {
    return {};
  }
}
