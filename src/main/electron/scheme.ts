import { documentHeaders } from '#main/host/document-headers.ts';
import { readRendererFile } from '#main/host/renderer-files.ts';
import type { Protocol } from 'electron';
import { APP_HOST } from './home.ts';

/** Serves the built renderer, and nothing outside of its folder, as `app://kiosk/…`. */
export function serveRenderer(protocol: Protocol, root: string): void {
  const headers = documentHeaders("'none'");
  protocol.handle('app', async ({ url, method }) => {
    const { host, pathname } = new URL(url);
    const file =
      host === APP_HOST && method === 'GET' ? await readRendererFile(root, pathname) : null;
    if (file === null) return new Response(null, { status: 404, headers });
    return new Response(file.content, { headers: { ...headers, 'Content-Type': file.type } });
  });
}
