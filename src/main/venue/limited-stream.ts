import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { LARGEST_SEALED } from './envelopes.ts';
import { PacketLimit } from './packet-limit.ts';

/** A topic beside a message, and MQTT's own bytes. */
const LARGEST_PACKET = LARGEST_SEALED + 1_000;

/**
 * The same connection, without packets that doors never send (see {@link PacketLimit}).
 *
 * @param onDropped called when a packet was left out
 */
export function limitedStream(socket: Socket, onDropped: () => void): Duplex {
  socket.setNoDelay(true);
  const limit = new PacketLimit(LARGEST_PACKET, onDropped);
  const stream = Duplex.from({ readable: socket.pipe(limit), writable: socket });
  // What is composed does not see everywhere that one of its parts has gone.
  socket.on('error', (error: Error) => stream.destroy(error));
  socket.on('close', () => stream.destroy());
  return stream;
}
