import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** How a command ended. */
export interface End {
  /** 0: well. */
  readonly exitCode: number;
  /** How long it took, in seconds. */
  readonly seconds: number;
  /** What it and its children used of the processors, in seconds; null where nobody counts that. */
  readonly processorSeconds: number | null;
}

/** Has a shell add what all its children have used, where there is such a shell. */
const COUNTED = '"$@" 3>&-; status=$?; times >&3; exit $status';
const counts = process.platform !== 'win32';
/** What ends a command of a terminal: its keys, another program, and that the terminal is closed. */
const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ends this process when it is told to, after all that it has started was told likewise. */
export function endWhenTold(): void {
  for (const signal of ENDS) process.once(signal, () => setImmediate(() => process.exit(130)));
}

/**
 * Runs a command, with all that it says in a file. Whoever ends this process ends it, too, with all that it
 * has started.
 */
export function runInto(
  log: string,
  command: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<End> {
  const [program = '', ...args] = counts ? ['sh', '-c', COUNTED, 'sh', ...command] : command;
  const output = openSync(log, 'w');
  const begun = performance.now();
  const child = spawn(program, args, {
    stdio: ['ignore', output, output, 'pipe'],
    env: { ...process.env, ...env },
    // A group of its own, by which all of them can be told.
    detached: counts,
  });
  closeSync(output);
  const pass = (signal: NodeJS.Signals): void => {
    if (counts && child.pid !== undefined) process.kill(-child.pid, signal);
    else child.kill(signal);
  };
  for (const signal of ENDS) process.on(signal, pass);
  let times = '';
  child.stdio[3]?.on('data', (chunk) => (times += String(chunk)));
  return new Promise((resolve) => {
    const end = (exitCode: number): void => {
      for (const signal of ENDS) process.off(signal, pass);
      const seconds = (performance.now() - begun) / 1000;
      resolve({ exitCode, seconds, processorSeconds: processorSeconds(times) });
    };
    child.once('error', () => end(127));
    child.once('close', (code) => end(code ?? 1));
  });
}

/** The sum of what the shell's `times` says: its own in the first line, its children's in the second. */
export function processorSeconds(times: string): number | null {
  const parts = [...times.matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length !== 4) return null;
  return parts.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}
