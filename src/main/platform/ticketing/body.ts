import type { Answer } from '#main/base/ports.ts';

/** The chunks of a body; empty if there is none. */
export async function* chunksOf({ body }: Answer): AsyncGenerator<Uint8Array> {
  if (body !== null) yield* body;
}

/** A whole body as text; null if it is larger than `largest` bytes. Rejects as the network does. */
export async function textOf({ body }: Answer, largest: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > largest) return null;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
