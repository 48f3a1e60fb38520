import { z } from 'zod';

/**
 * Something that a door has to tell the others about a ticket. Events are only ever added: order, repetition
 * and loss on the way do not matter. Instants are milliseconds since the epoch, on the platform's clock.
 */
const everyEvent = {
  /** The same wherever and however often it is told. */
  id: z.string().min(1).max(100),
  /** What people called the door where it happened. */
  door: z.string().max(200),
  /** When it may be forgotten. */
  until: z.int(),
};

/** A ticket was let in. Its id is that of the ledger's entry. */
const admissionSchema = z.object({
  ...everyEvent,
  type: z.literal('admission'),
  /** The kiosk's id. */
  kioskId: z.string().max(100),
  baseUrl: z.string().max(500),
  clientId: z.int(),
  /** By which doors recognise the barcode. */
  mark: z.string().min(1).max(100),
  /** Null where no snapshot of that door knew the ticket. */
  ticketId: z.int().nullable(),
  performanceId: z.int().nullable(),
  at: z.int(),
  /** Whether the platform has spent the ticket for it. */
  isSettled: z.boolean(),
});

/**
 * The platform has recorded an admission that was made without it, or has said something about its ticket: it
 * would not admit the ticket again.
 */
const settledSchema = z.object({
  ...everyEvent,
  type: z.literal('settled'),
  /** The admission's id. */
  of: z.string().min(1).max(100),
});

const houseEventSchema = z.discriminatedUnion('type', [admissionSchema, settledSchema]);
export type HouseEvent = z.infer<typeof houseEventSchema>;
export type HouseAdmission = z.infer<typeof admissionSchema>;

/** What a door must know of an event to keep it and to pass it on, even one of a newer version. */
export const anyEventSchema = z.looseObject({ ...everyEvent, type: z.string().min(1).max(100) });
export type AnyEvent = z.infer<typeof anyEventSchema>;

/** The longest text of an event, in characters. */
const LONGEST = 4_000;

/** Reads the text of an event; null if it is none. */
export function readEvent(text: string): AnyEvent | null {
  if (text.length > LONGEST) return null;
  try {
    return anyEventSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns the event as this version understands it; null if it does not. */
export function knownEvent(event: AnyEvent): HouseEvent | null {
  return houseEventSchema.safeParse(event).data ?? null;
}

/** Returns the admissions among the texts of events, each once. */
export function admissionsIn(bodies: readonly string[]): readonly HouseAdmission[] {
  const found = new Map<string, HouseAdmission>();
  for (const text of bodies) {
    const event = readEvent(text);
    const known = event && knownEvent(event);
    if (known?.type === 'admission') found.set(known.id, known);
  }
  return [...found.values()];
}
