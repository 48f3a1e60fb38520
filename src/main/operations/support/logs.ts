import { systemCode } from '#main/base/system-code.ts';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { maskLine } from './mask-line.ts';
import { withoutHome } from './without-home.ts';
import type { BundleEntry } from './zip.ts';

/** The log and its rotated predecessors. */
const LOG = /^usher[\w.-]*\.log$/;

/** The most files, and the most bytes from the end of each. */
const MOST_LOGS = 4;
const MOST_OF_A_LOG = 5 * 1024 * 1024;

/** How many characters are masked at a time. */
const PIECE = 32 * 1024;

/** Yields the logs in a folder, masked line by line; nothing if there is no folder. */
export async function logEntries(folder: string, most = MOST_OF_A_LOG): Promise<BundleEntry[]> {
  const names = await namesIn(folder);
  return names
    .filter((name) => LOG.test(name))
    .slice(0, MOST_LOGS)
    .map((name) => ({ name: `logs/${name}`, content: maskedLog(join(folder, name), most) }));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted().toReversed();
  } catch {
    return [];
  }
}

async function* maskedLog(path: string, most: number): AsyncGenerator<string> {
  try {
    yield* maskedEnd(path, most);
  } catch (error) {
    yield `(it cannot be read: ${systemCode(error) ?? 'unknown'})\n`;
  }
}

async function* maskedEnd(path: string, most: number): AsyncGenerator<string> {
  const start = Math.max(0, (await stat(path)).size - most);
  const lines = createInterface({
    input: createReadStream(path, { start, encoding: 'utf8' }),
    crlfDelay: Infinity,
  });
  let piece = '';
  // Drops the first line, which may be cut: a secret that has lost its beginning would not be recognised.
  let isWhole = start === 0;
  for await (const line of lines) {
    piece += isWhole ? `${maskLine(line)}\n` : '(older lines are left out)\n';
    isWhole = true;
    if (piece.length < PIECE) continue;
    yield withoutHome(piece);
    piece = '';
  }
  yield withoutHome(piece);
}
