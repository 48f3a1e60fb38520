import { replaceFile } from '#main/base/vault/replace-file.ts';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { SidesRemembered } from './place-sides.ts';

const displaySchema = z.object({
  id: z.number(),
  label: z.string(),
  bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
});
const displaysSchema = z.array(displaySchema).readonly();
const recordSchema = z.object({ usher: displaysSchema, guest: displaysSchema });

/** Whose display is whose, from one start to the next. */
export interface SidesRecord {
  /** What the sides have had; null: nothing is known. */
  readonly remembered: SidesRemembered | null;
  keep(sides: SidesRemembered): void;
}

/**
 * Reads the record at `path`; one that cannot be read is as if there were none.
 *
 * @param onError called with an error of the disk: the next start may not know whose display is whose
 */
export function openSidesRecord(path: string, onError: (error: unknown) => void): SidesRecord {
  let remembered = read(path);
  return {
    get remembered() {
      return remembered;
    },
    keep(sides) {
      // Of what a system tells of a display, these alone.
      const next = recordSchema.parse(sides);
      if (JSON.stringify(next) === JSON.stringify(remembered)) return;
      remembered = next;
      try {
        replaceFile(path, Buffer.from(JSON.stringify(next)));
      } catch (error) {
        onError(error);
      }
    },
  };
}

function read(path: string): SidesRemembered | null {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
