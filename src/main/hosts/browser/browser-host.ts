import type { PageFolders } from '#main/hosts/host/page-files.ts';
import { guestSideOf } from '#main/kiosk/guest-side.ts';
import type { HostedKiosk } from '#main/kiosk/kiosk.ts';
import { UnauthenticatedConnections } from '#main/base/unauthenticated-connections.ts';
import type { Logger } from '#main/base/ports.ts';
import { GUEST_SOCKET } from '#shared/guest-page.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { getRequestListener } from '@hono/node-server';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createAccess } from './access.ts';
import { createApp } from './app.ts';
import { openSide } from './sockets.ts';

/** Connections without the session's secret. All come from this machine, perhaps from another of its users. */
const UNAUTHENTICATED = { perMachine: 32, total: 32 };

export interface BrowserHostParts {
  readonly kiosk: Pick<HostedKiosk, 'handlers' | 'mayCall' | 'onState' | 'state' | 'whole'>;
  readonly logger: Logger;
  readonly folders: PageFolders;
  /** Called with whether a window shows the guest's side. */
  readonly onGuests?: (areThere: boolean) => void;
  /** 0 for any free port. */
  readonly port: number;
}

/** The kiosk, served to one browser on this machine. */
export interface BrowserHost {
  /** The address to open, with the key that works once. */
  readonly address: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves the kiosk on loopback: the renderer's files over HTTP, its calls and events over a WebSocket, and the guest's
 * side over another one. Only the browser that redeemed the key has access to them, and only our own pages may open a
 * WebSocket.
 * Fails with the system's error code if the port cannot be opened.
 */
export async function startBrowserHost(
  parts: BrowserHostParts,
): Promise<Result<BrowserHost, string>> {
  const { kiosk, logger, folders } = parts;
  const access = createAccess();
  let ourHosts: readonly string[] = [];
  const isOurHost = (host: string | undefined): boolean =>
    host !== undefined && ourHosts.includes(host);

  const isCameraOn = (): boolean => kiosk.state().settings.camera;
  const app = createApp({ access, isOurHost, folders, isCameraOn });
  const answer = getRequestListener(app.fetch);
  const strangers = new UnauthenticatedConnections(UNAUTHENTICATED);
  const server = createServer((incoming, outgoing) => {
    if (access.admits(incoming.headers.cookie)) strangers.authenticated(incoming.socket);
    void answer(incoming, outgoing);
  });
  server.on('connection', (socket) => strangers.add(socket));
  const port = await listen(server, parts.port);
  if (!port.ok) return port;
  ourHosts = [`127.0.0.1:${port.value}`, `localhost:${port.value}`];

  const sides = [
    openSide(kiosk, `${access.place}kiosk`, logger),
    openSide(guestSideOf(kiosk), access.place + GUEST_SOCKET, logger, parts.onGuests),
  ];
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy());
    const side = sides.find(({ path }) => path === request.url);
    if (!side || !isOurPage(request, isOurHost) || !access.admits(request.headers.cookie)) {
      logger.warn('a connection was refused');
      stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    strangers.authenticated(request.socket);
    side.take(request, stream, head);
  });

  return ok({
    address: `http://127.0.0.1:${port.value}/?key=${access.key}`,
    async close() {
      for (const side of sides) side.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  });
}

/** Whether a request for a WebSocket comes from our own page, by the Origin header that browsers add. */
function isOurPage(
  { headers }: IncomingMessage,
  isOurHost: (host: string | undefined) => boolean,
): boolean {
  return isOurHost(headers.host) && headers.origin === `http://${headers.host}`;
}

async function listen(server: Server, port: number): Promise<Result<number, string>> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    return err(error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
  }
  const address = server.address();
  return ok(typeof address === 'object' && address !== null ? address.port : port);
}
