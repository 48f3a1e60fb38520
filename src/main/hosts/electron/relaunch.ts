import type { Environment } from '#main/hosts/host/command-line.ts';
import { appImageOf, startAppImage } from '#main/hosts/electron/app-image.ts';
import { app } from 'electron';

/** Whether systemd starts the kiosk, and starts it again when it ends. */
export function isService(env: Environment): boolean {
  return env['NOTIFY_SOCKET'] !== undefined;
}

/**
 * Has the kiosk started again: by Electron as soon as this process has ended; from an AppImage at once, as
 * a new process; under systemd by ending at once.
 */
export function relaunch(args: string[]): void {
  // Under systemd the service ends with its process, and is started again as a whole.
  if (isService(process.env)) {
    app.exit(1);
    return;
  }
  // The program inside an AppImage is gone when the AppImage ends, so the AppImage file itself is started.
  // Not by Electron: its child processes may gain no privileges, and mounting an AppImage (fusermount)
  // needs them.
  const file = appImageOf(process.env, process.execPath);
  if (file !== null) {
    app.releaseSingleInstanceLock();
    if (startAppImage(file, args, process.env)) return;
  }
  app.relaunch({ args });
}
