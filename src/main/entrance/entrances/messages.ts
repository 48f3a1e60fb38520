import { z } from 'zod';
import { entrancesSchema } from '#shared/ipc/entrance-schemas.ts';
import type { Entrance } from '#shared/model/entrance.ts';
import type { EntranceTrial } from '#shared/model/entrance-trial.ts';
import type { FileFault } from '#shared/model/entrance-file.ts';
import type { Result } from '#shared/result.ts';

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** What the thread is to do, once: read a file of entrances, or try a list on a snapshot. */
export const entrancesOrderSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('read'), file: bytes }),
  z.object({
    type: z.literal('try'),
    path: z.string(),
    keys: z.object({ lookup: bytes, seal: bytes }),
    builtAt: z.int(),
    entrances: entrancesSchema,
  }),
]);
export type EntrancesOrder = z.infer<typeof entrancesOrderSchema>;

/** Its answer; then it ends. It is our own thread: what it says is what it was told in these types. */
export type EntrancesWord =
  | { readonly type: 'read'; readonly result: Result<readonly Entrance[], FileFault> }
  /** Null: the snapshot is missing or damaged. */
  | { readonly type: 'tried'; readonly trial: EntranceTrial | null };

/** That an answer is of one kind. */
export const entrancesWordSchema = z.custom<EntrancesWord>(
  (word) => z.object({ type: z.enum(['read', 'tried']) }).safeParse(word).success,
);
