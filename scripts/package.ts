/**
 * `npm run package`: the unpacked application for this machine's system, in `dist/`; `npm run package -- deb`
 * and so on: an installer, too (deb, AppImage, nsis, dmg). Says what was packed, and how big it is.
 */
import { build, Platform } from 'electron-builder';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import configuration from '../electron-builder.config.ts';
import manifest from '../package.json' with { type: 'json' };
import { megabytes, sizeOf } from './package/size.ts';
import { buildIfNeeded } from './start/build.ts';

const PLATFORMS = new Map([
  ['dir', Platform.current()],
  ['deb', Platform.LINUX],
  ['AppImage', Platform.LINUX],
  ['nsis', Platform.WINDOWS],
  ['dmg', Platform.MAC],
]);

const root = resolve(import.meta.dirname, '..');
process.chdir(root);

const [target = 'dir', ...others] = process.argv.slice(2);
const platform = PLATFORMS.get(target);
if (platform === undefined || others.length > 0) {
  console.error(`npm run package -- ${[...PLATFORMS.keys()].join(' | ')}`);
  process.exit(2);
}
if (!buildIfNeeded(root)) process.exit(1);

const { electronDist } = configuration;
console.log(`Packing Electron ${manifest.devDependencies.electron}`);
if (typeof electronDist === 'string') {
  const found = readFileSync(join(electronDist, 'version'), 'utf8').trim();
  console.log(
    `  no: ${found}, which ELECTRON_OVERRIDE_DIST_PATH names. For trying out, not for doors.`,
  );
}
if (target === 'deb') useDpkg();

let unpacked = '';
const installers = await build({
  targets: platform.createTarget([target]),
  config: {
    ...configuration,
    afterPack: ({ appOutDir }) => {
      unpacked = appOutDir;
    },
  },
  publish: 'never',
});

console.log(`${unpacked}: ${megabytes(sizeOf(unpacked))}`);
for (const file of installers) console.log(`${file}: ${megabytes(sizeOf(file))}`);

/** Debian's own tool makes the deb where there is one; electron-builder's would be downloaded. */
function useDpkg(): void {
  const hasDpkg = spawnSync('dpkg-deb', ['--version'], { stdio: 'ignore' }).status === 0;
  if (!hasDpkg) return;
  process.env['CUSTOM_FPM_PATH'] ??= join(root, 'scripts', 'package', 'fpm-by-dpkg.ts');
}
