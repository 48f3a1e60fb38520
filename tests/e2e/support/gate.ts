import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A gate that is opened by a request. */
export async function startGate() {
  const heard: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    heard.push(request.url);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise((closed) => {
      server.closeAllConnections();
      server.close(closed);
    });
  return { heard, url: `http://127.0.0.1:${port}/gate/{verdict}`, close };
}
