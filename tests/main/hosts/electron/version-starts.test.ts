import { openVersionStarts } from '#main/hosts/electron/version-starts.cjs';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const LINUX = { platform: 'linux', arch: 'x64', env: {}, execPath: '/opt/Usher/usher' };

/** A machine on which versions are started, one after the other. */
class Machine {
  readonly path = join(temporaryFolder(), 'data', 'version-starts.json');
  readonly errors: unknown[] = [];
  now = Date.UTC(2026, 10, 20, 18);
  boot = 'friday';
  system: Parameters<typeof openVersionStarts>[0]['system'] = LINUX;

  open(version: string) {
    this.now += 1_000;
    const { path, boot, system, errors, now } = this;
    const onError = (error: unknown) => errors.push(error);
    return openVersionStarts({ path, version, boot, system, onError, now: () => now });
  }

  /** A start that shows no screen. */
  fail(version: string): void {
    this.open(version).begin();
  }

  run(version: string): void {
    const starts = this.open(version);
    starts.begin();
    starts.ready();
  }
}

test('a version has failed after three starts without a screen, since the first', () => {
  const machine = new Machine();
  machine.run('0.1.0');
  const first = machine.now + 1_000;
  const counted = [1, 2, 3].map(() => {
    machine.fail('0.2.0');
    return machine.open('0.2.0').hasFailed;
  });
  expect(counted).toEqual([false, false, true]);
  expect(machine.open('0.2.0')).toMatchObject({
    version: '0.2.0',
    since: first,
    goBack: {
      version: '0.1.0',
      use: 'sudo apt install --allow-downgrades ./usher_0.1.0_amd64.deb',
    },
  });
  expect(machine.errors).toEqual([]);
});

test('a screen ends the count, and so does another version', () => {
  const machine = new Machine();
  for (let starts = 0; starts < 3; starts += 1) machine.fail('0.2.0');
  expect(machine.open('0.3.0')).toMatchObject({ hasFailed: false, goBack: null });
  machine.run('0.2.0');
  expect(machine.open('0.2.0').hasFailed).toBe(false);
  // The one before is the last that has shown a screen, not the last that was installed.
  machine.fail('0.3.0');
  expect(machine.open('0.4.0').goBack).toMatchObject({ version: '0.2.0' });
});

test('a start that somebody ends, or that loses its power, is no failure', () => {
  const machine = new Machine();
  for (let starts = 0; starts < 5; starts += 1) {
    const ended = machine.open('0.2.0');
    ended.begin();
    ended.cancel();
    machine.boot = `cut ${starts}`;
    machine.fail('0.2.0');
    machine.boot = `back ${starts}`;
  }
  expect(machine.open('0.2.0').hasFailed).toBe(false);
});

test('a start that has shown a screen is not undone by its end', () => {
  const machine = new Machine();
  machine.fail('0.2.0');
  const starts = machine.open('0.2.0');
  starts.begin();
  starts.ready();
  starts.cancel();
  for (let more = 0; more < 2; more += 1) machine.fail('0.2.0');
  expect(machine.open('0.2.0').hasFailed).toBe(false);
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '\0\0',
  '{"version":"0.2.0","failed":"many"}',
  '{"version":"0.2.0","failed":3,"since":null,"previous":null}',
  '{"version":"0.2.0","failed":3,"since":1e300,"previous":null}',
  '{"version":"0.2.0","failed":3,"since":1,"previous":"$(reboot)"}',
])('a damaged file says nothing, and is written anew: %j', (text) => {
  const machine = new Machine();
  mkdirSync(dirname(machine.path));
  writeFileSync(machine.path, text);
  expect(machine.open('0.2.0')).toMatchObject({ hasFailed: false, goBack: null });
  for (let starts = 0; starts < 3; starts += 1) machine.fail('0.2.0');
  expect(machine.open('0.2.0').hasFailed).toBe(true);
});

test('a full disk loses the count and prevents no start', () => {
  const machine = new Machine();
  mkdirSync(machine.path, { recursive: true });
  machine.run('0.2.0');
  expect(machine.errors).toHaveLength(2);
});

test('the way back is that of the installation', () => {
  const machine = new Machine();
  const use = (system: Partial<typeof LINUX> & { readonly env?: NodeJS.ProcessEnv }) => {
    machine.system = { ...LINUX, ...system };
    return machine.open('0.2.0').goBack?.use;
  };
  machine.run('0.1.0');
  machine.fail('0.2.0');
  expect(use({ platform: 'win32' })).toBe('Usher Setup 0.1.0.exe');
  expect(use({ platform: 'darwin' })).toBe('Usher-0.1.0.dmg');
  expect(use({ arch: 'arm64' })).toContain('usher_0.1.0_arm64.deb');
  const APPIMAGE = join(temporaryFolder(), 'Usher.AppImage');
  const env = { APPIMAGE, APPDIR: '/' };
  expect(use({ env })).toBe('Usher-0.1.0.AppImage');
  writeFileSync(`${APPIMAGE}.previous`, '');
  expect(use({ env })).toBe(`mv "${APPIMAGE}.previous" "${APPIMAGE}"`);
});
