import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { endAll } from './end-all.ts';

/** How a command ended. */
export interface End {
  /** 0: well. */
  readonly exitCode: number;
  /** How long it took, in seconds. */
  readonly seconds: number;
  /** What it and its children used of the processors, in seconds; null where nobody counts that. */
  readonly processorSeconds: number | null;
  /** What was running, a line for each process, when it was ended because its time was up; null: it has ended by itself. */
  readonly cutOff: readonly string[] | null;
}

/** What a command is run with. */
export interface Surroundings {
  readonly env?: NodeJS.ProcessEnv;
  /** Aborts when the command's time is up. */
  readonly limit?: AbortSignal;
  /** How long it may take to end when it is asked to, in milliseconds. */
  readonly grace?: number;
}

const GRACE = 10_000;

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
 * has started; so does its limit.
 */
export function runInto(
  log: string,
  command: readonly string[],
  { env = {}, limit, grace = GRACE }: Surroundings = {},
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
  let ended: ReturnType<typeof endAll> | null = null;
  const cutOff = (): void => {
    if (child.pid !== undefined) ended = endAll(child.pid, grace);
  };
  limit?.addEventListener('abort', cutOff, { once: true });
  let times = '';
  child.stdio[3]?.on('data', (chunk) => (times += String(chunk)));
  return new Promise((resolve) => {
    const end = async (exitCode: number): Promise<void> => {
      limit?.removeEventListener('abort', cutOff);
      const running = await ended;
      for (const signal of ENDS) process.off(signal, pass);
      resolve({
        exitCode: running === null ? exitCode : 1,
        seconds: (performance.now() - begun) / 1000,
        processorSeconds: processorSeconds(times),
        cutOff: running?.map(({ line }) => line) ?? null,
      });
    };
    child.once('error', () => void end(127));
    child.once('close', (code) => void end(code ?? 1));
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
