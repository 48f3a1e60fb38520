import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { partsOf, type Part } from '../../../scripts/long/parts.ts';
import { reportOf, type Progress } from '../../../scripts/long/report.ts';
import { runParts } from '../../../scripts/long/run-parts.ts';

const part = (id: string): Part => ({ id, what: `the ${id}`, args: ['run', id], env: {} });
const PARTS = [part('soak'), part('kills'), part('model')];

/** A night of tests that take a minute each. */
function night({ revision = 'a1', failing = [] as readonly string[] } = {}) {
  const ran: string[] = [];
  const kept: Progress[] = [];
  let now = Date.UTC(2026, 10, 22, 1);
  const world = {
    ...{ revision, seed: 7, say: () => undefined, now: () => new Date(now) },
    keep: (progress: Progress) => void kept.push(progress),
    run({ id }: Part) {
      ran.push(id);
      now += 60_000;
      return !failing.includes(id);
    },
  };
  return { ran, kept, world };
}

test('each part is run, and kept as soon as it has ended', () => {
  const { ran, kept, world } = night();
  const progress = runParts(PARTS, {}, world);
  expect(ran).toEqual(['soak', 'kills', 'model']);
  expect(kept.map((each) => Object.keys(each).length)).toEqual([1, 2, 3]);
  expect(progress['soak']).toEqual({
    ...{ revision: 'a1', what: 'the soak', seed: 7, passed: true },
    ...{ date: '2026-11-22', seconds: 60 },
  });
});

test('what was broken off goes on with what has not passed yet', () => {
  const first = night({ failing: ['kills'] });
  const before = runParts(PARTS.slice(0, 2), {}, first.world);
  const second = night();
  const after = runParts(PARTS, before, second.world);
  expect(second.ran).toEqual(['kills', 'model']);
  expect(Object.values(after).every(({ passed }) => passed)).toBe(true);
});

test('what has passed on other code is run again', () => {
  const before = runParts(PARTS, {}, night().world);
  const { ran, world } = night({ revision: 'b2' });
  runParts(PARTS, before, world);
  expect(ran).toHaveLength(PARTS.length);
});

test('the build is made for the others again, also where it has passed on the same code', () => {
  const parts = [{ ...part('build'), always: true }, ...PARTS];
  const before = runParts(parts, {}, night().world);
  const { ran, world } = night();
  runParts(parts, before, world);
  expect(ran).toEqual(['build']);
});

test('the report names the machine, and of each part its outcome, time, seed, day and code', () => {
  const { world } = night({ failing: ['kills'] });
  const report = reportOf('A machine.', Object.values(runParts(PARTS, {}, world)));
  const [machine, , ...table] = report.split('\n');
  expect(machine).toBe('A machine.');
  expect(table.slice(2)).toEqual([
    '| the soak | passed | 60 s | 7 | 2026-11-22 | a1 |',
    '| the kills | **failed** | 60 s | 7 | 2026-11-22 | a1 |',
    '| the model | passed | 60 s | 7 | 2026-11-22 | a1 |',
  ]);
});

test('every part is a command that npm has, and the page has a place for the report', () => {
  const manifest = z.object({ scripts: z.record(z.string(), z.string()) });
  const { scripts } = manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')));
  for (const { id, args } of partsOf(1)) expect(Object.keys(scripts), id).toContain(args[1]);
  expect(readFileSync('docs/testing.md', 'utf8')).toMatch(
    /<!-- long: begin -->[^]*<!-- long: end -->/,
  );
});
