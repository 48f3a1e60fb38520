import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How long the tool may take, in milliseconds. */
const LONGEST = 5_000;

/** Notifies systemd by its command-line tool, because Node has no datagrams on Unix sockets. */
export async function systemdNotify(what: string): Promise<void> {
  await run('systemd-notify', [what], { timeout: LONGEST });
}
