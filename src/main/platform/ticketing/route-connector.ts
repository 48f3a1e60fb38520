import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector, Pool, Socks5ProxyAgent, type Dispatcher } from 'undici';
import { CONNECT_LIMIT, connectTo, type Lookup } from './connect.ts';
import type { Route } from './proxy-route.ts';

/** How connections are made. */
export interface ConnectorOptions {
  /** What TLS trusts; missing where nothing is encrypted. */
  readonly secureContext: SecureContext | undefined;
  readonly lookup: Lookup | undefined;
}

/** Makes undici's connections, and what has to be closed after the last one. */
export interface RouteConnector {
  readonly connect: buildConnector.connector;
  close(): Promise<void>;
}

type Target = buildConnector.Options;
/** Opens a connection to the target, not yet encrypted. */
type Open = (target: Target) => Promise<Socket>;

/**
 * How long a route that failed is tried after the others, in milliseconds. A proxy that does not answer
 * would else hold up each new connection.
 */
const ROUTE_DISTRUST = 5 * 60_000;

/**
 * Connects along the first of several routes by which a connection comes about. The next one is tried only
 * while there is none, so that nothing of a request was sent.
 */
export function createRouteConnector(
  routes: readonly Route[],
  options: ConnectorOptions,
): RouteConnector {
  const pools: Dispatcher[] = [];
  const direct: Open = ({ hostname, protocol, port }) =>
    connectTo({ hostname, port: portOf(protocol, port) }, options.lookup);
  const dial = connectorBy(direct, options);
  const ways = routes.map((route): { readonly open: Open; failedAt: number } => ({
    open: openerOf(route, direct, dial, pools),
    failedAt: Number.NEGATIVE_INFINITY,
  }));

  async function open(target: Target): Promise<Socket> {
    const errors: unknown[] = [];
    const now = performance.now();
    const isTrusted = ({ failedAt }: (typeof ways)[number]) => now - failedAt > ROUTE_DISTRUST;
    const inOrder = [...ways.filter(isTrusted), ...ways.filter((way) => !isTrusted(way))];
    for (const way of inOrder) {
      try {
        return await way.open(target);
      } catch (error) {
        way.failedAt = now;
        errors.push(error);
      }
    }
    throw errors.length === 1 ? errors[0] : new AggregateError(errors, 'no route leads anywhere');
  }

  return {
    connect: connectorBy(open, options),
    async close() {
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
}

function openerOf(
  route: Route,
  direct: Open,
  dial: buildConnector.connector,
  pools: Dispatcher[],
): Open {
  if (route.type === 'direct') return direct;
  const proxy = new URL(route.uri);
  if (proxy.protocol === 'socks5:') return socksTunnels(proxy, dial);
  const pool = new Pool(proxy.origin, { connect: dial });
  pools.push(pool);
  return httpTunnels(proxy, pool);
}

/** Opens tunnels through an HTTP proxy (RFC 9110, 9.3.6). */
function httpTunnels(proxy: URL, pool: Pool): Open {
  const user = [proxy.username, proxy.password].map((part) => decodeURIComponent(part)).join(':');
  const authorization = user === ':' ? null : `Basic ${Buffer.from(user).toString('base64')}`;
  return async ({ hostname, protocol, port }) => {
    const authority = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${portOf(protocol, port)}`;
    const { socket, statusCode } = await pool.connect({
      path: authority,
      headers: {
        host: authority,
        ...(authorization !== null && { 'proxy-authorization': authorization }),
      },
    });
    // Typed as a Duplex only because HTTP/2, which is off, has no socket of its own for a tunnel.
    if (statusCode === 200) return socket as Socket;
    socket.on('error', () => undefined).destroy();
    throw new Error(`the proxy answers ${statusCode}`);
  };
}

/** Opens tunnels through a SOCKS 5 proxy. undici's agent can do it, but its types do not say so. */
function socksTunnels(proxy: URL, dial: buildConnector.connector): Open {
  const agent = new Socks5ProxyAgent(proxy, { connect: dial }) as Socks5ProxyAgent & {
    createSocks5Connection(hostname: string, port: number): Promise<Socket>;
  };
  return ({ hostname, protocol, port }) =>
    agent.createSocks5Connection(hostname, portOf(protocol, port));
}

/** Connects by `open`, and encrypts the connection if the target wants that. */
function connectorBy(open: Open, { secureContext }: ConnectorOptions): buildConnector.connector {
  const encrypt = buildConnector({
    ...(secureContext && { secureContext }),
    // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would otherwise accept any
    // certificate.
    rejectUnauthorized: true,
    timeout: CONNECT_LIMIT,
  });
  return (target, callback) => {
    void open(target).then(
      (socket) => {
        if (target.protocol === 'https:') encrypt({ ...target, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

/** undici leaves out a port that the protocol implies. */
function portOf(protocol: string, port: string): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
