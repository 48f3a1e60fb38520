import type { Logger } from '#main/base/ports.ts';
import { UnauthenticatedConnections } from '#main/base/unauthenticated-connections.ts';
import { errorFact } from '#main/base/log/error-fact.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isLoopback, namesOf, type Place } from './place.ts';
import type { Exposition } from './kiosk-metrics.ts';

/** Where the metrics are; what else is served, whoever serves it says. */
const METRICS_PATH = '/metrics';

/** Limits that are ample for reading metrics; times in milliseconds. */
const LIMITS = {
  /** The time limit for receiving a request, even from a slow sender. */
  request: 5_000,
  /** The time limit for sending an answer, even to a slow reader. */
  silence: 5_000,
  headerBytes: 4_096,
  /** All of them, because nobody authenticates for the metrics, and a connection is for one request. */
  connections: { perMachine: 8, total: 32 },
} as const;

/** What somebody asks for. */
export interface Asked {
  /** Percent-encoded as it came, without the query. */
  readonly path: string;
  /** Of the machine that asks. */
  readonly address: string;
  /** The Accept-Language header; empty if there was none. */
  readonly languages: string;
}

/** An answer to be sent. */
export interface ServedPage extends Exposition {
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns what makes the page that is asked for; null: there is no such page. */
export type FindPage = (asked: Asked) => (() => Promise<ServedPage>) | null;

export interface EndpointParts extends Place {
  readonly read: () => Promise<Exposition>;
  /** Finds what there is besides the metrics. */
  readonly find: FindPage;
  readonly logger: Logger;
}

/** The HTTP server of a kiosk's metrics. */
export interface Endpoint {
  readonly close: () => Promise<void>;
}

/**
 * Answers `GET /metrics` and what `find` finds, and nothing else. Limited to one request per connection, few connections and
 * short times, so that scanning is not affected. Fails with the system's error code if the address cannot
 * be opened.
 */
export async function openEndpoint(parts: EndpointParts): Promise<Result<Endpoint, string>> {
  const { address, port, logger } = parts;
  const server = createServer(
    {
      headersTimeout: LIMITS.request,
      requestTimeout: LIMITS.request,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: LIMITS.headerBytes,
      keepAlive: false,
    },
    (request, response) => {
      answer(request, response, parts).catch((error: unknown) => {
        logger.error('the metrics could not be told', errorFact(error));
        response.destroy();
      });
    },
  );
  const connections = new UnauthenticatedConnections(LIMITS.connections);
  server.on('connection', (socket) => connections.add(socket));
  server.maxRequestsPerSocket = 1;
  server.timeout = LIMITS.silence;
  const failed = await listen(server, address, port);
  if (failed !== null) return err(failed);
  // Later errors are only logged: they must not end the kiosk.
  server.on('error', (error) => logger.warn('the metrics’ listener stumbled', errorFact(error)));
  return ok({
    close() {
      // `close` calls back after an error as well, so that a broken listener does not keep the kiosk from
      // ending.
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { read, find, ...place }: EndpointParts,
): Promise<void> {
  // Request bodies are not read.
  request.resume();
  response.setHeader('Connection', 'close');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  // Checks the Host header: a web page may use DNS rebinding to read the metrics.
  if (isLoopback(place.address) && !namesOf(place).includes(request.headers.host ?? '')) {
    end(response, 403, 'Forbidden');
    return;
  }
  const { url = '', socket, headers } = request;
  const [path = ''] = url.split('?');
  const address = socket.remoteAddress ?? '';
  const make =
    path === METRICS_PATH
      ? async () => ({ ...(await read()), headers: {} })
      : find({ path, address, languages: headers['accept-language'] ?? '' });
  if (make === null) {
    end(response, 404, 'Not Found');
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    end(response, 405, 'Method Not Allowed');
    return;
  }
  const { contentType, text, headers: more } = await make();
  for (const [name, value] of Object.entries(more)) response.setHeader(name, value);
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

function end(response: ServerResponse, status: number, word: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(`${word}\n`);
}

/** Starts listening. Returns the system's error code; null if it worked. */
async function listen(server: Server, address: string, port: number): Promise<string | null> {
  server.listen({ host: address, port, exclusive: true });
  try {
    await once(server, 'listening');
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}
