import type { Environment } from '#main/hosts/host/command-line.ts';
import { appImageOf, startAppImage } from '#main/hosts/electron/app-image.ts';
import { app } from 'electron';

/** Whether systemd starts the kiosk, and starts it again when it ends. */
export function isService(env: Environment): boolean {
  return env['NOTIFY_SOCKET'] !== undefined;
}

/**
 * Arranges that the kiosk starts again: when this process has ended or, from an AppImage, at once. Under
 * systemd the process just ends.
 */
export function relaunch(args: string[]): void {
  // Under systemd the service ends with its process, and is started again as a whole.
  if (isService(process.env)) {
    app.exit(1);
    return;
  }
  // What an AppImage runs from is gone when it ends: the file itself is started. Not by Electron: what
  // that starts may gain no privileges, and those who mount an AppImage (fusermount) have to.
  const file = appImageOf(process.env, process.execPath);
  if (file !== null) {
    app.releaseSingleInstanceLock();
    if (startAppImage(file, args, process.env)) return;
  }
  app.relaunch({ args });
}
