import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { processorSeconds, runInto } from '../../../scripts/test/child.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'usher-child-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Whether there is such a process, and it has not ended. */
function isThere(id: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(id)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stdout);
}

const node = (module: string) => [process.execPath, '--input-type=module', '-e', module];

test('what a command says, on both ways, is in the file, and its exit code is kept', async () => {
  const log = join(folder, 'log');
  const end = await runInto(
    log,
    node('process.stdout.write("one\\n"); process.stderr.write("two\\n"); process.exitCode = 3'),
  );
  expect(end.exitCode).toBe(3);
  expect(readFileSync(log, 'utf8')).toBe('one\ntwo\n');
});

test.skipIf(process.platform === 'win32')(
  'what a command’s own children use of the processors is counted',
  async () => {
    const busy =
      'const end = process.cpuUsage().user + 100_000; while (process.cpuUsage().user < end);';
    const parent = `import { execFileSync } from 'node:child_process';
      execFileSync(process.execPath, ['-e', ${JSON.stringify(busy)}]);`;
    const { processorSeconds: used } = await runInto(join(folder, 'log'), node(parent));
    expect(used).toBeGreaterThan(0.1);
  },
);

test.skipIf(process.platform === 'win32')(
  'whoever ends this process ends a command with all that it has started',
  async () => {
    const log = join(folder, 'log');
    const ended = runInto(log, ['sh', '-c', 'sleep 600 & echo $!; wait']);
    const started = () => Number(readFileSync(log, 'utf8'));
    await eventually(() => expect(started()).toBeGreaterThan(0));
    for (const tell of process.listeners('SIGTERM')) tell('SIGTERM');
    await ended;
    await eventually(() => expect(isThere(started())).toBe(false));
  },
);

/** Does not end when it is asked to, and has started one in a group of its own that does not either. */
const NEVER_ENDS = `process.on('SIGTERM', () => {});
  setInterval(() => {}, 1_000_000);
  if (process.argv[1] !== 'child') {
    const { spawn } = await import('node:child_process');
    const args = ['--input-type=module', '-e', process.execArgv.at(-1), 'child'];
    spawn(process.execPath, args, { detached: true, stdio: 'inherit' });
  }
  console.log(process.pid);`;

test.skipIf(process.platform === 'win32')(
  'a command that never ends is ended when its time is up, with all that it has started, and has failed',
  async () => {
    const log = join(folder, 'log');
    const limit = new AbortController();
    const command = node(NEVER_ENDS);
    const ended = runInto(log, command, { limit: limit.signal, grace: 100 });
    const started = () => readFileSync(log, 'utf8').trim().split('\n').map(Number);
    await eventually(() => expect(started()).toHaveLength(2));

    limit.abort();
    const { exitCode, cutOff } = await ended;
    expect(exitCode).not.toBe(0);
    for (const id of started()) {
      expect(isThere(id)).toBe(false);
      expect(cutOff).toContainEqual(
        expect.stringMatching(new RegExp(`^${id} .* ${process.execPath}`)),
      );
    }
  },
);

test('a command that ends in its time was not cut off', async () => {
  const limit = new AbortController();
  const end = await runInto(join(folder, 'log'), node(''), { limit: limit.signal });
  limit.abort();
  expect(end).toMatchObject({ exitCode: 0, cutOff: null });
});

test('a command that is not there has failed', async () => {
  const { exitCode } = await runInto(join(folder, 'log'), ['usher-has-no-such-command']);
  expect(exitCode).toBe(127);
});

test('what the shell says of the processors is added up; anything else is no figure', () => {
  expect(processorSeconds('0m0.010s 0m0.020s\n1m2.500s 0m0.470s\n')).toBeCloseTo(63);
  expect(processorSeconds('')).toBeNull();
});
