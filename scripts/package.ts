/**
 * `npm run package`: the unpacked application for this machine's system, in `dist/`; `npm run package -- deb`
 * and so on: installers, too (deb, AppImage; nsis; dmg). Those that are made together stand in one feed.
 * Says what is packed, and how big it has become.
 */
import { build, Platform } from 'electron-builder';
import { resolve } from 'node:path';
import { readTrust } from '#main/operations/updates/trust.ts';
import manifest from '../package.json' with { type: 'json' };
import configuration, { withOtherElectron } from '../electron-builder.config.ts';
import { useDpkg } from './package/use-dpkg.ts';
import { megabytes, sizeOf } from './package/size.ts';
import { whichElectron } from './package/which-electron.ts';
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

const named = process.argv.slice(2);
const targets = named.length > 0 ? named : ['dir'];
const [platform, ...others] = new Set(targets.map((target) => PLATFORMS.get(target)));
if (platform === undefined || others.length > 0) {
  console.error(
    `npm run package -- ${[...PLATFORMS.keys()].join(' | ')}, or several for one system`,
  );
  process.exit(2);
}
if (!buildIfNeeded(root)) process.exit(1);

const electron = whichElectron(platform === Platform.current());
console.log(electron.inWords);
const { keys, channel } = readTrust(manifest.updates);
if (keys.length !== manifest.updates.keys.length) {
  console.error(
    '"updates" in package.json holds what is no public key: see docs/contributing/releasing.md',
  );
  process.exit(2);
}
console.log(
  keys.length === 0
    ? 'This package takes no updates: package.json has no public key.'
    : `This package takes updates of channel ${channel} that are signed with any of ${keys.length} keys.`,
);
if (targets.includes('deb')) useDpkg(root);

let unpacked = '';
try {
  const installers = await build({
    targets: platform.createTarget(targets),
    config: {
      ...(electron.folder === null ? configuration : withOtherElectron(electron.folder)),
      afterPack: ({ appOutDir }) => {
        unpacked = appOutDir;
      },
    },
    publish: 'never',
  });
  for (const path of [unpacked, ...installers]) console.log(`${path}: ${megabytes(sizeOf(path))}`);
} catch (error) {
  // As a rule something that had to be downloaded: electron-builder tells what just before.
  console.error(`Not packaged: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
