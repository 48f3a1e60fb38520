import type { Session } from 'electron';

/** Files of the machine have no addresses for the page. */
export function closeFiles(session: Session): void {
  session.protocol.handle('file', () => new Response(null, { status: 404 }));
}
