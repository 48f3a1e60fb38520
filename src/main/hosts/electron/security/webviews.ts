import type { WebContents } from 'electron';

/** No page within the page. */
export function denyWebviews(contents: WebContents): void {
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
