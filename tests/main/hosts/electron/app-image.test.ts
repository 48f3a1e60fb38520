import { appImageOf, outsideEnv, startAppImage } from '#main/hosts/electron/app-image.ts';
import { eventually } from '#tests/support/eventually.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a kiosk runs from the AppImage whose mount its program is in', () => {
  const mount = join(temporaryFolder(), '.mount_Usher');
  mkdirSync(mount);
  const env = { APPIMAGE: '/home/door/Usher.AppImage', APPDIR: mount };
  expect(appImageOf(env, join(mount, 'usher'))).toBe('/home/door/Usher.AppImage');
  expect(appImageOf({}, join(mount, 'usher'))).toBeNull();
});

test('an installed kiosk that was started from another AppImage’s terminal is not that one', () => {
  const mount = temporaryFolder();
  const env = { APPIMAGE: '/home/door/Terminal.AppImage', APPDIR: mount };
  expect(appImageOf(env, '/opt/Usher/usher')).toBeNull();
  expect(appImageOf(env, `${mount}-of-another/usher`)).toBeNull();
  expect(appImageOf({ ...env, APPDIR: join(mount, 'gone') }, join(mount, 'gone/usher'))).toBeNull();
});

test('nothing that an AppImage put into paths is left to the next one', () => {
  const before = {
    PATH: '/usr/bin:/bin',
    HOME: '/home/door',
    USHER_BASE_URL: 'https://tickets.example:8443',
    XDG_DATA_DIRS: '/usr/share',
  };
  const inside = {
    ...before,
    APPIMAGE: '/home/door/Usher.AppImage',
    APPDIR: '/tmp/.mount_1',
    ARGV0: './Usher.AppImage',
    OWD: '/home/door',
    PATH: `/tmp/.mount_1:/tmp/.mount_1/usr/sbin:${before.PATH}`,
    XDG_DATA_DIRS: `/tmp/.mount_1/usr/share/:${before.XDG_DATA_DIRS}:/usr/share`,
    // There was none, and an empty path would be the folder that the program is started in.
    LD_LIBRARY_PATH: '/tmp/.mount_1/usr/lib:',
  };
  expect(outsideEnv(inside)).toEqual(before);
  expect(outsideEnv(before)).toEqual(before);
});

test('an AppImage is started with its arguments as they are', async () => {
  const folder = temporaryFolder();
  const trace = join(folder, 'trace');
  const file = join(folder, 'it’s $HOME.AppImage');
  writeFileSync(
    file,
    `#!/bin/sh\nprintf '%s|' "$@" > '${trace}.part'\nmv '${trace}.part' '${trace}'\n`,
    { mode: 0o755 },
  );
  expect(startAppImage(file, ['--a=b c', '"; exit'], process.env)).toBe(true);
  await eventually(() => expect(existsSync(trace)).toBe(true));
  expect(readFileSync(trace, 'utf8')).toBe('--a=b c|"; exit|');
});

test('one that is gone is not started', () => {
  expect(startAppImage(join(temporaryFolder(), 'Usher.AppImage'), [], process.env)).toBe(false);
});
