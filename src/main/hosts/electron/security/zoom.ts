import type { WebContents } from 'electron';

/** Disables zooming by pinch and by wheel: people at the door have no means to undo it. */
export function denyZoom(contents: WebContents): void {
  // Each new page begins with its process's own limits.
  contents.on('did-finish-load', () => {
    contents.setZoomFactor(1);
    // It fails only when the page is gone again, and then the next one is limited.
    contents.setVisualZoomLevelLimits(1, 1).catch(() => undefined);
  });
}
