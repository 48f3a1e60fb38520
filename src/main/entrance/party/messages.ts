import { z } from 'zod';
import { scannableTicket } from '#shared/api/index.ts';

const key = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** Which snapshot the thread is to look through, and for what. */
export const partyOrderSchema = z.object({
  path: z.string(),
  keys: z.object({ lookup: key, seal: key }),
  ticketId: z.number(),
  sign: z.object({ performanceId: z.number(), buyer: z.string(), sold: z.number() }),
});
export type PartyOrder = z.infer<typeof partyOrderSchema>;

/** What the thread says: that it can be ended, and its answer; then it ends. */
export const partyWordSchema = z.discriminatedUnion('type', [
  /** Its native modules are there. */
  z.object({ type: z.literal('loaded') }),
  z.object({
    type: z.literal('found'),
    tickets: z.array(
      scannableTicket.lenient.pick({
        ...{ ticketId: true, performanceId: true, barcode: true, alreadyScanned: true },
        ...{ refundedOrVoided: true, section: true, seat: true },
        ...{ ticketsScanned: true, ticketsSold: true },
      }),
    ),
    isOneBuyer: z.boolean(),
    /** No ticket was left out of the copy, or could not be read. */
    isWholeCopy: z.boolean(),
  }),
  z.object({ type: z.literal('too-many') }),
  /** The snapshot is missing or damaged. */
  z.object({ type: z.literal('unreadable') }),
]);
export type PartyWord = z.infer<typeof partyWordSchema>;
export type PartyAnswer = Exclude<PartyWord, { readonly type: 'loaded' }>;
