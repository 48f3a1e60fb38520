import { cameraReaderHeaders, documentHeaders } from '#main/hosts/host/document-headers.ts';
import { isCameraReader, readPageFile, type PageFolders } from '#main/hosts/host/page-files.ts';
import { Hono } from 'hono';
import { setCookie } from 'hono/cookie';
import { SESSION_COOKIE, type Access } from './access.ts';
import { leadTo, NOT_ADMITTED } from './pages.ts';

export interface AppParts {
  readonly access: Access;
  /** Whether a Host header names this server; any other may be a page that uses DNS rebinding. */
  readonly isOurHost: (host: string | undefined) => boolean;
  readonly folders: PageFolders;
  /** Whether a camera reads tickets, at this moment. */
  readonly isCameraOn: () => boolean;
}

/** Serves the page to the one browser that has redeemed the key, and a short message to all others. */
export function createApp({ access, isOurHost, folders, isCameraOn }: AppParts): Hono {
  const app = new Hono();
  const page = documentHeaders("'self'");

  app.use(async (c, next) => {
    const headers = { ...page, 'Permissions-Policy': permissionsPolicy(isCameraOn()) };
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    if (!isOurHost(c.req.header('host'))) return c.html(NOT_ADMITTED, 403);
    const isInPlace = c.req.path.startsWith(access.place);
    if (isInPlace && access.admits(c.req.header('cookie'))) return next();
    const key = c.req.path === '/' && c.req.method === 'GET' ? c.req.query('key') : undefined;
    const session = key === undefined ? null : access.redeem(key);
    if (session === null) return c.html(NOT_ADMITTED, 403);
    setCookie(c, SESSION_COOKIE, session, {
      httpOnly: true,
      sameSite: 'Strict',
      path: access.place,
    });
    return c.html(leadTo(access.place));
  });

  app.get('*', async (c) => {
    const path = new URL(c.req.url).pathname.slice(access.place.length - 1);
    const file = await readPageFile(folders, path);
    if (file === null) return c.notFound();
    const headers = isCameraOn() && isCameraReader(path) ? cameraReaderHeaders(c.req.url) : {};
    return c.body(file.content, 200, { ...headers, 'Content-Type': file.type });
  });

  return app;
}

/** Devices are the browser's to give; but whoever is asked is asked for nothing that the kiosk does not use. */
function permissionsPolicy(isCameraOn: boolean): string {
  return [`camera=(${isCameraOn ? 'self' : ''})`, 'microphone=()', 'display-capture=()'].join(', ');
}
