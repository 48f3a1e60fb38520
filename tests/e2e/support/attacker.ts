import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on this machine that a page has no business with, and that would answer whoever asks. */
export interface Attacker {
  readonly url: string;
  readonly port: number;
  readonly udpPort: number;
  /** Everything that has reached it: lines of requests, connections, datagrams. */
  readonly heard: readonly string[];
  close(): Promise<void>;
}

export async function startAttacker(): Promise<Attacker> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end('document.title = "taken over"');
  });
  server.on('connection', () => heard.push('a connection'));
  const datagrams = createSocket('udp4', () => heard.push('a datagram'));
  server.listen(0, '127.0.0.1');
  datagrams.bind(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(datagrams, 'listening')]);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    udpPort: datagrams.address().port,
    heard,
    async close() {
      server.closeAllConnections();
      await Promise.all([
        new Promise((resolve) => server.close(resolve)),
        new Promise<void>((resolve) => datagrams.close(resolve)),
      ]);
    },
  };
}
