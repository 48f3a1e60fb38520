import { createDispatcher } from '#main/base/ipc/dispatcher.ts';
import type { PageFolders } from '#main/hosts/host/page-files.ts';
import type { HostedKiosk } from '#main/kiosk/kiosk.ts';
import type { Logger } from '#main/base/ports.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { getRequestListener } from '@hono/node-server';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { createAccess } from './access.ts';
import { createApp } from './app.ts';
import { answerCalls, LONGEST_MESSAGE, sendState } from './sockets.ts';

export interface BrowserHostParts {
  readonly kiosk: Pick<HostedKiosk, 'handlers' | 'mayCall' | 'onState' | 'state'>;
  readonly logger: Logger;
  readonly folders: PageFolders;
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
 * Serves the kiosk on loopback: the renderer's files over HTTP, its calls and events over a WebSocket. Only
 * the browser that redeemed the key has access to either, and only our own page may open the WebSocket.
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
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  const port = await listen(server, parts.port);
  if (!port.ok) return port;
  ourHosts = [`127.0.0.1:${port.value}`, `localhost:${port.value}`];

  const sockets = new WebSocketServer({ noServer: true, maxPayload: LONGEST_MESSAGE });
  const dispatch = createDispatcher<WebSocket>(kiosk, {
    accepts: (socket) => sockets.clients.has(socket),
    mayCall: kiosk.mayCall,
    logger,
  });
  const stopStates = kiosk.onState((state) => {
    for (const socket of sockets.clients) sendState(socket, state);
  });
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy());
    const isAsked = request.url === `${access.place}kiosk`;
    if (!isAsked || !isOurPage(request, isOurHost) || !access.admits(request.headers.cookie)) {
      logger.warn('a connection was refused');
      stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => answerCalls(socket, dispatch));
  });

  return ok({
    address: `http://127.0.0.1:${port.value}/?key=${access.key}`,
    async close() {
      stopStates();
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
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
