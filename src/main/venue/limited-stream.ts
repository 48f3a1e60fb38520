import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { LARGEST_SEALED } from './envelopes.ts';
import { PacketLimit } from './packet-limit.ts';

/** A topic beside a message, and MQTT's own bytes. */
const LARGEST_PACKET = LARGEST_SEALED + 1_000;

/** A connection to the broker on this machine, and what opens it for all packets of a door. */
export interface GatedStream {
  readonly stream: Duplex;
  /** Called when the client has shown that it is a door. */
  readonly open: () => void;
}

/**
 * The same connection, without packets that doors never send (see {@link PacketLimit}).
 *
 * @param onDropped called when a packet was left out
 */
export function limitedStream(socket: Socket, onDropped: () => void): Duplex {
  return through(socket, new PacketLimit(LARGEST_PACKET, onDropped));
}

/** The same on the broker's side: until it is opened, only a short CONNECT passes. */
export function gatedStream(socket: Socket, onDropped: () => void): GatedStream {
  const limit = new PacketLimit(LARGEST_PACKET, onDropped, true);
  return { stream: through(socket, limit), open: () => limit.open() };
}

function through(socket: Socket, limit: PacketLimit): Duplex {
  socket.setNoDelay(true);
  const stream = Duplex.from({ readable: socket.pipe(limit), writable: socket });
  // What is composed does not see everywhere that one of its parts has gone.
  socket.on('error', (error: Error) => stream.destroy(error));
  socket.on('close', () => stream.destroy());
  return stream;
}
