/**
 * `npm run explore`: takes two doors of one venue through sequences of steps with one ticket, with the real code, and
 * checks the invariants after each step. Prints how far each configuration was explored, and each violation as a list
 * of steps. Fails if a violation is not known yet. `--only=plain,hold` explores some configurations, `--depth=5` that
 * many steps exhaustively, `--minutes=30` for that long: the rest of the time goes to longer random sequences, which
 * `--seed=…` repeats. `--replay='left up; right hears'` runs one sequence of one configuration.
 */
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CONFIGURATIONS } from '#tests/explorer/configurations.ts';
import { runCourse } from '#tests/explorer/course.ts';
import { replay, sayFinding, type Finding } from '#tests/explorer/explore.ts';
import { isKnown } from '#tests/explorer/sequences.ts';
import { readSteps } from '#tests/explorer/steps.ts';
import { World } from '#tests/explorer/world.ts';
import { quickFolder } from './test/quick-folder.ts';

process.chdir(resolve(import.meta.dirname, '..'));
const MINUTE = 60_000;
/** The share of the time for exhaustive exploration. */
const EXHAUSTIVE = 2 / 3;
/** The most steps of a random sequence. */
const LENGTH = 14;

const { values } = parseArgs({
  options: {
    depth: { type: 'string', default: '4' },
    minutes: { type: 'string', default: '2' },
    only: { type: 'string' },
    replay: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
});
const root = quickFolder() ?? tmpdir();
const only = values.only?.split(',') ?? CONFIGURATIONS.map(({ name }) => name);
const chosen = CONFIGURATIONS.filter(({ name }) => only.includes(name));
const depth = Number(values.depth);
const minutes = Number(values.minutes);
const seed = Number(values.seed);
const isClear = [depth, minutes, seed].every((each) => each >= 0) && chosen.length === only.length;
if (!isClear || (values.replay !== undefined && chosen.length !== 1)) {
  console.error('npm run explore -- [--only=plain,hold] [--depth=4] [--minutes=2] [--seed=1]');
  console.error("npm run explore -- --only=plain --replay='left up; right hears; right down'");
  for (const { name, what } of CONFIGURATIONS) console.error(`  ${name.padEnd(15)} ${what}`);
  process.exit(2);
}

if (values.replay !== undefined) {
  for (const configuration of chosen)
    await replayOne(new World(configuration, root), values.replay);
} else {
  await explore();
}

async function replayOne(world: World, text: string): Promise<void> {
  const found = await replay(world, readSteps(text), (step) => console.log(`  ${step}`));
  world.close();
  if (found.length === 0) console.log('Nothing is wrong.');
  for (const { invariant, what } of found) console.log(`${invariant}: ${what}`);
  process.exitCode = found.length === 0 ? 0 : 1;
}

async function explore(): Promise<void> {
  console.log(`Seed ${seed}.`);
  const begun = performance.now();
  /** The first of each kind. */
  const kinds = new Map<string, Finding>();
  const { explored, walks } = await runCourse({
    ...{ configurations: chosen, root, depth, seed, length: LENGTH },
    until: {
      exhaustive: begun + minutes * MINUTE * EXHAUSTIVE,
      end: begun + minutes * MINUTE,
    },
    onFinding(finding) {
      const kind = `${finding.configuration} ${finding.invariant} ${finding.what}`;
      if (kinds.has(kind)) return;
      kinds.set(kind, finding);
      console.log(`\n${isKnown(finding) ? 'known ' : ''}${sayFinding(finding)}`);
    },
  });
  console.log('\nconfiguration       traces   merged  depth  violations');
  for (const { configuration, traces, merged, depth: reached, findings } of explored) {
    const row = [traces, merged].map((each) => String(each).padStart(8)).join(' ');
    const rest = `${String(reached).padStart(6)} ${String(findings.length).padStart(11)}`;
    console.log(`${configuration.padEnd(17)} ${row} ${rest}`);
  }
  const traces = explored.reduce((sum, one) => sum + one.traces, 0);
  const { user, system } = process.cpuUsage();
  const seconds = Math.round((user + system) / 1e6);
  console.log(
    `\n${traces} traces exhaustively and ${walks} at random, in ${seconds} s of processor time.`,
  );
  const unknown = [...kinds.values()].filter((finding) => !isKnown(finding));
  console.log(`${kinds.size} kinds of violations, ${unknown.length} of them not known.`);
  process.exitCode = unknown.length === 0 ? 0 : 1;
}
