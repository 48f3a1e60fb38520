import { expect, test } from 'vitest';
import { runAgain } from '../../../scripts/test/again.ts';
import type { Case } from '../../../scripts/test/reports.ts';
import type { Outcome } from '../../../scripts/test/run-stage.ts';
import { tallyOf } from '../../../scripts/test/tally.ts';

const outcome = (cases: readonly Case[], { exitCode = 0, said = '' } = {}): Outcome => ({
  ...{ exitCode, seconds: 3, processorSeconds: 2, cutOff: null, said },
  ...{ cases, tally: tallyOf(cases, exitCode) },
});
const passed: Case = { where: 'door.test.ts › opens', status: 'passed', why: '' };
const failed: Case = { ...passed, status: 'failed', why: 'it stayed shut' };

/** Runs the stages again; each time ends as the next of these. */
async function again(outcomes: readonly Outcome[], times: number, stages = ['doors']) {
  const said: string[] = [];
  const left = [...outcomes];
  const isClean = await runAgain(
    stages.map((name) => ({ name })),
    times,
    {
      run: () => Promise.resolve(left.shift() ?? outcome([])),
      say: (words) => said.push(words),
    },
  );
  return { isClean, said };
}

test('a stage that is the same each time is said to be', async () => {
  const { isClean, said } = await again([outcome([passed]), outcome([passed])], 2);
  expect(isClean).toBe(true);
  expect(said).toEqual([
    'doors, 1 of 2: 1 passed, 0 failed, 0 skipped, in 3 s',
    'doors, 2 of 2: 1 passed, 0 failed, 0 skipped, in 3 s',
    '── doors: the same 2 times\n',
  ]);
});

test('what fails in one run is said at once, and again with how often', async () => {
  const runs = [outcome([failed], { exitCode: 1 }), outcome([passed])];
  const { isClean, said } = await again(runs, 2);
  expect(isClean).toBe(false);
  expect(said[1]).toContain('door.test.ts › opens\n    it stayed shut');
  expect(said[2]).toContain('2 of 2');
  expect(said[3]).toContain('{"passed":1,"failed":1,"skipped":0,"absent":0}');
  expect(said.at(-1)).toBe('── doors: NOT the same each time\n');
});

test('of a run that fails without a test its own words are kept', async () => {
  const { isClean, said } = await again([outcome([], { exitCode: 1, said: 'no such file' })], 1);
  expect(isClean).toBe(false);
  expect(said).toContain('no such file');
});

test('one stage that was not the same is not made good by the next', async () => {
  const runs = [outcome([failed], { exitCode: 1 }), outcome([passed])];
  expect((await again(runs, 1, ['doors', 'windows'])).isClean).toBe(false);
});
