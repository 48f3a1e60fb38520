import { cameraReaderHeaders, documentHeaders } from '#main/hosts/host/document-headers.ts';
import { isCameraReader, readPageFile, type PageFolders } from '#main/hosts/host/page-files.ts';
import { APP_HOST } from './home.ts';
import type { Session } from 'electron';

/**
 * Serves the built page's folder, and nothing outside of it, as `app://kiosk/…` to the pages of a session.
 *
 * @param isCameraOn whether a camera reads tickets, at this moment
 */
export function servePage(session: Session, folders: PageFolders, isCameraOn: () => boolean): void {
  const page = documentHeaders("'none'");
  session.protocol.handle('app', async ({ url, method }) => {
    const { host, pathname } = new URL(url);
    const file =
      host === APP_HOST && method === 'GET' ? await readPageFile(folders, pathname) : null;
    const headers = isCameraOn() && isCameraReader(pathname) ? cameraReaderHeaders(url) : page;
    if (file === null) return new Response(null, { status: 404, headers });
    return new Response(file.content, { headers: { ...headers, 'Content-Type': file.type } });
  });
}
