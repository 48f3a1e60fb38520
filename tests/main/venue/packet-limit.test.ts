import { expect, test } from 'vitest';
import { PacketLimit } from '#main/venue/packet-limit.ts';

/** A packet of MQTT: its type, its length in as few bytes as possible, and a body. */
function packet(type: number, body: Buffer): Buffer {
  const digits: number[] = [];
  let left = body.length;
  do {
    const more = left >= 128 ? 128 : 0;
    digits.push((left % 128) | more);
    left = Math.floor(left / 128);
  } while (left > 0);
  return Buffer.concat([Buffer.from([type, ...digits]), body]);
}

/** What gets through of bytes that come in pieces of this size, and how many packets were dropped. */
async function through(largest: number, bytes: Buffer, size: number, isClosed = false) {
  let dropped = 0;
  const limit = new PacketLimit(
    largest,
    () => {
      dropped += 1;
    },
    isClosed,
  );
  const out: Buffer[] = [];
  limit.on('data', (piece: Buffer) => out.push(piece));
  for (let at = 0; at < bytes.length; at += size) limit.write(bytes.subarray(at, at + size));
  await new Promise((resolve) => limit.end(resolve));
  return { dropped, out: Buffer.concat(out) };
}

const small = packet(0x30, Buffer.from('a small one'));
const empty = packet(0xd0, Buffer.alloc(0));
const justFits = packet(0x30, Buffer.alloc(300, 1));
const large = packet(0x30, Buffer.alloc(100_000, 2));

test.each([1, 2, 3, 7, 64, 1_000_000])(
  'packets that are too large are left out of a stream, in pieces of %i bytes',
  async (size) => {
    const bytes = Buffer.concat([small, large, empty, justFits, large, large, small]);
    const { out, dropped } = await through(300, bytes, size);
    expect(out.equals(Buffer.concat([small, empty, justFits, small]))).toBe(true);
    expect(dropped).toBe(3);
  },
);

test('messages with a QoS above 0 are left out, and other packets with such bits are not', async () => {
  const body = Buffer.from('a message');
  const kept = [packet(0x31, body), packet(0x62, Buffer.alloc(2)), packet(0x90, Buffer.alloc(3))];
  const left = [0x32, 0x34, 0x3a, 0x3d].map((type) => packet(type, body));
  const { out, dropped } = await through(300, Buffer.concat([...left, ...kept]), 7);
  expect(out.equals(Buffer.concat(kept))).toBe(true);
  expect(dropped).toBe(left.length);
});

test.each([1, 7, 1_000_000])(
  'passes one CONNECT before a client is authenticated, in pieces of %i bytes',
  async (size) => {
    const connect = packet(0x10, Buffer.alloc(100, 4));
    const { out, dropped } = await through(
      1_000_000,
      Buffer.concat([connect, large, connect]),
      size,
      true,
    );
    expect(out.equals(connect)).toBe(true);
    expect(dropped).toBe(2);
  },
);

test.each([
  ['a message', small],
  ['a CONNECT of no sensible size', packet(0x10, Buffer.alloc(4_097))],
])('drops %s before a client is authenticated', async (_, bytes) => {
  const { out, dropped } = await through(1_000_000, bytes, 100, true);
  expect([out.length, dropped]).toEqual([0, 1]);
});
