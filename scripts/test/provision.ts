import { chromium } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hasDisplays } from '#tests/e2e/support/displays.ts';
import { debianPackages } from '../start/debian-packages.ts';
import { diagnose, inWords, type Probes } from '../start/diagnosis.ts';
import { isInstalled, run } from './command.ts';

/** Something of the machine that some tests need. */
export type Need =
  | 'chromium'
  | 'headless-shell'
  | 'screen'
  | 'displays'
  | 'pty'
  | 'hidraw'
  | 'key-ring'
  | 'systemd'
  | 'appimage'
  | 'nsis'
  | 'mosquitto'
  | 'outputs'
  | 'oxlint'
  | 'electron';

/** What is not there, and why or what would bring it. */
export type Missing = ReadonlyMap<Need, string>;

/** The programs behind a need, and the Debian packages that bring them. */
interface Provision {
  readonly packages: readonly string[];
  isThere(): boolean;
}

const PROVISIONS = {
  chromium: {
    packages: ['chromium'],
    isThere: () => isInstalled('chromium') || existsSync(chromium.executablePath()),
  },
  // Chromium without its windows, which Playwright brings with its own: component tests take a tenth less in it, and
  // Chromium where it is not.
  'headless-shell': {
    packages: ['chromium-headless-shell'],
    isThere: () =>
      process.platform !== 'linux' ||
      isInstalled('chromium-headless-shell') ||
      existsSync(chromium.executablePath()),
  },
  screen: {
    packages: [
      'xvfb',
      'xauth',
      'openbox',
      'xdotool',
      'wmctrl',
      'x11-utils',
      'scrot',
      'fonts-noto-core',
    ],
    isThere: () =>
      process.platform !== 'linux' ||
      ['Xvfb', 'openbox', 'xdotool', 'wmctrl', 'xmessage', 'scrot'].every((program) =>
        isInstalled(program),
      ),
  },
  // Displays that are unplugged and come back; their tests say themselves what they lack.
  displays: {
    packages: ['xserver-xorg-core', 'xserver-xorg-video-dummy', 'x11-xserver-utils'],
    isThere: () => process.platform !== 'linux' || hasDisplays(),
  },
  // Pseudo-terminals, for the serial scanners; their tests say themselves what they lack.
  pty: {
    packages: ['socat'],
    isThere: () => isInstalled('socat'),
  },
  // A HID scanner below a real node-hid; its test says itself what it lacks.
  hidraw: {
    packages: ['umockdev', 'gcc', 'libc6-dev'],
    isThere: () =>
      process.platform !== 'linux' || ['umockdev-run', 'gcc'].every((tool) => isInstalled(tool)),
  },
  // A desktop's key ring, and the library by which Chromium asks it; its test says itself what it lacks.
  'key-ring': {
    packages: ['gnome-keyring', 'dbus-daemon', 'dbus-bin', 'libsecret-1-0'],
    isThere: () =>
      process.platform !== 'linux' ||
      ['gnome-keyring-daemon', 'dbus-daemon', 'dbus-send'].every((tool) => isInstalled(tool)),
  },
  // The unit of a locked machine, and the watchdog; their tests say themselves what they lack.
  systemd: {
    packages: ['systemd'],
    isThere: () => process.platform !== 'linux' || isInstalled('systemd-analyze'),
  },
  // An AppImage without what electron-builder downloads; its tests say themselves what they lack.
  appimage: {
    packages: ['squashfs-tools', 'desktop-file-utils'],
    isThere: () =>
      process.platform !== 'linux' ||
      ['mksquashfs', 'unsquashfs', 'desktop-file-validate'].every((tool) => isInstalled(tool)),
  },
  // The compiler of Windows' installers; its tests say themselves what they lack.
  nsis: {
    packages: ['nsis'],
    isThere: () => process.platform !== 'linux' || isInstalled('makensis'),
  },
  // The broker at which the doors of a house meet; its tests say themselves what they lack.
  mosquitto: {
    packages: ['mosquitto'],
    isThere: () => isInstalled('mosquitto'),
  },
  // Devices of somebody else's for gates and signals; their tests say themselves what they lack.
  outputs: {
    packages: ['mosquitto-clients', 'python3-pymodbus', 'python3-serial-asyncio', 'usbrelay'],
    isThere: () =>
      process.platform !== 'linux' ||
      (isInstalled('mosquitto_sub') &&
        isInstalled('usbrelay') &&
        spawnSync('/usr/bin/python3', ['-c', 'import pymodbus.server']).status === 0),
  },
} as const satisfies Record<string, Provision>;

/**
 * Looks for what the tests need of the machine, installs what can be installed (as root, on Debian),
 * and tells what is still missing.
 */
export async function provision(machine: Probes): Promise<Missing> {
  // The tests bring a screen of their own.
  const probes = { ...machine, env: { ...machine.env, DISPLAY: ':tests' } };
  const packages = [...absentPrograms(), ...(await absentLibraries(probes))];
  const mayInstall = machine.isRoot && machine.aptKnows !== null;
  if (packages.length > 0 && mayInstall) install(packages);

  const missing = new Map<Need, string>();
  const remedy = `install it with: ${machine.isRoot ? '' : 'sudo '}apt-get install --no-install-recommends ${packages.join(' ')}`;
  for (const [need, { isThere }] of Object.entries(PROVISIONS)) {
    if (!isThere()) missing.set(need as keyof typeof PROVISIONS, remedy);
  }
  if (!hasOxlint()) missing.set('oxlint', 'npm install --no-save oxlint oxlint-tsgolint');
  const diagnosis = await diagnose(probes);
  if (diagnosis.type === 'unable') missing.set('electron', inWords(diagnosis));
  return missing;
}

/** Whether its native parts for this machine are installed (ADR 13). */
function hasOxlint(): boolean {
  const program = fileURLToPath(new URL('../../node_modules/oxlint/bin/oxlint', import.meta.url));
  return spawnSync(process.execPath, [program, '--version'], { stdio: 'ignore' }).status === 0;
}

function absentPrograms(): string[] {
  return Object.values(PROVISIONS).flatMap(({ packages, isThere }) => (isThere() ? [] : packages));
}

async function absentLibraries(probes: Probes): Promise<readonly string[]> {
  const electron = await probes.electron();
  if (!electron.ok || probes.platform !== 'linux' || probes.aptKnows === null) return [];
  return debianPackages(probes.missingLibraries(electron.value), probes.aptKnows);
}

function install(packages: readonly string[]): void {
  console.log(`Installing ${packages.join(', ')}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], env);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env);
}
