import { documentHeaders } from '#main/hosts/host/document-headers.ts';
import { readPageFile, type PageFolders } from '#main/hosts/host/page-files.ts';
import { APP_HOST } from './home.ts';
import { pageSession } from './security/page-session.ts';

/** Serves the built page's folder, and nothing outside of it, as `app://kiosk/…`. */
export function servePage(folders: PageFolders): void {
  const headers = documentHeaders("'none'");
  pageSession().protocol.handle('app', async ({ url, method }) => {
    const { host, pathname } = new URL(url);
    const file =
      host === APP_HOST && method === 'GET' ? await readPageFile(folders, pathname) : null;
    if (file === null) return new Response(null, { status: 404, headers });
    return new Response(file.content, { headers: { ...headers, 'Content-Type': file.type } });
  });
}
