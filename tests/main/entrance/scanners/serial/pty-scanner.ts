import { spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { openPty, type PtyScanner } from './pty.ts';

/**
 * Why no pseudo-terminal can be had, for the name of what is skipped then; null: it can. Where CI=true
 * nothing is skipped.
 */
export const WHY_NO_PTY =
  process.env['CI'] === 'true' || spawnSync('socat', ['-V']).status === 0
    ? null
    : 'needs socat: apt-get install socat';

/** Plugs a scanner in at this path; it is pulled out when the test has finished. */
export async function plugIn(path: string): Promise<PtyScanner> {
  const scanner = await openPty(path);
  onTestFinished(() => scanner.unplug());
  return scanner;
}
