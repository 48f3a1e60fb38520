import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A desktop's key ring (GNOME Keyring) on a message bus of its own. */
export interface KeyRing {
  /** For whoever is to find it. */
  readonly env: Record<string, string>;
  /** Opens it, as a login does. */
  unlock(): Promise<void>;
  /** Closes it, as a reboot without a login does: it is there, and nobody has opened it. */
  lock(): Promise<void>;
  close(): Promise<void>;
}

const PASSWORD = 'correct horse battery staple';
const SERVICE = 'org.freedesktop.secrets';

/** Whether this machine has what it takes. */
export function hasKeyRing(): boolean {
  return ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'].every(
    (program) => spawnSync('which', [program]).status === 0,
  );
}

/** Starts a bus and an open key ring, with nothing in it. */
export async function openKeyRing(): Promise<KeyRing> {
  const folder = mkdtempSync(join(tmpdir(), 'usher-ring-'));
  const runtime = join(folder, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  // No display: whoever asks for the password of a closed ring gets no window, but a refusal.
  const own = { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_RUNTIME_DIR: runtime };
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    env: own,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = (await once(createInterface(bus.stdout), 'line')) as [string];
  const env = { ...own, DBUS_SESSION_BUS_ADDRESS: address };
  let ring: ChildProcess | null = null;

  const isServed = (): boolean => {
    const question = ['/', 'org.freedesktop.DBus.NameHasOwner', `string:${SERVICE}`];
    const asked = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', ...question];
    return spawnSync('dbus-send', asked, { env, encoding: 'utf8' }).stdout.includes('true');
  };

  async function start(password: string | null): Promise<void> {
    await end();
    const args = [
      '--foreground',
      '--components=secrets',
      ...(password === null ? [] : ['--unlock']),
    ];
    ring = spawn('gnome-keyring-daemon', args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
    ring.stdin?.end(password ?? '');
    for (let left = 100; !isServed(); left -= 1) {
      if (left === 0) throw new Error('the key ring does not start');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function end(): Promise<void> {
    if (ring === null) return;
    const ended = once(ring, 'exit');
    ring.kill();
    await ended;
    ring = null;
  }

  await start(PASSWORD);
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: runtime, HOME: folder },
    unlock: () => start(PASSWORD),
    lock: () => start(null),
    async close() {
      await end();
      bus.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
