import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** More files than a bundle has to tell of. */
const MOST = 200;

export interface FileFact {
  /** From the folder that was asked for. */
  readonly name: string;
  readonly bytes: number;
  /** When it was last written to, in milliseconds since the epoch. */
  readonly changedAt: number;
}

/** What lies in a folder: names and sizes only. Nothing where it cannot be looked at. */
export async function filesIn(folder: string, below = false): Promise<FileFact[]> {
  const names = await namesIn(folder, below);
  const facts = await Promise.all(names.slice(0, MOST).map((name) => factOf(folder, name)));
  return facts.filter((fact) => fact !== null);
}

async function namesIn(folder: string, recursive: boolean): Promise<string[]> {
  try {
    return (await readdir(folder, { recursive })).toSorted();
  } catch {
    return [];
  }
}

async function factOf(folder: string, name: string): Promise<FileFact | null> {
  try {
    const found = await stat(join(folder, name));
    if (!found.isFile()) return null;
    return { name, bytes: found.size, changedAt: Math.round(found.mtimeMs) };
  } catch {
    // Gone meanwhile.
    return null;
  }
}
