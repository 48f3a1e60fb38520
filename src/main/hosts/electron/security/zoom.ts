import type { WebContents } from 'electron';

/** Fingers and wheels do not make the page larger: nobody at the door could make it right again. */
export function denyZoom(contents: WebContents): void {
  // Each new page begins with its process's own limits.
  contents.on('did-finish-load', () => {
    contents.setZoomFactor(1);
    // It fails only when the page is gone again, and then the next one is limited.
    contents.setVisualZoomLevelLimits(1, 1).catch(() => undefined);
  });
}
