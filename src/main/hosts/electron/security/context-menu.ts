import type { BrowserWindow } from 'electron';

/** No menu, neither of the page nor of the window's frame. */
export function denyContextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (event) => event.preventDefault());
  window.on('system-context-menu', (event) => event.preventDefault());
}
