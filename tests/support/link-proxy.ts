import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** A connection in the network of the house, byte by byte, which does as it is told. */
export interface LinkProxy {
  /** In the place of the broker's address. */
  readonly url: string;
  /** Nothing gets through, and nobody is told: a cable that was pulled out behind a switch. */
  hang(): void;
  /** Everything takes so many milliseconds longer. */
  slow(by: number): void;
  /** All connections die, and nobody answers. */
  cut(): void;
  /** It passes on everything again; what hung comes through. */
  mend(): void;
  close(): Promise<void>;
}

/** Which way bytes go: to the broker, or from it. */
export type Way = 'there' | 'back';

/**
 * Opens a proxy on loopback before this address, such as `mqtt://localhost:1883`.
 *
 * @param tap called with the bytes that come, and the number of their connection
 */
export async function openLinkProxy(
  target: string,
  tap: (connection: number, way: Way, bytes: Buffer) => void = () => undefined,
): Promise<LinkProxy> {
  const { protocol, hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let delay = 0;
  let connections = 0;
  let fate: 'passes' | 'hangs' | 'is cut' = 'passes';
  const server = createServer((near) => {
    if (fate === 'is cut') {
      near.destroy();
      return;
    }
    const far = connect(Number(targetPort), hostname);
    const connection = (connections += 1);
    for (const [socket, other, way] of [
      [near, far, 'there'],
      [far, near, 'back'],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on('data', (bytes: Buffer) => {
        tap(connection, way, bytes);
        if (delay === 0) other.write(bytes);
        else setTimeout(() => other.write(bytes), delay);
      });
      if (fate === 'hangs') socket.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const destroyAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: `${protocol}//127.0.0.1:${port}`,
    hang() {
      fate = 'hangs';
      for (const socket of sockets) socket.pause();
    },
    slow(by) {
      delay = by;
    },
    cut() {
      fate = 'is cut';
      destroyAll();
    },
    mend() {
      fate = 'passes';
      for (const socket of sockets) socket.resume();
    },
    async close() {
      fate = 'is cut';
      destroyAll();
      server.close();
      await once(server, 'close');
    },
  };
}
