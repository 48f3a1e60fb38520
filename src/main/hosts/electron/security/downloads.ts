import type { Session } from 'electron';

/** Nothing is saved by the page. */
export function denyDownloads(session: Session): void {
  session.on('will-download', (event) => event.preventDefault());
}
