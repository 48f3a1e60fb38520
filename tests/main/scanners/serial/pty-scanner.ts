import { spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { expect, onTestFinished, vi } from 'vitest';

/**
 * Why no pseudo-terminal can be had, for the name of what is skipped then; null: it can. Where CI=true
 * nothing is skipped.
 */
export const WHY_NO_PTY =
  process.env['CI'] === 'true' || spawnSync('socat', ['-V']).status === 0
    ? null
    : 'needs socat: apt-get install socat';

/** A serial scanner at the other end of a pseudo-terminal. */
export interface PtyScanner {
  send(bytes: string | Uint8Array): void;
  /** Pulls the plug; comes when the port is not there any more. */
  unplug(): Promise<void>;
}

/** Plugs a scanner in at this path; it is pulled out when the test has finished. */
export async function plugIn(path: string): Promise<PtyScanner> {
  const socat = spawn('socat', ['-', `pty,raw,echo=0,link=${path}`], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const gone = new Promise<void>((resolve) => socat.once('close', () => resolve()));
  await vi.waitFor(() => expect(existsSync(path)).toBe(true), { timeout: 5000 });
  // A pseudo-terminal that nobody holds open any more ends, and that is not how a port behaves.
  const { O_RDWR, O_NOCTTY, O_NONBLOCK } = constants;
  const hold = openSync(path, O_RDWR | O_NOCTTY | O_NONBLOCK);
  let isPluggedIn = true;
  const unplug = async (): Promise<void> => {
    if (!isPluggedIn) return;
    isPluggedIn = false;
    socat.kill();
    await gone;
    closeSync(hold);
  };
  onTestFinished(unplug);
  return { send: (bytes) => socat.stdin.write(bytes), unplug };
}
