import { spawn } from 'node:child_process';
import { accessSync, constants, realpathSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';

/** The environment variables that an AppImage's runtime sets for the program in it. */
const OF_THE_RUNTIME = ['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD'];

/**
 * Closes all inherited file descriptors, then replaces itself with the program (exec). A process that Node
 * starts inherits the descriptors that Chromium has open and passes them on at the next start, which would
 * keep the old AppImage mounted for good.
 */
const START =
  'for open in /proc/self/fd/*; do fd=${open##*/}; (( fd > 2 )) && eval "exec $fd>&-"; done; exec "$0" "$@"';

/**
 * Returns the AppImage that a program runs from; null if it runs from none. The variables alone are no
 * proof: every process that was started from an AppImage inherits that AppImage's variables.
 *
 * @param program the path of the running program
 */
export function appImageOf(env: NodeJS.ProcessEnv, program: string): string | null {
  const { APPIMAGE: file, APPDIR: mount } = env;
  if (!file || !mount) return null;
  try {
    const inside = relative(realpathSync(mount), program);
    return inside.startsWith('..') || isAbsolute(inside) ? null : file;
  } catch {
    return null;
  }
}

/**
 * Starts an AppImage as a process that outlives its parent, with the environment as it was before any
 * AppImage changed it.
 *
 * @returns whether it was started; false, for example, if the file is gone
 */
export function startAppImage(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): boolean {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    return false;
  }
  const child = spawn('/bin/bash', ['-c', START, file, ...argumentsFrom(args)], {
    ...{ detached: true, stdio: 'ignore' },
    env: outsideEnv(env),
  });
  // That it has no number says so already.
  child.on('error', () => undefined);
  child.unref();
  return child.pid !== undefined;
}

/** An AppImage decides at each start whether it can have its sandbox; root never can. */
function argumentsFrom(args: readonly string[]): readonly string[] {
  return process.getuid?.() === 0 ? args : args.filter((arg) => arg !== '--no-sandbox');
}

/**
 * Returns the variables as they were before an AppImage put its own folders into paths. These folders are
 * gone when it ends, another user may create them anew, and each start would add them again.
 */
export function outsideEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const mount = env['APPDIR'];
  const isInside = (path: string) => path === mount || path.startsWith(`${mount}/`);
  const outside: NodeJS.ProcessEnv = {};
  for (const [name, value = ''] of Object.entries(env)) {
    if (OF_THE_RUNTIME.includes(name)) continue;
    const paths = value.split(':');
    if (mount === undefined || !paths.some(isInside)) outside[name] = value;
    else {
      const others = new Set(paths.filter((path) => path !== '' && !isInside(path)));
      if (others.size > 0) outside[name] = [...others].join(':');
    }
  }
  return outside;
}
