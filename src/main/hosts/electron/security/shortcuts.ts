import type { WebContents } from 'electron';

/**
 * Removes the application's shortcuts: no key reloads, prints, closes, zooms or inspects the page. Keys are
 * not suppressed, because the page has to receive them all: a scanner that poses as a keyboard writes
 * control characters with Ctrl, and a suppressed key would be missing in a code.
 */
export function denyShortcuts(contents: WebContents): void {
  contents.setIgnoreMenuShortcuts(true);
}
