import { systemCode } from '#main/base/system-code.ts';
import type { NotWritten } from '#shared/model/failures.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

export interface NewFile {
  readonly folder: string;
  /** A number is appended if a file of this name exists already. */
  readonly name: string;
  /** Without the dot. */
  readonly extension: string;
}

type Part<Failure> = Result<string | Uint8Array, Failure>;
type Parts<Failure> = Iterable<Part<Failure>> | AsyncIterable<Part<Failure>>;

/**
 * Writes a new file that only its owner may read, part by part: each part is produced only after
 * the previous one has been written. If a part or the disk fails, no file is left behind.
 */
export async function writeNewFile<Failure>(
  { folder, name, extension }: NewFile,
  parts: Parts<Failure>,
): Promise<Result<{ path: string }, Failure | NotWritten>> {
  try {
    await mkdir(folder, { recursive: true });
    for (let number = 1; ; number += 1) {
      const path = join(folder, `${name}${number === 1 ? '' : `-${number}`}.${extension}`);
      const file = await openNew(path);
      if (file !== null) return await fill(path, file, parts);
    }
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    return err({ type: 'not-written', code });
  }
}

/** Null if a file of this name exists already. */
async function openNew(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return null;
    throw error;
  }
}

async function fill<Failure>(
  path: string,
  file: FileHandle,
  parts: Parts<Failure>,
): Promise<Result<{ path: string }, Failure>> {
  let isWhole = false;
  try {
    for await (const part of parts) {
      if (!part.ok) return part;
      await file.writeFile(part.value);
    }
    await file.sync();
    isWhole = true;
    return ok({ path });
  } finally {
    await file.close();
    if (!isWhole) await rm(path, { force: true });
  }
}
