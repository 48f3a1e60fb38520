import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** What {@link unpacked} understands, as a request says it. */
export const ENCODINGS = 'gzip, br';

/**
 * The highest permitted ratio of a body's unpacked to its packed size. JSON of a platform shrinks to a
 * tenth, tickets that are almost identical to a fiftieth; only a decompression bomb exceeds this.
 */
const LARGEST_RATIO = 250;
/** Up to this size, in bytes, the ratio is not checked: a page of spaces is no bomb yet. */
const HARMLESS = 1024 ** 2;

/** A body as it comes from the network. */
interface Packed extends AsyncIterable<Uint8Array> {
  /** Closes the connection if it was not read to its end. */
  destroy(): unknown;
}

/** Thrown for a body that expands too far or cannot be unpacked; its code is zlib's for invalid data. */
class NotPacked extends Error {
  readonly code = 'Z_DATA_ERROR';
}

/**
 * Yields the body of an answer, unpacked chunk by chunk as it is read; leaving the loop early cancels it.
 * Throws network errors, and errors for data that cannot be unpacked or is a decompression bomb.
 *
 * @param encoding the answer's Content-Encoding; an unknown one is left as it is
 * @param onBytes called with the size of each chunk as transferred
 */
export async function* unpacked(
  body: Packed,
  encoding: string | null,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  let packed = 0;
  let broken = null as Error | null;
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of body) {
        packed += piece.byteLength;
        onBytes(piece.byteLength);
        yield piece;
      }
    } catch (error) {
      broken = error as Error;
      throw error;
    }
  }
  const unpack = unpackerOf(encoding);
  if (unpack === null) {
    yield* counted();
    return;
  }
  // Errors are thrown to the reader.
  pipeline(counted, unpack, () => {});
  let size = 0;
  try {
    for await (const piece of unpack as AsyncIterable<Uint8Array>) {
      size += piece.byteLength;
      if (size > HARMLESS && size > packed * LARGEST_RATIO) throw new NotPacked();
      yield piece;
    }
  } catch {
    // Network errors are thrown as they are; all others are about the data.
    throw broken ?? new NotPacked();
  } finally {
    body.destroy();
  }
}

function unpackerOf(encoding: string | null) {
  switch ((encoding ?? '').trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    default:
      return null;
  }
}
