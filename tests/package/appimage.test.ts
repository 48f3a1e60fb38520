import { startBoxOffice } from '#box-office/server.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CAN_MAKE_APPIMAGE } from './support/appimage-tools.ts';
import { takesKeys } from './support/operator.ts';
import { startPackagedKiosk } from './support/packaged-kiosk.ts';
import { APPIMAGE } from './support/packaged.ts';

/** What is in the AppImage, or one path of it, in a folder. */
function extract(...paths: readonly string[]): string {
  const folder = temporaryFolder();
  execFileSync(APPIMAGE, ['--appimage-extract', ...paths], { cwd: folder, stdio: 'pipe' });
  return join(folder, 'squashfs-root');
}

describe.skipIf(!CAN_MAKE_APPIMAGE)('the AppImage', () => {
  test('starts from wherever it lies, takes scans, and ends when it is asked to', async () => {
    const dataDirectory = temporaryFolder();
    const place = join(dataDirectory, 'a venue’s kiosk');
    const mounts = join(dataDirectory, 'mounts');
    mkdirSync(place);
    mkdirSync(mounts);
    const executable = join(place, 'Usher.AppImage');
    copyFileSync(APPIMAGE, executable);
    const boxOffice = await startBoxOffice({ seed: 1 });
    onTestFinished(() => boxOffice.close());
    const kiosk = await startPackagedKiosk({
      dataDirectory,
      executable,
      args: [`--base-url=${boxOffice.baseUrl}`],
      env: { TMPDIR: mounts },
    });
    onTestFinished(() => kiosk.kill());
    await takesKeys(kiosk);
    expect(readdirSync(mounts)).toContainEqual(expect.stringMatching(/^\.mount_Usher/));
    expect(await kiosk.terminate()).toBe(0);
    expect(kiosk.log()).not.toContain('[error]');
  });

  test('has an entry for menus that starts it in its sandbox, and an icon', () => {
    const root = extract();
    const entry = join(root, 'usher.desktop');
    execFileSync('desktop-file-validate', [entry], { stdio: 'pipe' });
    expect(readFileSync(entry, 'utf8')).toMatch(/^Exec=AppRun %U$/m);
    expect(readFileSync(entry, 'utf8')).toMatch(/^Icon=usher$/m);
    const icon = readFileSync('src/renderer/icon.svg');
    expect(readFileSync(join(root, 'usher.svg'))).toEqual(icon);
    expect(readFileSync(join(root, '.DirIcon'))).toEqual(icon);
    expect(statSync(join(root, 'AppRun')).mode & 0o111).toBe(0o111);
  });

  test('gives the scanners’ rule to those who install it by hand', () => {
    const rule = 'resources/70-usher-scanners.rules';
    expect(readFileSync(join(extract(rule), rule))).toEqual(readFileSync(rule));
  });
});
