import type { WebContents } from 'electron';

/** Keeps a page at its address: it opens no window and can only navigate to itself, which is a reload. */
export function denyNavigation(contents: WebContents, home: string): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || event.url !== home) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  // An empty page causes no `will-navigate`. A page that has navigated elsewhere all the same is led back.
  contents.on('did-navigate', (_event, url) => {
    if (url === home) return;
    // A failed load is handled by the code that reloads the page (crashes.ts).
    contents.loadURL(home).catch(() => undefined);
  });
}
