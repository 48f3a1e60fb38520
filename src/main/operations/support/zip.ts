import { Zip, ZipDeflate } from 'fflate';
import { setImmediate as otherWork } from 'node:timers/promises';

/** A file in the bundle, with its contents as a stream. */
export interface BundleEntry {
  readonly name: string;
  readonly content: AsyncIterable<string> | Iterable<string>;
}

/** File mode: readable by the user alone wherever it is unpacked, because others wrote the contents. */
const OWNER_ONLY = 0o600 << 16;
const UNIX = 3;

/** Packs files in chunks, and lets scans run between them. */
export async function* zipped(entries: Iterable<BundleEntry>): AsyncGenerator<Uint8Array> {
  let packed: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    packed.push(piece);
  });
  const taken = (): Uint8Array[] => {
    const pieces = packed;
    packed = [];
    return pieces;
  };
  const encoder = new TextEncoder();
  for (const { name, content } of entries) {
    const file = new ZipDeflate(name, { level: 6 });
    file.os = UNIX;
    file.attrs = OWNER_ONLY;
    zip.add(file);
    for await (const piece of content) {
      file.push(encoder.encode(piece));
      yield* taken();
      await otherWork();
    }
    file.push(new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
