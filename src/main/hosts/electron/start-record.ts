import { replaceFile } from '#main/base/vault/replace-file.ts';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { WELL_AFTER } from './starting-again.ts';

/*
 * systemd starts the service with its own command line, so that a count that stands there is lost. It is
 * kept in a file beside it: each start is written down as a failure before anything is tried, and struck
 * out when it ends in order or has run well. So a process that crashes or is killed counts as well.
 */

/** Starts that are farther apart than this are not in a row, in milliseconds. */
const IN_A_ROW = WELL_AFTER + 5 * 60_000;

const recordSchema = z.object({
  /** How many starts in a row have failed. */
  failed: z.int().min(0).max(9999),
  /** When that was written, on the kiosk's clock. */
  at: z.number(),
  /** The run of the machine: a power cut is no failed start. */
  boot: z.string().nullable(),
});

/** How many starts have failed, from one process to the next. */
export interface StartRecord {
  /** How many starts right before this one have failed. */
  readonly failed: number;
  /** Records `failed` failures for the next start, including this one if it failed. */
  leave(failed: number): void;
  /** Called when this start has gone well, or was ended by a person: removes the record. */
  forget(): void;
}

/** What is different from test to test. */
export interface StartRecordParts {
  readonly path: string;
  readonly now: () => number;
  readonly boot: string | null;
  /**
   * Called with the error if the record cannot be written: then the next start may not know of this one.
   */
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
      // After a jump of the clock it is unknown which starts came in a row.
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
