import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };

const DIST = resolve(import.meta.dirname, '../../../dist');
const ARCH = process.arch === 'x64' ? '' : `-${process.arch}`;

/** Whether this machine can make a Debian package, and look into one. */
export const CAN_MAKE_DEB = spawnSync('dpkg-deb', ['--version'], { stdio: 'ignore' }).status === 0;

/** The Debian package. */
export const DEB = join(
  DIST,
  `usher_${manifest.version}_${process.arch === 'x64' ? 'amd64' : process.arch}.deb`,
);

/** The AppImage. */
export const APPIMAGE = join(DIST, `Usher-${manifest.version}${ARCH}.AppImage`);

/** The unpacked application. */
export const APPLICATION = join(DIST, `linux${ARCH}-unpacked`);

export const EXECUTABLE = join(APPLICATION, 'usher');

/** What is outside of the archive, because it has to be a file of its own. */
export const OUTSIDE = join(APPLICATION, 'resources', 'app.asar.unpacked');

export const ARCHIVE = join(APPLICATION, 'resources', 'app.asar');
