import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { onTestFinished } from 'vitest';
import { listening } from './serve.ts';

const pem = (name: string) =>
  readFileSync(new URL(`./certificates/${name}.pem`, import.meta.url), 'utf8');

/** The authority that signed the certificate of {@link serveTls}; nobody trusts it by itself. */
export const TEST_AUTHORITY = pem('authority');

export const SERVER_CERTIFICATE = { cert: pem('server'), key: pem('server-key') };

/** An HTTPS server on loopback, whose certificate is for `localhost` alone; brings its port. */
export async function serveTls(answer: RequestListener): Promise<number> {
  const server = createServer(SERVER_CERTIFICATE, answer);
  const port = await listening(server, 'localhost');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    if (server.listening) await once(server, 'close');
  });
  return port;
}
