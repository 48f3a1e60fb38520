import { strFromU8, unzipSync } from 'fflate';
import { readFileSync } from 'node:fs';

/** The files in a bundle, by name, as text. */
export function unpack(path: string): Record<string, string> {
  const files = unzipSync(readFileSync(path));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/** What a part of a bundle tells. */
export function factsOf(files: Readonly<Record<string, string>>, part: string): unknown {
  return JSON.parse(files[`${part}.json`] ?? 'null');
}
