import { err, ok } from '#shared/result.ts';
import { describe, expect, test } from 'vitest';
import { debianPackages, missingLibraries } from '../../../scripts/start/debian-packages.ts';
import { diagnose, diedAtOnce, inWords, type Probes } from '../../../scripts/start/diagnosis.ts';

/** A desktop where everything is in place. */
const desktop: Probes = {
  platform: 'linux',
  env: { DISPLAY: ':0' },
  isRoot: false,
  electron: () => Promise.resolve(ok('/electron/electron')),
  exists: () => true,
  missingLibraries: () => [],
  aptKnows: () => false,
};

const failed = { electron: () => Promise.resolve(err('TypeError: fetch failed')) };
const bare = { missingLibraries: () => ['libgtk-3.so.0', 'libnss3.so', 'libnssutil3.so'] };

describe('Electron can run', () => {
  test.each([
    ['on a desktop', {}],
    ['under Wayland', { env: { WAYLAND_DISPLAY: 'wayland-0' } }],
    ['on Windows, where no variable names the display', { platform: 'win32', env: {} }],
    ['on a Mac', { platform: 'darwin', env: {} }],
  ] as const)('%s', async (_where, difference) => {
    expect(await diagnose({ ...desktop, ...difference })).toEqual({
      type: 'ready',
      executable: '/electron/electron',
    });
  });
});

describe('what keeps Electron from running, and what to do', () => {
  test.each([
    ['there is no display', { env: {} }, ['no display', 'xvfb-run -a npm start']],
    ['there is an empty display', { env: { DISPLAY: '', WAYLAND_DISPLAY: '' } }, ['no display']],
    [
      'the download is blocked',
      failed,
      [
        'could not be downloaded (TypeError: fetch failed)',
        'ELECTRON_MIRROR=',
        'ELECTRON_OVERRIDE_DIST_PATH=',
      ],
    ],
    [
      'the override names an empty folder',
      { exists: () => false },
      ['/electron/electron does not exist', 'ELECTRON_OVERRIDE_DIST_PATH'],
    ],
    [
      'libraries are missing',
      bare,
      ['lacks libgtk-3.so.0, libnss3.so', 'sudo apt-get install libgtk-3-0 libnss3'],
    ],
    [
      'libraries are missing, for root, on a newer Debian',
      { ...bare, isRoot: true, aptKnows: (name: string) => name === 'libgtk-3-0t64' },
      ['Install them: apt-get install libgtk-3-0t64 libnss3'],
    ],
    [
      'libraries are missing where there is no apt',
      { ...bare, aptKnows: null },
      ['lacks libgtk-3.so.0', 'Install the packages that bring them'],
    ],
    [
      'a library is missing that nobody has heard of',
      { missingLibraries: () => ['libodd.so.9'] },
      ['lacks libodd.so.9', 'Install the packages that bring them'],
    ],
  ] as const)('%s', async (_what, difference, words) => {
    const diagnosis = await diagnose({ ...desktop, ...difference });
    if (diagnosis.type === 'ready') throw new Error('it was taken to be ready');
    for (const word of words) expect(inWords(diagnosis)).toContain(word);
  });

  test('it starts and crashes', () => {
    const diagnosis = diedAtOnce('SIGTRAP');
    if (diagnosis.type === 'ready') throw new Error('it was taken to be ready');
    expect(inWords(diagnosis)).toContain('it ended at once (SIGTRAP)');
  });

  test('without a display nothing is downloaded', async () => {
    let asked = false;
    const electron = () => ((asked = true), Promise.resolve(ok('/electron')));
    await diagnose({ ...desktop, env: {}, electron });
    expect(asked).toBe(false);
  });
});

test('the libraries that the loader did not find are read from its list', () => {
  const list = [
    '\tlinux-vdso.so.1 (0x00007f82f464f000)',
    '\tlibnss3.so => not found',
    '\tlibm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x00007f82f4633000)',
    '\tlibgtk-3.so.0 => not found',
  ].join('\n');
  expect(missingLibraries(list)).toEqual(['libnss3.so', 'libgtk-3.so.0']);
});

test('packages are named once, in order', () => {
  const libraries = ['libsmime3.so', 'libnss3.so', 'libasound.so.2', 'libodd.so.9'];
  expect(debianPackages(libraries, () => false)).toEqual(['libasound2', 'libnss3']);
});
