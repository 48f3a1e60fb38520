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
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How a platform breaks the contract: requests and answers that are not what they were. */
export interface Spoiling {
  /** Another path for a request; undefined: the request never arrives. */
  readonly request?: (method: string, path: string) => string | undefined;
  readonly answer?: (passing: Passing) => Partial<Passing>;
}

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
    const forwarded = spoiling.request === undefined ? url : spoiling.request(method, url);
    const passing: Passing =
      forwarded === undefined
        ? { method, path: url, status: 200, body: '', headers: {} }
        : { method, path: url, ...(await forward(request, method, forwarded)) };
    const { status, body, headers } = { ...passing, ...spoiling.answer?.(passing) };
    response.writeHead(status, headers);
    response.end(body);
  }

  async function forward(request: IncomingMessage, method: string, path: string) {
    const headers: Record<string, string> = {};
    for (const name of ['authorization', 'clientid', 'content-type', 'origin']) {
      const value = request.headers[name];
      if (typeof value === 'string') headers[name] = value;
    }
    const sent = await text(request);
    const answer = await fetch(target + path, {
      method,
      headers,
      ...(sent !== '' && { body: sent }),
    });
    return {
      status: answer.status,
      body: await answer.text(),
      headers: { date: answer.headers.get('date') ?? '' },
    };
  }

  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
