import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The most files that are listed. */
const MOST = 200;

export interface FileFact {
  /** Relative to the listed folder. */
  readonly name: string;
  readonly bytes: number;
  /** When it was last written to, in milliseconds since the epoch. */
  readonly changedAt: number;
}

/** Lists the files in a folder: names and sizes only. Empty if it cannot be read. */
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
    // Deleted meanwhile.
    return null;
  }
}
