import { Agent, request, type Dispatcher } from 'undici';
import type { SecureContext } from 'node:tls';
import type { Fetch, FetchInit, Logger } from '#main/base/ports.ts';
import type { Lookup } from './connect.ts';
import { routesOf, type Route } from './proxy-route.ts';
import { createRouteConnector, type ConnectorOptions } from './route-connector.ts';
import { createTrust } from './trust.ts';
import { ENCODINGS, unpacked } from './unpack.ts';
import packageJson from '../../../../package.json' with { type: 'json' };
import { unlessAborted } from '#main/base/unless-aborted.ts';

export interface HttpOptions {
  /**
   * Returns the proxies for a URL in the syntax of a PAC file. If it is missing, all connections are
   * direct.
   */
  readonly resolveProxy?: (url: string) => Promise<string>;
  /** Additional certificate authorities to trust, in PEM. */
  readonly certificates?: readonly string[];
  /** Finds the addresses of a host. Default: the system's. */
  readonly lookup?: Lookup;
  readonly logger: Logger;
}

export interface Http {
  readonly fetch: Fetch;
  /** Breaks off what is in flight and closes all connections. */
  close(): Promise<void>;
}

/**
 * How long an idle connection is kept, in milliseconds: long enough to save most guests the handshake,
 * short enough that the server rarely closes it during a request. A shorter time that the server gives
 * (Keep-Alive) is respected.
 */
const KEEP_ALIVE = 20_000;
/** The most bytes of an answer's headers. Node's 16 KB are too few for some gateways. */
const LARGEST_HEADERS = 64 * 1024;

/** Firewalls reject requests without it. */
const USER_AGENT = `Usher/${packageJson.version}`;

/**
 * The HTTP client of the application. It sends every request exactly once: no retry after a connection
 * broke, no redirect, no second request after an authentication challenge. That is why it is undici's
 * `request` and not a `fetch`, whose standard demands a repetition in some cases (Chromium's after a reset,
 * undici's after status 421): a repeated validateTicket turns a guest away.
 */
export function createHttp({ resolveProxy, certificates = [], lookup, logger }: HttpOptions): Http {
  const dispatchers = new Map<string, Closable>();
  let trust: SecureContext | undefined;

  function dispatcherOf(routes: readonly Route[], url: string): Dispatcher {
    const proxies = routes.map((route) => (route.type === 'proxy' ? route.uri : ''));
    const secure = [url, ...proxies].some((each) => each.startsWith('https:'));
    const key = [secure, ...proxies].join(' ');
    const known = dispatchers.get(key);
    if (known !== undefined) return known.dispatcher;
    if (secure) trust ??= createTrust(certificates);
    const secureContext = secure ? trust : undefined;
    const created = createDispatcher(routes, { secureContext, lookup });
    dispatchers.set(key, created);
    return created.dispatcher;
  }

  async function routesTo(url: string): Promise<readonly Route[]> {
    if (resolveProxy === undefined) return [{ type: 'direct' }];
    const { routes, skipped } = routesOf(await resolveProxy(url));
    if (skipped.length > 0) logger.warn('proxies passed over', { kinds: skipped.join(' ') });
    return routes;
  }

  return {
    async fetch(url, init) {
      const routes = await unlessAborted(routesTo(url), init.signal);
      if (routes === null) throw init.signal.reason;
      // undici heeds the signal only once there is a connection. An aborted request is not sent over it.
      const data = await unlessAborted(send(url, init, dispatcherOf(routes, url)), init.signal);
      if (data === null) throw init.signal.reason;
      return responseOf(data, init.onBytes);
    },
    async close() {
      await Promise.all([...dispatchers.values()].map((each) => each.close()));
    },
  };
}

interface Closable {
  readonly dispatcher: Dispatcher;
  close(): Promise<void>;
}

function createDispatcher(routes: readonly Route[], options: ConnectorOptions): Closable {
  const connector = createRouteConnector(routes, options);
  const agent = new Agent({
    keepAliveTimeout: KEEP_ALIVE,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: LARGEST_HEADERS,
    connect: connector.connect,
  });
  return {
    dispatcher: agent,
    async close() {
      await Promise.all([agent.destroy(), connector.close()]);
    },
  };
}

function send(url: string, init: FetchInit, dispatcher: Dispatcher) {
  return request(url, {
    method: init.method,
    headers: { 'user-agent': USER_AGENT, 'accept-encoding': ENCODINGS, ...init.headers },
    ...(init.body !== undefined && { body: init.body }),
    signal: init.signal,
    dispatcher,
  });
}

/** Statuses for which a Response must not have a body. */
const WITHOUT_BODY = [204, 205, 304];
/** The highest status that a Response accepts; higher ones are treated as a server's error. */
const HIGHEST_STATUS = 599;

function responseOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  onBytes: FetchInit['onBytes'],
): Response {
  const heads = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
  if (WITHOUT_BODY.includes(statusCode)) {
    body.resume();
    return new Response(null, { status: statusCode, headers: heads });
  }
  // Not `Readable.toWeb`, which throws an uncatchable error when a body is abandoned while data arrives.
  const encoding = [headers['content-encoding'] ?? []].flat().join();
  const stream: ReadableStream = ReadableStream.from(unpacked(body, encoding, onBytes));
  return new Response(stream, {
    status: Math.min(statusCode, HIGHEST_STATUS),
    headers: heads,
  });
}
