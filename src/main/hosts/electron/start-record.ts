import { replaceFile } from '#main/base/vault/replace-file.ts';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { WELL_AFTER } from './starting-again.ts';

/*
 * systemd starts the service with its own command line, so a count passed on the command line is lost. It
 * is kept in a file instead: each start is recorded as a failure before anything else, and the record is
 * cleared when the kiosk ends in order or has run well. So a process that crashes or is killed counts as
 * well.
 */

/** Starts that are farther apart than this are not in a row, in milliseconds. */
const IN_A_ROW = WELL_AFTER + 5 * 60_000;

const recordSchema = z.object({
  /** How many starts in a row have failed. */
  failed: z.int().min(0).max(9999),
  /** When the record was written, on the kiosk's clock. */
  at: z.number(),
  /** The boot id of the machine at that time: a power cut does not count as a failed start. */
  boot: z.string().nullable(),
});

/** How many starts have failed, from one process to the next. */
export interface StartRecord {
  /** The number of starts right before this one that failed in a row. */
  readonly failed: number;
  /** Records the number of failures for the next start; this start is included if it failed. */
  leave(failed: number): void;
  /** Clears the record: this start has gone well, or was ended by somebody. */
  forget(): void;
}

/** What tests replace. */
export interface StartRecordParts {
  readonly path: string;
  readonly now: () => number;
  readonly boot: string | null;
  /** Called with an error of the disk: the next start may not know of this one. */
  readonly onError: (error: unknown) => void;
}

/** Reads the record at `path`, and writes this start down as a failure until it turns out to be none. */
export function openStartRecord({ path, now, boot, onError }: StartRecordParts): StartRecord {
  const failed = failedBefore();
  leave(failed + 1);
  return { failed, leave, forget: () => orTell(() => rmSync(path, { force: true })) };

  function failedBefore(): number {
    try {
      const record = recordSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
      // With a clock that jumped, nobody can tell whether the failures are in a row.
      const isInARow = Math.abs(now() - record.at) <= IN_A_ROW && record.boot === boot;
      return isInARow ? record.failed : 0;
    } catch {
      return 0;
    }
  }

  function leave(count: number): void {
    orTell(() => {
      mkdirSync(dirname(path), { recursive: true });
      replaceFile(path, Buffer.from(JSON.stringify({ failed: count, at: now(), boot })));
    });
  }

  function orTell(work: () => void): void {
    try {
      work();
    } catch (error) {
      onError(error);
    }
  }
}
