import { spawn } from 'node:child_process';

/** How a child process ended. */
export interface ChildEnd {
  /** The exit code; null after a signal. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Set when it could not be started at all: the system's code. */
  readonly error: string | null;
  /** How long it lived, in milliseconds. */
  readonly lived: number;
}

/** Runs a program in the foreground; signals go on to it, and it is waited for. */
export function runChild(program: string, args: readonly string[], cwd: string): Promise<ChildEnd> {
  const start = Date.now();
  const env = { ...process.env };
  // Some terminals set this for themselves; with it, Electron is nothing but a Node.
  delete env['ELECTRON_RUN_AS_NODE'];
  const child = spawn(program, args, { cwd, env, stdio: 'inherit' });
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve) => {
    const end = (
      code: number | null,
      signal: NodeJS.Signals | null,
      error: string | null,
    ): void => {
      for (const each of signals) process.off(each, pass);
      resolve({ code, signal, error, lived: Date.now() - start });
    };
    child.once('error', (error: NodeJS.ErrnoException) => end(null, null, error.code ?? 'unknown'));
    child.once('exit', (code, signal) => end(code, signal, null));
  });
}

/** Longer than this, in milliseconds, and it is not the start that went wrong. */
const AT_ONCE = 10_000;

/** How a program failed to start, in a word; null if it ran, however it ended. */
export function failedStart({ code, signal, error, lived }: ChildEnd): string | null {
  if (error !== null) return error;
  if (lived > AT_ONCE) return null;
  // 127: the loader did not find what it needs. Signals other than these are crashes.
  if (code === 127) return 'exit code 127';
  if (signal === null || ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'].includes(signal)) return null;
  return signal;
}
