import type { WebContents } from 'electron';

/** Keeps a page where it is: it opens no window and goes nowhere but to itself, which is a reload. */
export function denyNavigation(contents: WebContents, home: string): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || event.url !== home) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  // Electron does not ask about an empty page. If the page went there after all, it is brought back.
  contents.on('did-navigate', (_event, url) => {
    if (url === home) return;
    // A failed load is dealt with by crashes.ts.
    contents.loadURL(home).catch(() => undefined);
  });
}
