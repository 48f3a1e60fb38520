import { Aedes, type Client } from 'aedes';
import { hash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { Duplex } from 'node:stream';
import { UnauthenticatedConnections } from '#main/base/unauthenticated-connections.ts';
import { gatedStream } from './limited-stream.ts';

/** Where a door is the broker for the others, and who may come in. */
export interface HostedBrokerOptions {
  /** An address of this machine: nobody in another network can reach it. */
  readonly address: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

/** A broker in this process. */
export interface HostedBroker {
  readonly port: number;
  close(): Promise<void>;
}

/** More than a venue has doors. */
const MOST_DOORS = 64;
/** Before the password was checked: a machine has one door, which may connect again before its old connection ends. */
const UNAUTHENTICATED = { perMachine: 8, total: 64 };
/** CONNACK's code for a broker that has too many clients (MQTT 3.1.1, 3.2.2.3). */
const UNAVAILABLE = 3;
/** How long a connection may take to say who it is, in milliseconds. */
const CONNECTING = 5_000;
/** How long all wait for one that reads nothing before it is cut off, in milliseconds. */
const SLOWEST = 1_000;
/** Where doors meet; for anything else this broker is not there. */
const OURS = 'usher/';

/**
 * Opens a broker for the doors of one house that have no other. It keeps nothing: what gets lost the doors make up
 * for. Throws the system's errors where it cannot listen.
 */
export async function hostBroker(options: HostedBrokerOptions): Promise<HostedBroker> {
  const { address, port } = options;
  const strangers = new UnauthenticatedConnections(UNAUTHENTICATED);
  /** Called when the client of a connection has shown that it is a door. */
  const opens = new WeakMap<Duplex, () => void>();
  const broker = await Aedes.createBroker({
    ...{ connectTimeout: CONNECTING, drainTimeout: SLOWEST },
    authenticate(client, user, password, done) {
      const isDoor = isTheirs(options, user, password);
      if (isDoor && broker.connectedClients >= MOST_DOORS) {
        done(Object.assign(new Error('too many doors'), { returnCode: UNAVAILABLE }), false);
        return;
      }
      if (isDoor) opens.get(client.conn)?.();
      done(null, isDoor);
    },
    authorizePublish(_client, { topic, qos, retain }, done) {
      // What has to arrive is remembered until it has: nobody may fill this machine's memory so.
      const isForgotten = qos === 0 && !retain;
      done(topic.startsWith(OURS) && isForgotten ? null : new Error('not here'));
    },
    authorizeSubscribe(_client, subscription, done) {
      const isOurs = subscription.topic.startsWith(OURS) && subscription.qos === 0;
      done(null, isOurs ? subscription : null);
    },
  });
  // Whatever a client does wrong ends its connection, and is no matter of this door's.
  broker.on('clientError', (client: Client) => client.close());
  broker.on('connectionError', (client: Client) => client.close());
  const server = createServer((socket) => {
    const { stream, open } = gatedStream(socket, () => socket.destroy());
    stream.on('error', () => socket.destroy());
    strangers.add(socket);
    opens.set(stream, () => {
      strangers.authenticated(socket);
      open();
    });
    broker.handle(stream);
  });
  try {
    server.listen(port, address);
    await once(server, 'listening');
  } catch (error) {
    await closed(broker);
    throw error;
  }
  return {
    port: portOf(server),
    async close() {
      server.close();
      await closed(broker);
    },
  };
}

/** In the same time whatever is wrong. */
function isTheirs(
  options: HostedBrokerOptions,
  user: string | undefined,
  password: Readonly<Buffer> | undefined,
): boolean {
  const isUser = timingSafeEqual(digestOf(user ?? ''), digestOf(options.user));
  const isPassword = timingSafeEqual(
    digestOf(password?.toString() ?? ''),
    digestOf(options.password),
  );
  return isUser && isPassword;
}

function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

function closed(broker: Aedes): Promise<void> {
  return new Promise((resolve) => broker.close(resolve));
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address.port;
}
