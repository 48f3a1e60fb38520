import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as NetServer,
  type Socket,
} from 'node:net';
import { onTestFinished } from 'vitest';

/** A server that ends with its test: what answers is not the platform, or does it badly. */
export async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  const port = await listening(server);
  onTestFinished(() => closeHttp(server));
  return `http://127.0.0.1:${port}`;
}

/** Always the same answer. */
export function serveAlways(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): Promise<string> {
  return serve((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
}

/** A TCP server that ends with its test; `meet` gets each connection, and its number from 1 on. */
export async function serveSockets(meet: (socket: Socket, number: number) => void) {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    meet(socket, sockets.size);
  });
  const port = await listening(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${port}`, sockets };
}

/** Starts to listen on a free port of loopback, and returns it. */
export async function listening(server: NetServer, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A port that nothing listens on. */
export async function deadPort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await closeHttp(server);
  return port;
}

async function closeHttp(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  if (server.listening) await once(server, 'close');
}
