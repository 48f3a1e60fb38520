import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { writeJoinCode } from '#main/venue/join-code.ts';

/** A code of a machine that takes the question and keeps silent; `asked` resolves when it has it. */
export async function silentKiosk() {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const code = writeJoinCode({ address: '127.0.0.1', port, secret: Buffer.alloc(13, 7) });
  return { code, asked: once(server, 'request') };
}
