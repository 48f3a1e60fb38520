import { lookup as systemLookup } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';

/** An address of a host. */
export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Finds all addresses of a host, the preferred one first. */
export type Lookup = (hostname: string) => Promise<readonly Address[]>;

/** Where to connect to. */
export interface Target {
  /** A name or an address, IPv6 with or without brackets. */
  readonly hostname: string;
  readonly port: number;
}

/** How long to wait for one address before the next is tried as well, in milliseconds (RFC 8305, 5). */
const ATTEMPT_DELAY = 250;
/** How long connecting may take, from the name to the connection, in milliseconds. */
export const CONNECT_LIMIT = 10_000;

const lookUpAll: Lookup = (hostname) => systemLookup(hostname, { all: true });

/**
 * Connects to the first address of a host that answers. As in RFC 8305, the next address is tried after
 * 250 ms, or as soon as one fails, while earlier attempts go on. Node's own way (autoSelectFamily) aborts
 * each attempt after 250 ms, so that a host that takes longer is never reached.
 *
 * Rejects with the error of the only address, with an AggregateError of several, or with ETIMEDOUT.
 */
export async function connectTo(
  { hostname, port }: Target,
  lookup: Lookup = lookUpAll,
): Promise<Socket> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const attempts = new Set<Socket>();
    const errors: Error[] = [];
    let untried: readonly Address[] = [];
    let delay: NodeJS.Timeout | undefined;
    let isOver = false;
    const limit = setTimeout(() => {
      const error = new Error(`no connection within ${CONNECT_LIMIT} ms`, { cause: errors[0] });
      giveUp(Object.assign(error, { code: 'ETIMEDOUT' }));
    }, CONNECT_LIMIT);

    function end(): void {
      isOver = true;
      clearTimeout(limit);
      clearTimeout(delay);
    }

    function giveUp(error: Error): void {
      end();
      for (const socket of attempts) socket.destroy();
      reject(error);
    }

    function succeed(socket: Socket): void {
      end();
      for (const other of attempts) if (other !== socket) other.destroy();
      resolve(socket);
    }

    function tryNext(): void {
      clearTimeout(delay);
      const [next, ...others] = untried;
      untried = others;
      if (next !== undefined) {
        attempt(next);
        delay = setTimeout(tryNext, ATTEMPT_DELAY);
      } else if (attempts.size === 0) {
        const [only = new Error('the host has no address'), ...more] = errors;
        giveUp(more.length === 0 ? only : new AggregateError(errors, only.message));
      }
    }

    function attempt({ address }: Address): void {
      const socket = connect({ host: address, port, noDelay: true, keepAlive: true });
      attempts.add(socket);
      const onError = (error: Error) => {
        attempts.delete(socket);
        errors.push(error);
        if (!isOver) tryNext();
      };
      socket.once('error', onError);
      socket.once('connect', () => {
        socket.off('error', onError);
        succeed(socket);
      });
    }

    lookup(host).then((addresses) => {
      untried = isOver ? [] : interleaved(addresses);
      if (!isOver) tryNext();
    }, giveUp);
  });
}

/** Alternates between the two families, beginning with that of the first address (RFC 8305, 4). */
function interleaved(addresses: readonly Address[]): readonly Address[] {
  const isFirst = ({ family }: Address) => family === addresses[0]?.family;
  const others = addresses.filter((address) => !isFirst(address));
  const mixed = addresses.filter(isFirst).flatMap((address) => {
    const other = others.shift();
    return other === undefined ? [address] : [address, other];
  });
  return [...mixed, ...others];
}
