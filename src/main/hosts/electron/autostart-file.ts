import { replaceFile } from '#main/base/vault/replace-file.ts';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../host/command-line.ts';

/** Where a desktop on Linux looks for what it starts by itself (XDG autostart). */
export function autostartPath(env: Environment, home: string): string {
  const config = env['XDG_CONFIG_HOME'];
  // A relative one is to be passed over, says the specification.
  const folder = config?.startsWith('/') ? config : join(home, '.config');
  return join(folder, 'autostart', 'usher.desktop');
}

/**
 * Writes the file that has the desktop start `program`; with null there is none. It is told at each
 * start: power that fails then must not cost the next one, so what is right already is left alone, and
 * what is not is replaced as a whole.
 */
export function writeAutostart(path: string, program: string | null): void {
  if (program === null) {
    rmSync(path, { force: true });
    return;
  }
  const entry = autostartEntry(program);
  if (contentOf(path) === entry) return;
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, Buffer.from(entry));
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** The file's content, by the Desktop Entry Specification. */
export function autostartEntry(program: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Usher',
    `Exec=${quoted(program)}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/**
 * A program's path as an argument of Exec: first as within a shell's double quotes, with field codes
 * told apart, then as any text in such a file.
 */
function quoted(path: string): string {
  const argument = `"${path.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
  return argument.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
