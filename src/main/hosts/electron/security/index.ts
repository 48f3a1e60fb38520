import { app, type BrowserWindow } from 'electron';
import { denyBluetooth } from './bluetooth.ts';
import { keepCertificateErrors } from './certificates.ts';
import { denyContextMenu } from './context-menu.ts';
import { denyDownloads } from './downloads.ts';
import { denyNavigation } from './navigation.ts';
import { cutNetwork } from './network.ts';
import { limitPermissions } from './permissions.ts';
import { closeFiles } from './schemes.ts';
import { denyShortcuts } from './shortcuts.ts';
import { denyWebRtc } from './webrtc.ts';
import { denyWebviews } from './webviews.ts';
import { denyZoom } from './zoom.ts';

/**
 * Puts every rule in force for a window, before it loads anything.
 *
 * @param home the one address that it may show
 * @param isCameraOn whether a camera reads tickets, at this moment
 */
export async function lockWindow(
  window: BrowserWindow,
  home: string,
  isCameraOn: () => boolean,
): Promise<void> {
  const { webContents } = window;
  denyNavigation(webContents, home);
  denyWebviews(webContents);
  denyContextMenu(window);
  denyShortcuts(webContents);
  denyZoom(webContents);
  denyWebRtc(webContents);
  denyBluetooth(webContents);
  limitPermissions(webContents.session, isCameraOn);
  denyDownloads(webContents.session);
  closeFiles(webContents.session);
  keepCertificateErrors(app);
  await cutNetwork(webContents.session, home);
}
