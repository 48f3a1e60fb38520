import { afterAll, describe, expect, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { howMuch, seedOf } from '#tests/support/how-much.ts';
import { CONFIGURATIONS } from './configurations.ts';
import { runCourse } from './course.ts';
import { Exploration, replay, sayFinding, type Finding } from './explore.ts';
import { isKnown, SEQUENCES } from './sequences.ts';
import { readSteps, type Step } from './steps.ts';
import { World } from './world.ts';

/** How much is explored exhaustively here; `npm run explore` goes on from there. */
const DEPTH = 2;
/** How long chance goes on, in milliseconds. */
const BY_CHANCE = howMuch(20_000, 120_000);
const LENGTH = 10;

const root = mkdtempSync(join(tmpdir(), 'usher-explorer-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function configurationOf(name: string) {
  const found = CONFIGURATIONS.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no configuration ${name}`);
  return found;
}

async function replayed(
  configuration: string,
  steps: readonly Step[],
): Promise<readonly Finding[]> {
  const world = new World(configurationOf(configuration), root);
  try {
    return await replay(world, steps);
  } finally {
    world.close();
  }
}

describe('a sequence that went wrong once', () => {
  test.each(SEQUENCES)('$name', async ({ configuration, steps, breaks }) => {
    const found = await replayed(configuration, readSteps(steps));
    const broken = found.map(({ invariant }) => invariant);
    // What is known to be wrong has to be found: the day that it is not, its mark goes.
    if (breaks === undefined) expect(broken, found.map(sayFinding).join('\n')).toEqual([]);
    else expect(broken).toContain(breaks);
  });
});

test.each(SEQUENCES.filter(({ breaks }) => breaks === undefined))(
  'nothing unknown is wrong one step after a sequence that went wrong once: $name',
  async ({ configuration, steps }) => {
    const exploration = new Exploration(configurationOf(configuration), root, readSteps(steps));
    try {
      await exploration.deepen(() => false);
      expect(exploration.explored.traces).toBeGreaterThan(0);
      expectKnown(exploration.explored.findings);
    } finally {
      exploration.close();
    }
  },
);

test.each(CONFIGURATIONS)(
  'nothing unknown is wrong within two steps where $what',
  async (configuration) => {
    const exploration = new Exploration(configuration, root);
    try {
      for (let step = 0; step < DEPTH; step += 1) await exploration.deepen(() => false);
      expect(exploration.explored.merged).toBeGreaterThan(0);
      expectKnown(exploration.explored.findings);
    } finally {
      exploration.close();
    }
  },
);

test('nothing unknown is wrong after longer sequences by chance', async () => {
  const found: Finding[] = [];
  const end = performance.now() + BY_CHANCE;
  const done = await runCourse({
    ...{ configurations: CONFIGURATIONS, root, depth: 0, length: LENGTH },
    seed: seedOf('sequences by chance'),
    until: { exhaustive: 0, end },
    onFinding: (finding) => found.push(finding),
  });
  expect(done.walks).toBeGreaterThan(0);
  expectKnown(found);
});

function expectKnown(findings: readonly Finding[]): void {
  const unknown = findings.filter((finding) => !isKnown(finding));
  expect(unknown.map(sayFinding).join('\n\n')).toBe('');
}
