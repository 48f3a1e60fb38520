import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXECUTABLE, OUTSIDE } from './packaged.ts';

/** The packaged kiosk, running: nobody sees into it but the system. */
export interface PackagedKiosk {
  /** What it has written down. */
  log(): string;
  /** What it keeps in its settings file, as JSON. */
  settings(): string;
  /** What it has said on its standard streams. */
  said(): string;
  /** The native modules that the kernel has loaded into it, as paths below {@link OUTSIDE}. */
  nativeModules(): string[];
  /** The same of its utility processes. */
  nativeModulesOfUtilities(): string[];
  /** The processes of its pages; developer tools would be one more. */
  pages(): number[];
  /** Asks it to end; returns its exit code. */
  terminate(): Promise<number | null>;
  /** Clears away. */
  kill(): Promise<void>;
}

export interface StartOptions {
  readonly dataDirectory: string;
  /** What is started instead of the unpacked application: its AppImage. */
  readonly executable?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the packaged kiosk in a window. */
export async function startPackagedKiosk(options: StartOptions): Promise<PackagedKiosk> {
  const { dataDirectory, executable = EXECUTABLE, args = [], env = {} } = options;
  // Chromium's sandbox does not start for root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const kiosk = spawn(
    executable,
    [...sandbox, `--user-data-dir=${dataDirectory}`, '--windowed', ...args],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [kiosk.stdout, kiosk.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const ended = once(kiosk, 'exit').then(() => kiosk.exitCode);
  await once(kiosk, 'spawn');
  const pid = kiosk.pid ?? 0;
  return {
    log: () => readIfThere(join(dataDirectory, 'logs', 'usher.log')),
    settings: () => readIfThere(join(dataDirectory, 'settings.json')),
    said: () => said,
    nativeModules: () => nativeModulesOf(pid),
    nativeModulesOfUtilities: () => utilitiesOf(dataDirectory).flatMap(nativeModulesOf),
    pages: () => processesWith('--type=renderer', dataDirectory),
    async terminate() {
      kiosk.kill('SIGTERM');
      return ended;
    },
    async kill() {
      kiosk.kill('SIGKILL');
      await ended;
    },
  };
}

function nativeModulesOf(pid: number): string[] {
  const paths = readIfThere(`/proc/${pid}/maps`).matchAll(/\S+\.node$/gm);
  return [...new Set(Array.from(paths, ([path]) => path))]
    .filter((path) => path.startsWith(OUTSIDE))
    .map((path) => path.slice(OUTSIDE.length + 1));
}

/** Electron's utility processes run Node; they are told which kiosk they belong to. */
function utilitiesOf(dataDirectory: string): number[] {
  return processesWith('node.mojom.NodeService', dataDirectory);
}

function processesWith(...words: readonly string[]): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const said = readIfThere(`/proc/${pid}/cmdline`);
      return words.every((word) => said.includes(word));
    })
    .map(Number);
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
