import { replaceFile } from '#main/base/vault/replace-file.ts';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const recordSchema = z.object({ trust: z.string(), signed: z.number() });

/** When the newest manifest was signed that this kiosk has accepted: an older one is a replay. */
export interface NewestSeen {
  /** In milliseconds since the epoch; 0: none was accepted yet. */
  read(): number;
  record(signed: number): void;
}

/**
 * Keeps the date in the file at `path`. An unreadable file counts as missing.
 *
 * @param trust the package's: with other keys or another channel the date is reset, so that nobody with an old key
 *   can block later manifests by a date far ahead
 * @param onError called with an error of the disk
 */
export function openNewestSeen(
  path: string,
  trust: string,
  onError: (error: unknown) => void,
): NewestSeen {
  let newest = readRecord(path, trust);
  return {
    read: () => newest,
    record(signed) {
      if (signed <= newest) return;
      newest = signed;
      try {
        replaceFile(path, Buffer.from(JSON.stringify({ trust, signed })));
      } catch (error) {
        onError(error);
      }
    },
  };
}

function readRecord(path: string, trust: string): number {
  try {
    const record = recordSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    return record.trust === trust ? record.signed : 0;
  } catch {
    return 0;
  }
}
