import type { Configuration } from 'electron-builder';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LEDGER_VERSION } from './src/main/ledger/schema.ts';

const UDEV_RULE = '70-usher-scanners.rules';

/** What Chromium needs of Debian, and node-hid (libudev, libusb). */
const DEBIAN_LIBRARIES = [
  // By its name since Debian 13 and Ubuntu 24.04, and before.
  'libasound2t64 | libasound2',
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

/** What native modules bring for one system, by where they keep it; `${arch}` is the processor. */
interface Binaries {
  readonly sqlite: string;
  readonly hid: string;
  readonly serial: string;
}

const LINUX: Binaries = {
  sqlite: 'linux-${arch}.node',
  hid: 'HID_hidraw-linux-${arch}',
  serial: 'linux-${arch}',
};
const WINDOWS: Binaries = {
  sqlite: 'win32-${arch}.node',
  hid: 'HID-win32-${arch}',
  serial: 'win32-${arch}',
};
const MAC: Binaries = {
  sqlite: 'darwin-${arch}.node',
  hid: 'HID-darwin-${arch}',
  serial: 'darwin-x64+arm64',
};

/**
 * What was built, Electron's entry, and what npm installs for production; of native modules neither
 * sources nor what is for other systems.
 *
 * @param compiled whether better-sqlite3 as it was compiled on this machine is taken, if it was
 */
function filesWith({ sqlite, hid, serial }: Binaries, compiled = false): string[] {
  return [
    'out/**',
    'src/main/entry.cjs',
    'src/main/hosts/electron/*.cjs',
    'src/main/hosts/electron/security/switches.cjs',
    // What is said of a version that does not start.
    'src/renderer/i18n/messages/*/start-failure.json',
    // Some modules want types of others installed, which nothing reads while it runs.
    '!node_modules/@types',
    '!node_modules/better-sqlite3/{deps,src}',
    `!node_modules/better-sqlite3/prebuilds/!(${sqlite})`,
    // It goes before the prebuilt one.
    `!node_modules/better-sqlite3/build${compiled ? '/!(Release)' : ''}`,
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

/** What is packaged and how. */
const configuration: Configuration = {
  appId: 'kiosk.usher',
  productName: 'Usher',
  directories: { output: 'dist', buildResources: 'resources' },
  icon: 'src/renderer/icon.svg',
  // Nothing but what has to be a file of its own is outside of the archive, whose integrity is checked.
  asar: { smartUnpack: false },
  asarUnpack: ['**/*.node'],
  // Where a person finds them without the program; Electron's own lie beside it.
  extraResources: [{ from: 'out/renderer/licences.txt', to: 'licences.txt' }],
  // Makes the feed's half of each installer. Where the feed is, each kiosk's settings say.
  publish: { provider: 'generic', url: 'https://updates.example.org/usher' },
  // A kiosk refuses what cannot read its ledger.
  releaseInfo: { vendor: { ledgerSchema: LEDGER_VERSION } },
  // The one before it wants libfuse2, which new systems lack, and starts from the menu without a sandbox.
  toolsets: { appimage: '1.0.3' },
  // Native modules come with binaries that any Electron can load.
  npmRebuild: false,
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
    files: filesWith(LINUX),
    synopsis: 'The kiosk at a venue’s entrance',
    // For those who have no package that installs it.
    extraResources: [
      { from: `resources/${UDEV_RULE}`, to: UDEV_RULE },
      { from: 'resources/systemd', to: 'systemd' },
    ],
  },
  deb: {
    packageCategory: 'misc',
    depends: DEBIAN_LIBRARIES,
    // The voices of spoken verdicts, and letters of guests from anywhere.
    recommends: ['speech-dispatcher-espeak-ng', 'fonts-noto-core', 'fonts-noto-cjk'],
    // Much faster than xz, for a third more (ADR 27); from Debian 12 and Ubuntu 22.04 on.
    compression: 'zst',
    afterInstall: 'resources/deb/after-install.sh',
    afterRemove: 'resources/deb/after-remove.sh',
    fpm: [
      '--before-remove=resources/deb/before-remove.sh',
      `resources/${UDEV_RULE}=/usr/lib/udev/rules.d/${UDEV_RULE}`,
      // For a machine that is nothing but a kiosk. Whoever wants that switches it on.
      'resources/systemd/usher-kiosk.service=/usr/lib/systemd/system/usher-kiosk.service',
      'resources/systemd/usher-kiosk.sysusers=/usr/lib/sysusers.d/usher-kiosk.conf',
      // Where Debian looks for the terms of a package.
      'out/renderer/licences.txt=/usr/share/doc/usher/copyright',
    ],
  },
  win: { target: 'nsis', files: filesWith(WINDOWS) },
  // For all users of the machine: a kiosk's user installs nothing.
  nsis: {
    ...{ oneClick: true, perMachine: true, runAfterFinish: false },
    include: 'resources/windows/installer.nsh',
  },
  mac: {
    target: 'dmg',
    category: 'public.app-category.business',
    files: filesWith(MAC),
  },
};

export default configuration;

/**
 * The same with another Electron than the one that package.json names, to try it out on this machine.
 * It may be one that better-sqlite3 had to be compiled for.
 *
 * @param electronDist the folder it is in
 */
export function withOtherElectron(electronDist: string): Configuration {
  return {
    ...configuration,
    electronDist,
    linux: { ...configuration.linux, files: filesWith(LINUX, true) },
  };
}
