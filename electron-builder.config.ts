import type { Configuration } from 'electron-builder';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Another Electron than the one that package.json names, already unpacked; for trying things out. */
const OTHER_ELECTRON = process.env['ELECTRON_OVERRIDE_DIST_PATH'];

const UDEV_RULE = '70-usher-scanners.rules';

/** What Chromium needs of Debian, and node-hid (libudev, libusb). */
const DEBIAN_LIBRARIES = [
  'libasound2',
  'libatspi2.0-0',
  'libgbm1',
  'libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libsecret-1-0',
  'libudev1',
  'libusb-1.0-0',
  'libuuid1',
  'libxss1',
  'libxtst6',
  'xdg-utils',
];

/** Where native modules keep the binaries that are for one system; `${arch}` is the processor. */
interface Prebuilds {
  readonly sqlite: string;
  readonly hid: string;
  readonly serial: string;
}

/**
 * What was built, Electron's entry, and what npm installs for production. Native modules bring their
 * binaries for all systems, and their sources; what the system at hand has no use for stays out.
 */
function filesWith({ sqlite, hid, serial }: Prebuilds): string[] {
  return [
    'out/**',
    'src/main/entry.cjs',
    '!node_modules/better-sqlite3/{deps,src}',
    `!node_modules/better-sqlite3/prebuilds/!(${sqlite})`,
    // Compiled on this machine, it would be taken before the prebuilt one; another Electron may need it.
    OTHER_ELECTRON === undefined
      ? '!node_modules/better-sqlite3/build'
      : '!node_modules/better-sqlite3/build/!(Release)',
    '!node_modules/node-hid/{hidapi,src}',
    `!node_modules/node-hid/prebuilds/!(${hid})`,
    '!node_modules/@serialport/bindings-cpp/src',
    `!node_modules/@serialport/bindings-cpp/prebuilds/!(${serial})`,
    // Electron is for glibc.
    '!**/*.musl.node',
    '!**/node_modules/node-addon-api',
    '!**/node_modules/zod/src',
    '!**/node_modules/**/*.{c,h,gyp,gypi,map,ts,mts,cts}',
    '!**/node_modules/**/{README,CHANGELOG,CHANGES,HISTORY}*.md',
  ];
}

/** Electron's own application, which runs whatever it is pointed at. */
async function removeDefaultApp(appOutDir: string, electronPlatformName: string): Promise<void> {
  const resources =
    electronPlatformName === 'darwin'
      ? join(appOutDir, 'Electron.app', 'Contents', 'Resources')
      : join(appOutDir, 'resources');
  const leftovers = [
    join(resources, 'default_app.asar'),
    join(resources, 'app'),
    join(appOutDir, 'version'),
  ];
  await Promise.all(leftovers.map((path) => rm(path, { recursive: true, force: true })));
}

/** What is packaged and how. `npm run package` reads it. */
const configuration: Configuration = {
  appId: 'kiosk.usher',
  productName: 'Usher',
  directories: { output: 'dist', buildResources: 'resources' },
  icon: 'src/renderer/icon.svg',
  // Nothing but what has to be a file of its own is outside of the archive, whose integrity is checked.
  asar: { smartUnpack: false },
  asarUnpack: ['**/*.node'],
  // Native modules come with binaries that any Electron can load.
  npmRebuild: false,
  ...(OTHER_ELECTRON !== undefined && { electronDist: OTHER_ELECTRON }),
  afterExtract: ({ appOutDir, electronPlatformName }) =>
    removeDefaultApp(appOutDir, electronPlatformName),
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
    // Where the system has it: macOS and Windows.
    enableEmbeddedAsarIntegrityValidation: true,
    enableCookieEncryption: true,
    grantFileProtocolExtraPrivileges: false,
    loadBrowserProcessSpecificV8Snapshot: false,
  },
  linux: {
    target: ['AppImage', 'deb'],
    category: 'Office',
    executableName: 'usher',
    syncDesktopName: true,
    files: filesWith({
      sqlite: 'linux-${arch}.node',
      hid: 'HID_hidraw-linux-${arch}',
      serial: 'linux-${arch}',
    }),
    synopsis: 'The kiosk at a venue’s entrance',
    // For those who have no package that installs it.
    extraResources: [{ from: `resources/${UDEV_RULE}`, to: UDEV_RULE }],
  },
  deb: {
    packageCategory: 'misc',
    depends: DEBIAN_LIBRARIES,
    recommends: [],
    // A minute and a half less than xz, for a third more; from Debian 12 and Ubuntu 22.04 on.
    compression: 'zst',
    afterInstall: 'resources/deb/after-install.sh',
    afterRemove: 'resources/deb/after-remove.sh',
    fpm: [`resources/${UDEV_RULE}=/usr/lib/udev/rules.d/${UDEV_RULE}`],
  },
  win: {
    target: 'nsis',
    files: filesWith({
      sqlite: 'win32-${arch}.node',
      hid: 'HID-win32-${arch}',
      serial: 'win32-${arch}',
    }),
  },
  // For all users of the machine: a kiosk's user installs nothing.
  nsis: { oneClick: true, perMachine: true, runAfterFinish: false },
  mac: {
    target: 'dmg',
    category: 'public.app-category.business',
    files: filesWith({
      sqlite: 'darwin-${arch}.node',
      hid: 'HID-darwin-${arch}',
      serial: 'darwin-x64+arm64',
    }),
  },
};

export default configuration;
