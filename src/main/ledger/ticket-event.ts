import { z } from 'zod';
import { idSchema, nameSchema, timeSchema } from '#main/base/limits.ts';

/** The most parents that an event names; more are never needed, for parents are no ancestors of each other. */
const MOST_PARENTS = 16;

/** What every ticket event has. Instants are milliseconds since the epoch, on the platform's clock. */
const everyTicketEvent = {
  /** The same wherever and however often it is published. */
  id: idSchema,
  /** The installation at whose door it happened, and what people called the door. */
  kioskId: z.string().max(100),
  door: nameSchema,
  baseUrl: z.string().max(500),
  clientId: z.int(),
  /** By which doors recognise the barcode. */
  ticketHash: idSchema,
  /** The platform's numbers; null where no snapshot of that door knew the ticket. */
  ticketId: z.int().nullable(),
  performanceId: z.int().nullable(),
  /** For people, never for the order. */
  at: timeSchema,
  /** The latest events about this ticket that its door knew: its causal parents. */
  knew: z.array(idSchema).max(MOST_PARENTS).readonly(),
};

/** Somebody was let in. */
const admittedSchema = z.object({
  ...everyTicketEvent,
  kind: z.literal('admitted'),
  /**
   * On whose word: the platform's; the snapshot's and what the venue knows; a question's whose answer came late or
   * never; or staff's.
   */
  by: z.enum(['platform', 'snapshot', 'question', 'staff']),
  /** The events that the screen showed before staff decided; empty otherwise. */
  shown: z.array(idSchema).max(MOST_PARENTS).readonly(),
  /** The code of the refusal that staff overrode; null: there is none. */
  code: z.int().nullable(),
});

/** Somebody left. */
const checkedOutSchema = z.object({
  ...everyTicketEvent,
  kind: z.literal('checked-out'),
  /** The admission that it ends; null: the door knew of nobody inside. */
  of: idSchema.nullable(),
});

/** The platform is being asked; or it was asked, did not answer in time, and nobody was let in. */
const askedSchema = z.object({
  ...everyTicketEvent,
  kind: z.literal('asked'),
  /**
   * While the platform is being asked: the event that the scan will become, which replaces this one. Missing: the
   * question is itself what the scan became.
   */
  scan: idSchema.exactOptional(),
  /** What the door was open for: at a door for something else the answer proves nothing. */
  productionId: z.int().nullable(),
  filterPerformanceId: z.int().nullable(),
});

/** The platform has refused the ticket. */
const refusedSchema = z.object({
  ...everyTicketEvent,
  kind: z.literal('refused'),
  code: z.int(),
});

/** What became of a question that was not answered in time, or of an admission that was made without its answer. */
const answeredSchema = z.object({
  ...everyTicketEvent,
  kind: z.literal('answered'),
  of: idSchema,
  /** `missing`: there will be no answer. Of a question under way `refused`: nothing became of its scan. */
  word: z.enum(['admitted', 'refused', 'missing']),
});

/** An admission was withdrawn by its own door: nobody went in. */
const withdrawnSchema = z.object({
  ...everyTicketEvent,
  kind: z.literal('withdrawn'),
  of: idSchema,
});

/** The platform has recorded an admission that was made without it. */
const uploadedSchema = z.object({ ...everyTicketEvent, kind: z.literal('uploaded'), of: idSchema });

/** The platform has refused an admission for its ticket: it would not admit that ticket again. */
const uploadRefusedSchema = z.object({
  ...everyTicketEvent,
  kind: z.literal('upload-refused'),
  of: idSchema,
});

export const ticketEventSchema = z.discriminatedUnion('kind', [
  admittedSchema,
  checkedOutSchema,
  askedSchema,
  refusedSchema,
  answeredSchema,
  withdrawnSchema,
  uploadedSchema,
  uploadRefusedSchema,
]);
/**
 * Something that happened with a ticket at a door of the venue. The set of events only grows; order, repetition and
 * loss on the way do not matter.
 */
export type TicketEvent = z.infer<typeof ticketEventSchema>;
export type Admitted = z.infer<typeof admittedSchema>;
export type CheckedOut = z.infer<typeof checkedOutSchema>;
export type Asked = z.infer<typeof askedSchema>;
export type Refused = z.infer<typeof refusedSchema>;

/** The event that this one is a consequence of; null: of none. */
export function causeOf(event: TicketEvent): string | null {
  return 'of' in event ? event.of : null;
}
