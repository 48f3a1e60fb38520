import { err, ok, type Result } from '#shared/result.ts';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Probes } from './diagnosis.ts';
import { missingLibraries } from './debian-packages.ts';

/** How long Electron's download may take, in milliseconds: 120 MB over a slow line. */
const LONGEST_DOWNLOAD = 5 * 60_000;

/** The real machine. */
export function probeMachine(root: string): Probes {
  return {
    platform: process.platform,
    env: process.env,
    isRoot: process.getuid?.() === 0,
    electron: () => findElectron(root),
    exists: existsSync,
    missingLibraries: (executable) => missingLibraries(output('ldd', [executable]) ?? ''),
    aptKnows:
      output('apt-cache', ['--version']) === null
        ? null
        : (name) => output('apt-cache', ['show', name]) !== null,
  };
}

/** Asks the electron package, in a process that can be given up; it downloads on the first time. */
async function findElectron(root: string): Promise<Result<string, string>> {
  const child = spawn(process.execPath, ['-e', "console.log('\\n' + require('electron'))"], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: the download is its child, and is given up with it.
    detached: process.platform !== 'win32',
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (words === '' && text.includes('Downloading')) console.error('Downloading Electron …');
      words += text;
    });
  }
  const end = await new Promise<number | null | 'late'>((resolve) => {
    const timer = setTimeout(() => resolve('late'), LONGEST_DOWNLOAD);
    child.once('close', (exitCode) => {
      clearTimeout(timer);
      resolve(exitCode);
    });
  });
  if (end === 'late') {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid);
    else child.kill();
    return err('it took too long');
  }
  const lines = words.split('\n').map((line) => line.trim());
  if (end === 0) return ok(lines.findLast((line) => line !== '') ?? '');
  return err(lines.find((line) => /error/i.test(line)) ?? 'for no reason that it tells');
}

/** What a program prints, or null if it is not there or fails. */
function output(program: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return status === 0 ? stdout : null;
}
