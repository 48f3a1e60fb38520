/** The chunks of a body; empty if there is none. */
export async function* chunksOf(response: Response): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  // Leaving the loop early cancels the stream, which closes the connection.
  for await (const chunk of response.body) yield chunk;
}

/** A whole body as text; null if it is larger than `largest` bytes. Rejects as the network does. */
export async function textOf(response: Response, largest: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(response)) {
    size += chunk.byteLength;
    if (size > largest) return null;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
