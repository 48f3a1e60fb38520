import type { WebContents } from 'electron';

/**
 * No key is a shortcut of the application's: not to reload, print, close, zoom or look into the page.
 * Keys are not swallowed, because the page has to see them all: a scanner that poses as a keyboard
 * writes control characters with Ctrl, and one that the page does not see is missing in a code.
 */
export function denyShortcuts(contents: WebContents): void {
  contents.setIgnoreMenuShortcuts(true);
}
