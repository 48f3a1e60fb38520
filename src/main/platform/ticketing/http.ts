import { Agent } from 'undici';
import type { SecureContext } from 'node:tls';
import type { Fetch, Logger } from '#main/base/ports.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { withTimeout } from '#main/base/with-timeout.ts';
import { CONNECT_LIMIT, type Lookup } from './connect.ts';
import { Exchange } from './exchange.ts';
import { routesOf, type Route } from './proxy-route.ts';
import { asError, createRouteConnector, type RouteConnector } from './route-connector.ts';
import { createTrust } from './trust.ts';
import { ENCODINGS } from './unpack.ts';
import packageJson from '../../../../package.json' with { type: 'json' };

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
 * `dispatch` and not a `fetch`, whose standard demands a repetition in some cases (Chromium's after a reset,
 * undici's after status 421): a repeated validateTicket turns a guest away.
 */
export function createHttp({ resolveProxy, certificates = [], lookup, logger }: HttpOptions): Http {
  const connectors = new Map<string, RouteConnector>();
  let trust: SecureContext | undefined;
  let isClosed = false;

  function connectorOf(routes: readonly Route[], protocol: string): RouteConnector {
    const proxies = routes.map((route) => (route.type === 'proxy' ? route.uri : ''));
    const isSecure = [protocol, ...proxies].some((each) => each.startsWith('https:'));
    const key = [isSecure, ...proxies].join(' ');
    const known = connectors.get(key);
    if (known !== undefined) return known;
    if (isSecure) trust ??= createTrust(certificates);
    const secureContext = isSecure ? trust : undefined;
    const created = createRouteConnector(routes, { secureContext, lookup });
    connectors.set(key, created);
    return created;
  }

  async function routesTo(origin: string): Promise<readonly Route[]> {
    if (resolveProxy === undefined) return [{ type: 'direct' }];
    const { routes, skipped } = routesOf(await inTime(resolveProxy(origin)));
    if (skipped.length > 0) logger.warn('proxies passed over', { kinds: skipped.join(' ') });
    return routes;
  }

  const agent = new Agent({
    keepAliveTimeout: KEEP_ALIVE,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: LARGEST_HEADERS,
    // The proxies are asked for once for each connection, not for each request.
    connect(target, callback) {
      routesTo(`${target.protocol}//${target.host}/`).then(
        (routes) => {
          if (isClosed) callback(new Error('the HTTP client is closed'), null);
          else connectorOf(routes, target.protocol).connect(target, callback);
        },
        (error: unknown) => callback(asError(error), null),
      );
    },
  });

  return {
    async fetch(url, init) {
      const exchange = new Exchange(init);
      if (init.signal.aborted) return exchange.answer;
      const { origin, pathname, search } = new URL(url);
      const { method, body = null } = init;
      const headers = { 'user-agent': USER_AGENT, 'accept-encoding': ENCODINGS, ...init.headers };
      agent.dispatch({ origin, path: pathname + search, method, headers, body }, exchange);
      return exchange.answer;
    },
    async close() {
      isClosed = true;
      await Promise.all([agent.destroy(), ...[...connectors.values()].map((each) => each.close())]);
    },
  };
}

/** Rejects if the proxies are not known after the time that connecting may take. */
async function inTime(proxies: Promise<string>): Promise<string> {
  const found = await withTimeout(systemClock, CONNECT_LIMIT, proxies, null);
  if (found !== null) return found;
  throw Object.assign(new Error('the proxies could not be found out'), { code: 'ETIMEDOUT' });
}
