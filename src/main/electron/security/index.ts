import { app, type BrowserWindow } from 'electron';
import { denyBluetooth } from './bluetooth.ts';
import { keepCertificateErrors } from './certificates.ts';
import { denyDownloads } from './downloads.ts';
import { denyNavigation } from './navigation.ts';
import { denyPermissions } from './permissions.ts';
import { denyWebviews } from './webviews.ts';

/** Every rule in force for a window. `home` is the one address that it may show. */
export function lockWindow({ webContents }: BrowserWindow, home: string): void {
  denyNavigation(webContents, home);
  denyWebviews(webContents);
  denyBluetooth(webContents);
  denyPermissions(webContents.session);
  denyDownloads(webContents.session);
  keepCertificateErrors(app);
}
