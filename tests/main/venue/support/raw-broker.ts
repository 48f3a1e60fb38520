import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';

const CONNECT = 0x10;
const CONNACK = Buffer.from([0x20, 2, 0, 0]);
const SUBSCRIBE = 0x82;
/** What MQTT sends for a message with QoS 2 that was taken (MQTT 3.1.1, 3.5). */
export const PUBREC = 0x50;

/**
 * A broker on loopback that lets everybody in, grants two topics, and sends bytes as a test likes; ends with its test.
 *
 * @param onReady called when the client was let in
 * @param server one with TLS, where that is wanted
 */
export async function startRawBroker(
  onReady: (socket: Socket) => void,
  server: Server = createServer(),
): Promise<{ readonly port: number; readonly types: ReadonlySet<number> }> {
  const types = new Set<number>();
  const sockets = new Set<Socket>();
  const onSocket = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const type = bytes[0] ?? 0;
      types.add(type);
      if (type === CONNECT) socket.write(CONNACK, () => onReady(socket));
      if (type === SUBSCRIBE) socket.write(Buffer.from([0x90, 4, ...bytes.subarray(2, 4), 0, 0]));
    });
  };
  const event = server instanceof TlsServer ? 'secureConnection' : 'connection';
  server.on('tlsClientError', () => undefined);
  server.on(event, onSocket).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  });
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, types };
}

/** A message at the topic `t`. */
export function publishOf(qos: 0 | 1 | 2, messageId: number, payload: Buffer): Buffer {
  const id = qos === 0 ? [] : [messageId >> 8, messageId & 255];
  const body = Buffer.concat([Buffer.from([0, 1, 0x74, ...id]), payload]);
  const length = [(body.length & 127) | 128, ((body.length >> 7) & 127) | 128, body.length >> 14];
  return Buffer.concat([Buffer.from([0x30 | (qos << 1), ...length]), body]);
}
