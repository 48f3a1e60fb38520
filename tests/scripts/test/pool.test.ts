import { expect, test } from 'vitest';
import { runAll, type Job } from '../../../scripts/test/pool.ts';

const job = (id: string, cores = 1, after: readonly string[] = []): Job => ({ id, cores, after });

/** Jobs that end when they are told to, and what has become of them. */
function bench(jobs: readonly Job[], cores: number) {
  const running = new Map<string, (passed: boolean) => void>();
  const done = runAll(
    jobs,
    cores,
    ({ id }) =>
      new Promise<boolean>((resolve) => {
        running.set(id, (passed) => {
          running.delete(id);
          resolve(passed);
        });
      }),
  );
  const ends = async (id: string, passed = true): Promise<void> => {
    running.get(id)?.(passed);
    await new Promise(setImmediate);
  };
  return { done, ends, running: () => [...running.keys()] };
}

test('as many run beside each other as there are processors, the earlier ones first', async () => {
  const { done, ends, running } = bench([job('a'), job('b'), job('c')], 2);
  expect(running()).toEqual(['a', 'b']);
  await ends('b');
  expect(running()).toEqual(['a', 'c']);
  await ends('a');
  await ends('c');
  await done;
});

test('what needs the build waits for it, and lets others go first', async () => {
  const { done, ends, running } = bench([job('e2e', 1, ['build']), job('build'), job('lint')], 2);
  expect(running()).toEqual(['build', 'lint']);
  await ends('lint');
  expect(running()).toEqual(['build']);
  await ends('build');
  expect(running()).toEqual(['e2e']);
  await ends('e2e');
  await done;
});

test('what comes after a build that has failed is not run, and told; all else is', async () => {
  const jobs = [job('e2e', 1, ['build']), job('build'), job('pictures', 1, ['e2e']), job('lint')];
  const { done, ends, running } = bench(jobs, 2);
  await ends('build', false);
  expect(running()).toEqual(['lint']);
  await ends('lint', false);
  expect(running()).toEqual([]);
  expect((await done).map(({ id }) => id)).toEqual(['e2e', 'pictures']);
});

test('what is not run is not waited for', async () => {
  const { done, ends, running } = bench([job('e2e', 1, ['build'])], 2);
  expect(running()).toEqual(['e2e']);
  await ends('e2e');
  await done;
});

test('what wants more than there is has the machine to itself', async () => {
  const { done, ends, running } = bench([job('a'), job('large', 4), job('b')], 2);
  expect(running()).toEqual(['a', 'b']);
  await ends('a');
  await ends('b');
  expect(running()).toEqual(['large']);
  await ends('large');
  await done;
});

test('jobs that wait for each other are a mistake, and do not hang', async () => {
  await expect(
    runAll([job('a', 1, ['b']), job('b', 1, ['a'])], 2, () => Promise.resolve(true)),
  ).rejects.toThrow('a, b');
});

test('a job that breaks down ends the whole', async () => {
  await expect(
    runAll([job('a'), job('b', 1, ['a'])], 2, () => Promise.reject(new Error('no disk'))),
  ).rejects.toThrow('no disk');
});
