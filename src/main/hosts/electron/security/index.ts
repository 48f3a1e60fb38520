import type { BrowserWindow, Session } from 'electron';
import { denyBluetooth } from './bluetooth.ts';
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
 * Puts every rule in force for the pages of a session, before one of them loads anything.
 *
 * @param home the address of its page
 * @param isCameraOn whether a camera reads tickets there, at this moment
 */
export async function lockSession(
  session: Session,
  home: string,
  isCameraOn: () => boolean,
): Promise<void> {
  limitPermissions(session, isCameraOn);
  denyDownloads(session);
  closeFiles(session);
  await cutNetwork(session, home);
}

/**
 * Puts every rule in force for a window, before it loads anything; its session has to be locked, too.
 *
 * @param home the one address that it may show
 */
export function lockPage(window: BrowserWindow, home: string): void {
  const { webContents } = window;
  denyNavigation(webContents, home);
  denyWebviews(webContents);
  denyContextMenu(window);
  denyShortcuts(webContents);
  denyZoom(webContents);
  denyWebRtc(webContents);
  denyBluetooth(webContents);
}
