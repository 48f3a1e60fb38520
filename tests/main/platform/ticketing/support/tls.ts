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

const selfSignedKey = pem('self-signed-key');

/** Certificates for `localhost` that sign for themselves. */
export const SELF_SIGNED = { cert: pem('self-signed'), key: selfSignedKey };
/** It was good on one day of 2020. */
export const EXPIRED = { cert: pem('expired'), key: selfSignedKey };

/** An HTTPS server on loopback, whose certificate is for `localhost` alone; returns its port. */
export async function serveTls(
  answer: RequestListener,
  certificate = SERVER_CERTIFICATE,
): Promise<number> {
  const server = createServer(certificate, answer);
  const port = await listening(server, 'localhost');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    if (server.listening) await once(server, 'close');
  });
  return port;
}
