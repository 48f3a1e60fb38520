import { documentHeaders } from '#main/host/document-headers.ts';
import { readPageFile, type PageFolders } from '#main/host/page-files.ts';
import type { Protocol } from 'electron';
import { APP_HOST } from './home.ts';

/** Serves the page, and nothing outside of its folders, as `app://kiosk/…`. */
export function servePage(protocol: Protocol, folders: PageFolders): void {
  const headers = documentHeaders("'none'");
  protocol.handle('app', async ({ url, method }) => {
    const { host, pathname } = new URL(url);
    const file =
      host === APP_HOST && method === 'GET' ? await readPageFile(folders, pathname) : null;
    if (file === null) return new Response(null, { status: 404, headers });
    return new Response(file.content, { headers: { ...headers, 'Content-Type': file.type } });
  });
}
