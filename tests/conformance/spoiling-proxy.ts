import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** What passes through the proxy. */
export interface Passing {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** What was asked. */
  readonly sent: string;
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How a platform breaks the contract: requests and answers that are not what they were. */
export interface Spoiling {
  /** Another path for a request; undefined: the request never arrives. */
  readonly request?: (method: string, path: string, sent: string) => string | undefined;
  readonly answer?: (passing: Passing) => Partial<Passing>;
}

/** The headers of a request that are passed on. */
const ASKED = [
  'authorization',
  'clientid',
  'content-type',
  'origin',
  'access-control-request-method',
  'access-control-request-headers',
];

/** A proxy in front of `target` that breaks the contract in one way, ended with its test. */
export async function openSpoilingProxy(target: string, spoiling: Spoiling): Promise<string> {
  const server = createServer((request, response) => void pass(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const sent = await text(request);
    const forwarded = spoiling.request === undefined ? url : spoiling.request(method, url, sent);
    const passing: Passing =
      forwarded === undefined
        ? { method, path: url, sent, status: 200, body: '', headers: {} }
        : { method, path: url, sent, ...(await forward(request, method, forwarded, sent)) };
    const { status, body, headers } = { ...passing, ...spoiling.answer?.(passing) };
    response.writeHead(status, headers);
    response.end(body);
  }

  async function forward(request: IncomingMessage, method: string, path: string, sent: string) {
    const headers: Record<string, string> = {};
    for (const name of ASKED) {
      const value = request.headers[name];
      if (typeof value === 'string') headers[name] = value;
    }
    const answer = await fetch(target + path, {
      method,
      headers,
      ...(sent !== '' && { body: sent }),
    });
    return {
      status: answer.status,
      body: await answer.text(),
      headers: {
        date: answer.headers.get('date') ?? '',
        ...Object.fromEntries([...answer.headers].filter(([name]) => name.startsWith('access-'))),
      },
    };
  }

  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
