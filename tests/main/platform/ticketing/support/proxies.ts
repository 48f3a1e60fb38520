import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createNetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import { listening } from './serve.ts';
import { SERVER_CERTIFICATE } from './tls.ts';

/** Joins two ends; when one goes, so does the other. */
function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
}

/**
 * A proxy that opens tunnels, and remembers to where and what it was told. With `status` it refuses them,
 * with `target` all of them lead there.
 */
export async function startProxy({ secure = false, status = 200, target: diverted = '' } = {}) {
  const tunnels: string[] = [];
  const headers: string[] = [];
  const sockets = new Set<Duplex>();
  const server = secure ? createTlsServer(SERVER_CERTIFICATE) : createServer();
  server.on('connect', (request, socket: Duplex) => {
    tunnels.push(request.url ?? '');
    headers.push(...request.rawHeaders);
    sockets.add(socket);
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const { hostname, port } = new URL(`http://${diverted || request.url}`);
    const target = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      join(socket, target);
    });
    target.on('error', () => socket.destroy());
  });
  const port = await listening(server, secure ? 'localhost' : '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    server.closeAllConnections();
  });
  return { port, tunnels, headers };
}

/** A SOCKS 5 proxy without authentication (RFC 1928), as far as a test needs one. */
export async function startSocksProxy() {
  const tunnels: string[] = [];
  const sockets = new Set<Socket>();
  const server = createNetServer((socket) => {
    sockets.add(socket);
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]));
      socket.once('data', (request) => {
        const { host, port } = destination(request);
        tunnels.push(`${host}:${port}`);
        const target = connect(port, host, () => {
          socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
          join(socket, target);
        });
      });
    });
  });
  const port = await listening(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port, tunnels };
}

function destination(request: Buffer): { host: string; port: number } {
  const port = request.readUInt16BE(request.length - 2);
  const isName = request[3] === 3;
  const host = isName
    ? request.subarray(5, request.length - 2).toString()
    : request.subarray(4, 8).join('.');
  return { host, port };
}
