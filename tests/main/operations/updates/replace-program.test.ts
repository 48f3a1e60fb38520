import { layBeside, takePlace } from '#main/operations/updates/replace-program.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

function programs() {
  const folder = temporaryFolder();
  const program = join(folder, 'Usher.AppImage');
  const newer = join(folder, 'pending-9.9.9.AppImage');
  writeFileSync(program, 'the version before', { mode: 0o755 });
  writeFileSync(newer, 'the newer version', { mode: 0o755 });
  return { program, newer };
}

const contentOf = (path: string) => readFileSync(path, 'utf8');

test('until it takes its place, a newer program leaves the one that runs as it is', async () => {
  const { program, newer } = programs();
  await layBeside(newer, program);
  expect(contentOf(program)).toBe('the version before');
  expect(contentOf(`${program}.previous`)).toBe('the version before');
});

test('it takes its place in one step: what runs goes on running from its own file', async () => {
  const { program, newer } = programs();
  await layBeside(newer, program);
  const running = openSync(program, 'r');
  const before = statSync(program).ino;
  takePlace(program);

  expect(contentOf(program)).toBe('the newer version');
  expect(statSync(program).mode & 0o777, 'and can be started').toBe(0o755);
  expect(statSync(program).ino).not.toBe(before);
  const read = Buffer.alloc(100);
  expect(read.toString('utf8', 0, readSync(running, read))).toBe('the version before');
  expect(contentOf(`${program}.previous`), 'for the way back').toBe('the version before');
});

test('with nothing laid beside it, the program that runs stays', () => {
  const { program } = programs();
  expect(() => takePlace(program)).toThrow();
  expect(contentOf(program)).toBe('the version before');
});

test('a program that is not there any more is said to be missing, and nothing is put in its place', async () => {
  const { program, newer } = programs();
  await expect(layBeside(`${newer}.gone`, program)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(() => takePlace(program)).toThrow();
  expect(contentOf(program)).toBe('the version before');
});
