import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CAN_MAKE_DEB, DEB, OUTSIDE } from './support/packaged.ts';

const RULE = 'usr/lib/udev/rules.d/70-usher-scanners.rules';

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    // What it has to say is in the error, if there is one.
    stdio: 'pipe',
  });
}

/** An empty system, on which udev and systemd seem to run; what is asked of them is written down. */
function emptySystem() {
  const root = temporaryFolder();
  const programs = temporaryFolder();
  const asked = (program: string) => join(programs, `${program}.asked`);
  const dpkgs = ['var/lib/dpkg/info', 'var/lib/dpkg/updates'];
  for (const folder of ['run/udev', 'run/systemd/system', 'usr/bin', ...dpkgs]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  writeFileSync(join(root, 'var/lib/dpkg/status'), '');
  for (const program of ['udevadm', 'systemctl']) {
    writeFileSync(asked(program), '');
    writeFileSync(join(programs, program), `#!/bin/sh\necho "$@" >>${asked(program)}\n`);
    chmodSync(join(programs, program), 0o755);
  }
  return {
    root,
    dpkg: (...args: readonly string[]) =>
      run('dpkg', [`--root=${root}`, '--force-script-chrootless', '--force-depends', ...args], {
        PATH: [programs, process.env['PATH']].join(delimiter),
      }),
    askedOfUdev: () => readFileSync(asked('udevadm'), 'utf8').trim().split('\n'),
    askedOfSystemd: () => readFileSync(asked('systemctl'), 'utf8'),
  };
}

/** The Debian packages of the libraries that a binary needs. */
function librariesOf(binary: string): string[] {
  const paths = Array.from(run('ldd', [binary]).matchAll(/=> (\S+) \(/g), ([, path = '']) => path);
  // By name: a package may know its files by the other one of `/lib` and `/usr/lib`.
  const found = run('dpkg', ['-S', ...paths.map((path) => `*/${basename(realpathSync(path))}`)]);
  return Array.from(found.matchAll(/^([^:]+):/gm), ([, name = '']) => name);
}

describe.skipIf(!CAN_MAKE_DEB)('the Debian package', () => {
  test.skipIf(process.getuid?.() !== 0)(
    'is installed with the scanners’ rule, which is in force at once, and leaves nothing behind',
    () => {
      const { root, dpkg, askedOfUdev, askedOfSystemd } = emptySystem();
      dpkg('--install', DEB);
      expect(readFileSync(join(root, RULE))).toEqual(
        readFileSync('resources/70-usher-scanners.rules'),
      );
      // There for a machine that is nothing but a kiosk, and not switched on for any other.
      const units = run('find', [root, '-name', 'usher-kiosk*', '-printf', '%P\\n']);
      expect(units.trim().split('\n').sort()).toEqual([
        'opt/Usher/resources/systemd/usher-kiosk.service',
        'opt/Usher/resources/systemd/usher-kiosk.sysusers',
        'usr/lib/systemd/system/usher-kiosk.service',
        'usr/lib/sysusers.d/usher-kiosk.conf',
      ]);
      expect(askedOfUdev()).toEqual(['control --reload', 'trigger --subsystem-match=hidraw']);
      const terms = readFileSync(join(root, 'usr/share/doc/usher/copyright'), 'utf8');
      expect(terms).toContain(readFileSync('LICENSE', 'utf8').trim());
      const program = readlinkSync(join(root, 'usr/bin/usher'));
      expect(existsSync(join(root, program))).toBe(true);

      const entry = readFileSync(join(root, 'usr/share/applications/usher.desktop'), 'utf8');
      expect(entry).toContain(`\nExec=${program} %U\n`);
      const icon = /^Icon=(.+)$/m.exec(entry)?.[1] ?? '';
      const icons = join(root, 'usr/share/icons/hicolor/scalable/apps');
      expect(existsSync(join(icons, `${icon}.svg`))).toBe(true);

      // Anew, as an update does.
      dpkg('--install', DEB);
      expect(readlinkSync(join(root, 'usr/bin/usher'))).toBe(program);
      expect(askedOfSystemd()).toBe('');

      dpkg('--purge', 'usher');
      const left = readdirSync(root, { recursive: true, encoding: 'utf8' });
      expect(left.filter((path) => /usher/i.test(path))).toEqual([]);
      expect(askedOfUdev().at(-1)).toBe('control --reload');
      // Of the system that was set up, and not of the one that runs.
      expect(askedOfSystemd()).toBe(`--root=${root} disable usher-kiosk.service\n`);
    },
  );

  test('brings letters for guests’ names in any script and voices, where apt is not told otherwise', () => {
    const recommends = run('dpkg-deb', ['--field', DEB, 'Recommends']).trim().split(', ');
    expect(recommends).toEqual([
      ...['speech-dispatcher-espeak-ng', 'fonts-noto-core', 'fonts-noto-cjk'],
    ]);
  });

  test('everything in it belongs to root', () => {
    const lines = run('dpkg-deb', ['--contents', DEB]).trim().split('\n');
    expect(lines.filter((line) => line.split(/\s+/)[1] !== 'root/root')).toEqual([]);
  });

  test('depends on every library that its native modules need', () => {
    const depends = run('dpkg-deb', ['--field', DEB, 'Depends']).trim().split(', ');
    const everywhere = ['libc6', 'libgcc-s1', 'libstdc++6'];
    const binaries = readdirSync(OUTSIDE, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.node'),
    );
    expect(binaries.length).toBeGreaterThanOrEqual(3);
    const needed = new Set(binaries.flatMap((path) => librariesOf(join(OUTSIDE, path))));
    expect([...needed].filter((name) => ![...depends, ...everywhere].includes(name))).toEqual([]);
  });
});
