import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** What {@link unpacked} understands, as a request says it. */
export const ENCODINGS = 'gzip, br';

/**
 * How many times its own size a body may have unpacked. The JSON of a platform shrinks to a tenth, of
 * tickets that are all but the same to a fiftieth; only what is made to burst goes beyond.
 */
const LARGEST_RATIO = 250;
/** Up to here, in bytes, nobody asks for the ratio: a page of spaces is no bomb yet. */
const HARMLESS = 1024 ** 2;

/** A body that is not what it says. To whoever reads it that is like one that cannot be unpacked. */
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
  // What goes wrong is thrown to whoever reads.
  pipeline(counted, unpack, () => {});
  let size = 0;
  try {
    for await (const piece of unpack as AsyncIterable<Uint8Array>) {
      size += piece.byteLength;
      if (size > HARMLESS && size > packed * LARGEST_RATIO) throw new NotPacked();
      yield piece;
    }
  } catch (error) {
    // A network that breaks says so itself; all else is about what it has brought.
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
