import { z } from 'zod';
import type { Verdict } from '#shared/model/verdict.ts';

/** How a door of a house is started in a process of its own. */
export const doorOrderSchema = z.object({
  dataDirectory: z.string(),
  /** By which all doors know the platform, and by which this one reaches it. */
  baseUrl: z.string(),
  network: z.string(),
  settings: z.record(z.string(), z.unknown()),
  user: z.object({ username: z.string(), password: z.string() }),
});
export type DoorOrder = z.infer<typeof doorOrderSchema>;

/** What it is asked for. */
export const askedOfDoorSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('scan'), code: z.string() }),
  z.object({ type: z.literal('join'), code: z.string() }),
  z.object({ type: z.literal('end') }),
]);
export type AskedOfDoor = z.infer<typeof askedOfDoorSchema>;

/** What the door tells its parent. */
export type DoorWord =
  | { readonly type: 'open' }
  | {
      readonly type: 'state';
      readonly venue: string;
      readonly doors: number;
      readonly pending: number;
    }
  | { readonly type: 'verdict'; readonly kind: Verdict['kind']; readonly basis: Verdict['basis'] };
