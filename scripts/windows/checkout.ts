import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../test/command.ts';
import { forwarder } from './forwarder.ts';

/** Notes which packages are installed. */
const INSTALLED = 'installed-for-windows';

/**
 * A copy of what is checked out here, with all changes, and with the packages that Windows needs: those here
 * are another system's. Packages are installed anew only where package-lock.json is another one.
 */
export function windowsCheckout(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (name !== 'node_modules') rmSync(join(folder, name), { recursive: true });
  }
  for (const file of checkedOut()) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  // Texts that are generated from the messages, which the copy could only make with this system's packages.
  const texts = 'src/renderer/i18n/paraglide';
  if (existsSync(texts)) cpSync(texts, join(folder, texts), { recursive: true });
  install(folder);
}

/** All files that git knows or would take, as they are now. */
function checkedOut(): readonly string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
  return files.filter((file) => file !== '' && existsSync(file));
}

function install(folder: string): void {
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  const note = join(folder, 'node_modules', INSTALLED);
  if (existsSync(note) && readFileSync(note, 'utf8') === lock) return;
  const args = ['ci', '--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund'];
  if (run('npm', ['--prefix', folder, ...args]) !== 0) {
    throw new Error('the packages for Windows could not be installed');
  }
  lendRandomness(folder);
  writeFileSync(note, lock);
}

/**
 * Wine 8 has no `bcryptprimitives.dll`, of which all that is written in Rust wants one function. It is the same
 * as another one that Wine has, so that leading there is enough. A real Windows has its own.
 */
function lendRandomness(folder: string): void {
  const library = 'bcryptprimitives.dll';
  const target = 'advapi32.SystemFunction036';
  const bindings = join(folder, 'node_modules/@rolldown/binding-win32-x64-msvc');
  writeFileSync(join(bindings, library), forwarder({ library, name: 'ProcessPrng', target }));
}
