import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** What {@link unpacked} understands, as a request says it. */
export const ENCODINGS = 'gzip, br';

/**
 * How many times its own size a body may have unpacked. The JSON of a platform shrinks to a tenth, of
 * tickets that are all but the same to a fiftieth; only what is made to burst goes beyond.
 */
const LARGEST_RATIO = 250;
/** Up to this size, in bytes, the ratio is not checked: a page of spaces is no bomb. */
const HARMLESS = 1024 ** 2;

/** An error for a body that is not in its stated encoding, or is a bomb. */
class NotPacked extends Error {
  readonly code = 'Z_DATA_ERROR';
}

/**
 * The body of an answer, unpacked piece by piece, as fast as it is read; whoever leaves early ends it. It
 * breaks as the network does, or where it is none that can be unpacked, or is a bomb.
 *
 * @param encoding as the answer says it (Content-Encoding); what is not known is left as it is
 * @param onBytes told of each piece that comes over the line
 */
export async function* unpacked(
  body: Readable,
  encoding: string | undefined,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  let packed = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      packed += piece.byteLength;
      onBytes(piece.byteLength);
      yield piece;
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
  } catch (error) {
    // An error of the network is passed on; any other means that the body is wrong.
    throw body.errored ?? (body.readableAborted ? error : new NotPacked());
  } finally {
    body.destroy();
  }
}

function unpackerOf(encoding: string | undefined) {
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
