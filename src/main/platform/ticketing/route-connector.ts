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
/** Opens a connection to the target. */
type Open = (target: Target) => Promise<Socket>;

/** How long a route is tried alone before the next one is tried as well, in milliseconds. */
const HEAD_START = 1_000;

/**
 * Connects along the first of several routes by which a connection comes about, encryption included. The
 * next route is tried when one has failed or its head start is over; nothing of a request is sent before
 * there is a connection. The route that worked last is tried first from then on.
 */
export function createRouteConnector(
  routes: readonly Route[],
  options: ConnectorOptions,
): RouteConnector {
  const closing = new AbortController();
  const pools: Dispatcher[] = [];
  const direct: Open = ({ hostname, protocol, port }) =>
    connectTo({ hostname, port: portOf(protocol, port) }, options.lookup);
  const dial = encrypted(direct, options);
  let ways: readonly Open[] = routes.map((route) =>
    encrypted(openerOf(route, { direct, dial, pools, closing: closing.signal }), options),
  );

  function open(target: Target): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const errors: Error[] = [];
      let untried = ways;
      let isOver = false;
      let headStart: NodeJS.Timeout | undefined;

      function tryNext(): void {
        clearTimeout(headStart);
        const [way, ...others] = untried;
        if (way === undefined || isOver || closing.signal.aborted) return;
        untried = others;
        headStart = setTimeout(tryNext, HEAD_START);
        way(target).then(
          (socket) => succeed(way, socket),
          (error: unknown) => fail(asError(error)),
        );
      }

      function succeed(way: Open, socket: Socket): void {
        clearTimeout(headStart);
        if (isOver) return void socket.destroy();
        isOver = true;
        ways = [way, ...ways.filter((other) => other !== way)];
        resolve(socket);
      }

      function fail(error: Error): void {
        errors.push(error);
        tryNext();
        const isHopeless = errors.length === routes.length || closing.signal.aborted;
        if (isOver || !isHopeless) return;
        isOver = true;
        clearTimeout(headStart);
        reject(errors.length === 1 ? error : new AggregateError(errors, 'no route works'));
      }

      tryNext();
    });
  }

  return {
    connect: connectorBy(open),
    async close() {
      closing.abort();
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
}

interface OpenerOptions {
  /** Connects directly. */
  readonly direct: Open;
  /** Connects to a proxy, encrypted where the proxy is. */
  readonly dial: Open;
  /** What has to be destroyed in the end. */
  readonly pools: Dispatcher[];
  readonly closing: AbortSignal;
}

function openerOf(route: Route, { direct, dial, pools, closing }: OpenerOptions): Open {
  if (route.type === 'direct') return direct;
  const proxy = new URL(route.uri);
  if (proxy.protocol === 'socks5:') return socksTunnels(proxy, dial, closing);
  const pool = new Pool(proxy.origin, {
    connect: connectorBy(dial),
    headersTimeout: CONNECT_LIMIT,
  });
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
function socksTunnels(proxy: URL, dial: Open, closing: AbortSignal): Open {
  return ({ hostname, protocol, port }) =>
    new Promise((resolve, reject) => {
      // The agent does not notice that a socket closes, and does not destroy it after a failure.
      let socket: Socket | undefined;
      const destroy = () => void socket?.destroy();
      const watched: Open = async (target) => {
        socket = await dial(target);
        socket.once('close', () => reject(new Error('the proxy closed the connection')));
        if (closing.aborted) destroy();
        return socket;
      };
      const agent = new Socks5ProxyAgent(proxy, {
        connect: connectorBy(watched),
      }) as Socks5ProxyAgent & {
        createSocks5Connection(hostname: string, port: number): Promise<Socket>;
      };
      closing.addEventListener('abort', destroy);
      agent
        .createSocks5Connection(hostname, portOf(protocol, port))
        .then(resolve, (error: unknown) => {
          destroy();
          reject(asError(error));
        })
        .finally(() => closing.removeEventListener('abort', destroy));
    });
}

/** Encrypts the connections that `open` makes, if the target wants that. */
function encrypted(open: Open, { secureContext }: ConnectorOptions): Open {
  const encrypt = buildConnector({
    ...(secureContext && { secureContext }),
    // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would otherwise accept any
    // certificate.
    rejectUnauthorized: true,
    timeout: CONNECT_LIMIT,
  });
  return async (target) => {
    const socket = await open(target);
    if (target.protocol !== 'https:') return socket;
    return new Promise((resolve, reject) => {
      encrypt({ ...target, httpSocket: socket }, (error, secured) => {
        if (error === null) resolve(secured);
        else reject(error);
      });
    });
  };
}

/** Hands the connections that `open` makes to undici. */
function connectorBy(open: Open): buildConnector.connector {
  return (target, callback) => {
    void open(target).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(asError(error), null),
    );
  };
}

/** What was thrown, as an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** undici leaves out a port that the protocol implies. */
function portOf(protocol: string, port: string): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
