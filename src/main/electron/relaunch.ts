import { app } from 'electron';

/** Has the kiosk started again as soon as this process ends; under systemd it ends at once. */
export function relaunch(args: string[]): void {
  // Under systemd the service ends with its process, and is started again as a whole.
  if (process.env['NOTIFY_SOCKET'] !== undefined) {
    app.exit(1);
    return;
  }
  // What an AppImage runs from is gone when it ends: the file itself is started.
  const file = process.env['APPIMAGE'];
  app.relaunch(file === undefined ? { args } : { args, execPath: file });
}
