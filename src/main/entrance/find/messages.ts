import { z } from 'zod';
import { scannableTicket } from '#shared/api/index.ts';

const key = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** Which snapshot the thread is to search; passed to it at its start. */
export const searchOrderSchema = z.object({
  path: z.string(),
  keys: z.object({ lookup: key, seal: key }),
});
export type SearchOrder = z.infer<typeof searchOrderSchema>;

/** A query; the next one must not be sent before this one is answered. */
export const searchQuerySchema = z.object({
  query: z.string(),
  /** The most tickets to return. */
  most: z.number(),
});
export type SearchQuery = z.infer<typeof searchQuerySchema>;

/**
 * The thread's messages: that it has loaded SQLite, progress while it reads the snapshot, one when that is done, then an
 * answer to each query.
 */
export const searchWordSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('loaded') }),
  z.object({ type: z.literal('read'), tickets: z.number() }),
  z.object({ type: z.literal('ready') }),
  /** The snapshot is missing or damaged. The thread ends. */
  z.object({ type: z.literal('unreadable') }),
  z.object({
    type: z.literal('found'),
    total: z.number(),
    tickets: z.array(scannableTicket.lenient),
  }),
]);
export type SearchWord = z.infer<typeof searchWordSchema>;
