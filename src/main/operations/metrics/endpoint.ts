import type { Logger } from '#main/base/ports.ts';
import { errorFact } from '#main/base/log/error-fact.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isLoopback, namesOf, type Place } from './place.ts';
import type { Exposition } from './kiosk-metrics.ts';

/** The one path there is. */
export const METRICS_PATH = '/metrics';

/** What nobody who reads numbers needs more of; times in milliseconds. */
const LIMITS = {
  /** A request has to be here after so long, however slowly its sender speaks, */
  request: 5_000,
  /** and an answer has to have gone, however slowly its reader listens. */
  silence: 5_000,
  headerBytes: 4_096,
  connections: 16,
} as const;

export interface EndpointParts extends Place {
  readonly read: () => Promise<Exposition>;
  readonly logger: Logger;
}

/** Where a kiosk's numbers are read. */
export interface Endpoint {
  readonly close: () => Promise<void>;
}

/**
 * Answers `GET /metrics`, and nothing else. One request a connection, few connections, little time:
 * whoever stands at the door must not notice. Fails with the system's code when the place is not to
 * be had.
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
  server.maxConnections = LIMITS.connections;
  server.maxRequestsPerSocket = 1;
  server.timeout = LIMITS.silence;
  const failed = await listen(server, address, port);
  if (failed !== null) return err(failed);
  // Whatever becomes of it later is no reason to end the kiosk.
  server.on('error', (error) => logger.warn('the metrics’ listener stumbled', errorFact(error)));
  return ok({
    close() {
      // It calls back whatever is wrong with it: no listener that stumbles keeps the kiosk from ending.
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { read, ...place }: EndpointParts,
): Promise<void> {
  // Nobody reads what somebody sends along.
  request.resume();
  response.setHeader('Connection', 'close');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  // A page may have bound its own name to this address, to read here what is not for it.
  if (isLoopback(place.address) && !namesOf(place).includes(request.headers.host ?? '')) {
    end(response, 403, 'Forbidden');
    return;
  }
  if (request.url !== METRICS_PATH && !request.url?.startsWith(`${METRICS_PATH}?`)) {
    end(response, 404, 'Not Found');
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    end(response, 405, 'Method Not Allowed');
    return;
  }
  const { contentType, text } = await read();
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

function end(response: ServerResponse, status: number, word: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(`${word}\n`);
}

/** Returns the system's code for why not; null: it listens. */
async function listen(server: Server, address: string, port: number): Promise<string | null> {
  server.listen({ host: address, port, exclusive: true });
  try {
    await once(server, 'listening');
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}
