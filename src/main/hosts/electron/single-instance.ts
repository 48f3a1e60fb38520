import { app, BrowserWindow } from 'electron';

/**
 * Whether this is the first kiosk with this data folder. A second one makes the first show itself
 * and has nothing else to do.
 */
export function isOnlyInstance(): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows();
    if (window?.isMinimized()) window.restore();
    window?.show();
    window?.focus();
  });
  return true;
}
