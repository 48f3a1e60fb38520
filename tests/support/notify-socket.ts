import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this machine has systemd's tools. */
export const hasSystemd = ['systemd-notify', 'systemd-analyze', 'perl'].every(
  (tool) => spawnSync('which', [tool]).status === 0,
);

/** Takes datagrams, a line each: neither Node nor a shell can. The first line says that it is there. */
const RECEIVER = `
  $| = 1;
  socket(S, PF_UNIX, SOCK_DGRAM, 0) or die;
  bind(S, sockaddr_un($ARGV[0])) or die;
  print "there\\n";
  while (defined recv(S, $word, 4096, 0)) { print "$word\\n" }
`;

/** What a service tells its manager. */
export interface NotifySocket {
  readonly path: string;
  /** Each word, in its order. */
  heard(): readonly string[];
  close(): void;
}

/** Takes systemd's place at the other end of a real socket (sd_notify(3)). */
export async function notifySocket(): Promise<NotifySocket> {
  const folder = mkdtempSync(join(tmpdir(), 'usher-notify-'));
  const path = join(folder, 'notify');
  const receiver = spawn('perl', ['-MSocket', '-e', RECEIVER, path], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  receiver.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await Promise.race([once(receiver.stdout, 'data'), once(receiver, 'exit')]);
  return {
    path,
    heard: () => text.match(/^(READY|WATCHDOG|STOPPING)=1$/gm) ?? [],
    close() {
      receiver.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
