import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { STAGES } from '../../scripts/test/stages.ts';
import manifest from '../../package.json' with { type: 'json' };
import { missingScripts, textOf } from './repository.ts';

const step = z.union([
  z.strictObject({ run: z.string() }),
  z.strictObject({
    uses: z.string(),
    name: z.string().optional(),
    if: z.string().optional(),
    with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
]);
const job = z.object({
  'runs-on': z.string(),
  'timeout-minutes': z.int(),
  env: z.record(z.string(), z.string()),
  steps: z.array(step),
});
const workflow = z
  .object({
    permissions: z.record(z.string(), z.string()),
    concurrency: z.object({ group: z.string(), 'cancel-in-progress': z.string() }),
    jobs: z.record(z.string(), job),
  })
  .parse(parse(textOf('.github/workflows/test.yml')));

test('may read the repository, and do nothing else to it', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(workflow.concurrency.group).toContain('github.ref');
});

describe.each(Object.entries(workflow.jobs))('on %s', (_name, { steps, ...job }) => {
  const commands = steps.flatMap((each) => ('run' in each ? [each.run] : []));
  const actions = steps.flatMap((each) => ('uses' in each ? [each] : []));

  test('runs what package.json has, after what the lock file names is installed', () => {
    expect(commands[0]).toMatch(/^npm ci\b/);
    expect(commands.at(-1)).toMatch(/^npm test\b/);
    expect(commands.flatMap(missingScripts)).toEqual([]);
  });

  test('takes the Node that npm’s scripts have', () => {
    const { devDependencies } = manifest;
    const node = actions.find(({ uses }) => uses.startsWith('actions/setup-node@'));
    expect(node?.with).toEqual({
      'node-version': Number.parseInt(devDependencies.node),
      cache: 'npm',
    });
  });

  test('uses actions of GitHub’s own in a named version, and leaves no token behind', () => {
    expect(actions.filter(({ uses }) => !/^actions\/[a-z-]+@v\d+$/.test(uses))).toEqual([]);
    const checkout = actions.find(({ uses }) => uses.startsWith('actions/checkout@'));
    expect(checkout?.with).toEqual({ 'persist-credentials': false });
  });

  test('comes to an end', () => expect(job['timeout-minutes']).toBeLessThanOrEqual(60));
});

test('of what is run elsewhere each part is one of the test’s', () => {
  const commands = workflow.jobs['elsewhere']?.steps.map((each) => ('run' in each ? each.run : ''));
  const [, parts = ''] = /^npm test -- --only=(\S+)$/.exec(commands?.at(-1) ?? '') ?? [];
  const stages = STAGES.map(({ id }) => id);
  expect(parts.split(',').filter((part) => !stages.includes(part))).toEqual([]);
});

test('everything is run where nothing may be skipped', () => {
  const { env, steps } = workflow.jobs['linux'] ?? {};
  expect(env).toEqual({ CI: 'true' });
  expect(steps).toContainEqual({ run: 'npm test' });
});
