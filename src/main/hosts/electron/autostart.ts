import { appImageOf } from '#main/hosts/electron/app-image.ts';
import { autostartPath, writeAutostart } from '#main/hosts/electron/autostart-file.ts';
import { app } from 'electron';

/** Tells the system whether to start the kiosk when its user signs in. */
export function tellAutostart(on: boolean): void {
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: on });
    return;
  }
  // The program inside an AppImage is mounted at another path each time.
  const program = appImageOf(process.env, process.execPath) ?? app.getPath('exe');
  writeAutostart(autostartPath(process.env, app.getPath('home')), on ? program : null);
}
