import { app } from 'electron';
import { spawn } from 'node:child_process';

/**
 * Has the kiosk started again in the end: as soon as this process has ended, or, from an AppImage, at
 * once; under systemd it ends at once.
 */
export function relaunch(args: string[]): void {
  // Under systemd the service ends with its process, and is started again as a whole.
  if (process.env['NOTIFY_SOCKET'] !== undefined) {
    app.exit(1);
    return;
  }
  // What an AppImage runs from is gone when it ends: the file itself is started.
  const file = process.env['APPIMAGE'];
  if (file === undefined) {
    app.relaunch({ args });
    return;
  }
  // Not by Electron: what that starts may gain no privileges, and those who mount an AppImage (fusermount) have to.
  app.releaseSingleInstanceLock();
  spawn(file, args, { detached: true, stdio: 'ignore' }).unref();
}
