import { spawn } from 'node:child_process';
import { accessSync, constants, realpathSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';

/** What an AppImage's runtime tells the program in it. */
const OF_THE_RUNTIME = ['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD'];

/**
 * Lets go of all that is open, and becomes the program: whoever is started by Node gets what Chromium
 * has open, passes it on at the next start, and with it would hold the old AppImage's mount for good.
 */
const START =
  'for open in /proc/self/fd/*; do fd=${open##*/}; (( fd > 2 )) && eval "exec $fd>&-"; done; exec "$0" "$@"';

/**
 * The AppImage that a program runs from; null: it runs from none. The variables alone do not say so:
 * whatever was started from an AppImage inherits that one's.
 *
 * @param program the path of what runs
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
 * Starts an AppImage, which outlives whoever starts it, as if nothing had been started from one before.
 *
 * @returns whether it was started; not if the file is gone, say
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
 * The variables as they were before an AppImage put its own folders into paths: they are gone when it
 * ends, somebody else may make them anew, and each start would add them again.
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
