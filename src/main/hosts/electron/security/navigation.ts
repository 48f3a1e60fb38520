import type { WebContents } from 'electron';

/** Keeps a page where it is: it opens no window and goes nowhere but to itself, which is a reload. */
export function denyNavigation(contents: WebContents, home: string): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || event.url !== home) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  // Nobody is asked about an empty page. Where a page has gone after all, it comes back from.
  contents.on('did-navigate', (_event, url) => {
    if (url === home) return;
    // That a page does not load is for those to see who keep it alive.
    contents.loadURL(home).catch(() => undefined);
  });
}
