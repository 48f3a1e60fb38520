import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** A serial scanner at the other end of a pseudo-terminal. */
export interface PtyScanner {
  send(bytes: string | Uint8Array): void;
  /** Pulls the plug; resolves when the port is not there any more. */
  unplug(): Promise<void>;
}

/** Plugs a scanner in at this path. Needs socat. */
export async function openPty(path: string): Promise<PtyScanner> {
  const socat = spawn('socat', ['-', `pty,raw,echo=0,link=${path}`], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  await once(socat, 'spawn');
  const gone = new Promise<void>((resolve) => socat.once('close', () => resolve()));
  while (!existsSync(path)) {
    if (socat.exitCode !== null) throw new Error(`socat ended with ${socat.exitCode}`);
    await wait(5);
  }
  // A pseudo-terminal that nobody holds open any more ends, and that is not how a port behaves.
  const { O_RDWR, O_NOCTTY, O_NONBLOCK } = constants;
  const hold = openSync(path, O_RDWR | O_NOCTTY | O_NONBLOCK);
  let isPluggedIn = true;
  return {
    send: (bytes) => socat.stdin.write(bytes),
    async unplug() {
      if (!isPluggedIn) return;
      isPluggedIn = false;
      socat.kill();
      await gone;
      closeSync(hold);
    },
  };
}
