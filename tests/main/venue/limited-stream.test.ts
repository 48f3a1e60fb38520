import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { limitedStream } from '#main/venue/limited-stream.ts';
import { eventually } from '#tests/support/eventually.ts';

/** A message of MQTT, of 200 bytes. */
const MESSAGE = Buffer.concat([Buffer.from([0x30, 198, 1]), Buffer.alloc(198, 7)]);
/** Many of them, as they come in one piece. */
const RUSH = Buffer.concat(Array<Buffer>(5_000).fill(MESSAGE));

/** Both ends of a connection on loopback. */
async function connected() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [far] = (await once(server, 'connection')) as [Socket];
  onTestFinished(() => {
    near.destroy();
    far.destroy();
    server.close();
  });
  far.on('error', () => undefined);
  return { near, far };
}

test('what a door does not read stays with the broker, however much is sent', async () => {
  const { near, far } = await connected();
  const stream = limitedStream(near, () => undefined);
  stream.on('error', () => undefined);
  const flood = (): void => {
    // Until the system takes no more.
    for (let isTaken = true; isTaken;) isTaken = far.write(RUSH);
  };
  far.on('drain', flood);
  flood();
  await eventually(() => expect(near.isPaused()).toBe(true));
  expect(near.bytesRead).toBeLessThan(RUSH.length);
  // Once the door reads, the rest comes.
  let read = 0;
  stream.on('data', (piece: Buffer) => (read += piece.length));
  await eventually(() => expect(read).toBeGreaterThan(RUSH.length));
});
