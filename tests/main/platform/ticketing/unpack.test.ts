import { Readable } from 'node:stream';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { offlineReason } from '#main/platform/ticketing/offline-reason.ts';
import { unpacked } from '#main/platform/ticketing/unpack.ts';
import { answer } from '#tests/main/snapshot/support/tickets.ts';

const TEXT = answer({ clientId: 284 }, 5_000);
/** Quick, as a server packs what it has just made. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const PACK = {
  gzip: (plain: string | Buffer) => gzipSync(plain),
  br: (plain: string | Buffer) => brotliCompressSync(plain, QUICK),
} as const;

/** A body that comes in pieces of 16 KiB, and breaks after them where `broken` says how. */
function bodyOf(bytes: Buffer, broken?: Error): Readable {
  function* pieces() {
    for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384);
    if (broken !== undefined) throw broken;
  }
  return Readable.from(pieces(), { objectMode: false });
}

/** Reads a body to its end: its size, and why it broke, as the kiosk tells it. */
async function read(body: Readable, encoding: string | null) {
  const pieces: Uint8Array[] = [];
  let line = 0;
  let broke: string | null = null;
  try {
    for await (const piece of unpacked(body, encoding, (bytes) => (line += bytes))) {
      pieces.push(piece);
    }
  } catch (error) {
    broke = offlineReason(error);
  }
  const bytes = Buffer.concat(pieces);
  return { text: bytes.toString(), size: bytes.length, line, broke, ended: body.destroyed };
}

describe.each(['gzip', 'br'] as const)('packed by %s', (encoding) => {
  const packed = PACK[encoding](TEXT);

  test('five thousand tickets come as they were, and weigh what came over the line', async () => {
    const came = await read(bodyOf(packed), encoding);
    expect(came).toMatchObject({ broke: null, line: packed.length });
    expect(came.text === TEXT).toBe(true);
    expect(packed.length).toBeLessThan(TEXT.length / 5);
  });

  test('a bomb is left before it bursts', async () => {
    const bomb = PACK[encoding](Buffer.alloc(64 * 1024 ** 2, ' '));
    const came = await read(bodyOf(bomb), encoding);
    expect(came).toMatchObject({ broke: 'not-the-platform', ended: true });
    expect(came.size).toBeLessThan(32 * 1024 ** 2);
  });

  test('one that ends in the middle is no answer', async () => {
    const came = await read(bodyOf(packed.subarray(0, -50)), encoding);
    expect(came.broke).toBe('not-the-platform');
  });

  test('one that says so and is not is no answer', async () => {
    expect((await read(bodyOf(Buffer.from(TEXT)), encoding)).broke).toBe('not-the-platform');
  });

  test('a network that breaks is told for what it is', async () => {
    const reset = Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    const came = await read(bodyOf(packed.subarray(0, -50), reset), encoding);
    expect(came.broke).toBe('reset');
  });

  test('whoever leaves early ends it', async () => {
    const body = bodyOf(packed);
    for await (const piece of unpacked(body, encoding)) {
      expect(piece.byteLength).toBeGreaterThan(0);
      break;
    }
    expect(body.destroyed).toBe(true);
  });
});

test.each([null, 'identity', 'zstd'])('%s is left as it is', async (encoding) => {
  expect(await read(bodyOf(Buffer.from('as it is')), encoding)).toMatchObject({
    text: 'as it is',
    line: 8,
    broke: null,
  });
});
