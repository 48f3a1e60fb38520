import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** A serial scanner at the other end of a pseudo-terminal. */
export interface PtyScanner {
  send(bytes: string | Uint8Array): void;
  /** All that it was told so far. */
  told(): string;
  /** It takes nothing any more. */
  hang(): void;
  /** It does again. */
  goOn(): void;
  /** Pulls the plug; resolves when the port is not there any more. */
  unplug(): Promise<void>;
}

/** Plugs a scanner in at this path. Needs socat. */
export async function openPty(path: string): Promise<PtyScanner> {
  const socat = spawn('socat', ['-', `pty,raw,echo=0,link=${path}`], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await once(socat, 'spawn');
  let told = '';
  socat.stdout.setEncoding('latin1').on('data', (text: string) => (told += text));
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
    told: () => told,
    goOn: () => void socat.kill('SIGCONT'),
    hang: () => void socat.kill('SIGSTOP'),
    async unplug() {
      if (!isPluggedIn) return;
      isPluggedIn = false;
      // Also one that hangs.
      socat.kill('SIGKILL');
      await gone;
      closeSync(hold);
      // Killed, it leaves its link, which would lead to the terminal that gets its number next, and that not yet open.
      rmSync(path, { force: true });
    },
  };
}
