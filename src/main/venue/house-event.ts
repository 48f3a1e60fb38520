import { z } from 'zod';
import { DAY } from '#shared/time.ts';
import { correctionBySchema, idSchema, nameSchema, timeSchema } from './limits.ts';

/**
 * Something that a door has to tell the others about a ticket. Events are only ever added: order, repetition
 * and loss on the way do not matter. Instants are milliseconds since the epoch, on the platform's clock.
 */
const everyEvent = {
  /** The same wherever and however often it is told. */
  id: idSchema,
  /** What people called the door where it happened. */
  door: nameSchema,
  /** When it may be forgotten. */
  until: timeSchema,
  /** When its door published it in this form; missing while that door did not know the platform's time. */
  publishedAt: timeSchema.exactOptional(),
};

/** A way in or out with a ticket. Its id is that of the ledger's entry. */
const passage = {
  ...everyEvent,
  /** The kiosk's id. */
  kioskId: z.string().max(100),
  baseUrl: z.string().max(500),
  clientId: z.int(),
  /** By which doors recognise the barcode. */
  mark: idSchema,
  /** Null where no snapshot of that door knew the ticket. */
  ticketId: z.int().nullable(),
  performanceId: z.int().nullable(),
  at: timeSchema,
  /** The id of the one that it comes after; null: that door knew of none. */
  follows: idSchema.nullable(),
};

/** A ticket was let in. */
const admissionSchema = z.object({
  ...passage,
  type: z.literal('admission'),
  /** Whether the platform has spent the ticket for it, or need not be told: its holder came back. */
  isSettled: z.boolean(),
  /** The id of the scan that was refused, where somebody has let its holder in anyway. */
  overrules: idSchema.exactOptional(),
  /** The code of that refusal, if it had one: the ticket was used, or not good. */
  refusedFor: z.int().exactOptional(),
});

/** Somebody left, and may come back. */
const exitSchema = z.object({ ...passage, type: z.literal('exit') });

/** An admission was taken back by its own door: nobody went in. */
const withdrawalSchema = z.object({
  ...everyEvent,
  type: z.literal('withdrawal'),
  /** The admission's id. */
  of: idSchema,
});

/**
 * The platform has recorded an admission that was made without it, or has said something about its ticket: it
 * would not admit the ticket again.
 */
const settledSchema = z.object({
  ...everyEvent,
  type: z.literal('settled'),
  /** The admission's id. */
  of: idSchema,
});

/**
 * The platform has spent a ticket on a scan whose answer came too late: its holder was turned away, and the next
 * scan lets them in, at whichever door.
 */
const lateRightSchema = z.object({
  ...everyEvent,
  type: z.literal('late right'),
  baseUrl: z.string().max(500),
  clientId: z.int(),
  /** What that door was open for: at a door for something else it proves nothing. */
  productionId: z.int().nullable(),
  filterPerformanceId: z.int().nullable(),
  mark: idSchema,
  ticketId: z.int().nullable(),
  performanceId: z.int().nullable(),
  at: timeSchema,
  /** The id of the scan's entry: an admission by this right names it as what it follows. */
  of: idSchema,
});
export type LateRight = z.infer<typeof lateRightSchema>;

/** Somebody has put right by hand how many are inside. */
const correctionSchema = z.object({
  ...everyEvent,
  type: z.literal('correction'),
  kioskId: z.string().max(100),
  /** Null: of the house as a whole. */
  performanceId: z.int().nullable(),
  at: timeSchema,
  /** How many more, or fewer. */
  by: correctionBySchema,
  /** In somebody's words. */
  why: z.string().max(200),
});

/** A note about guests, for all doors. It is sealed once more: what doors tell each other lies in a file of each. */
export const houseNoteSchema = z.object({
  ...everyEvent,
  type: z.literal('note'),
  kioskId: z.string().max(100),
  /** In base64. */
  sealed: z.string().min(1).max(3_600),
});
export type HouseNote = z.infer<typeof houseNoteSchema>;

/** Somebody has removed a note, at whichever door. */
const noteEndSchema = z.object({
  ...everyEvent,
  type: z.literal('note end'),
  /** The note's id. */
  of: idSchema,
});

/** What a door may tell of: one schema for each kind. */
export const houseEventSchema = z.discriminatedUnion('type', [
  admissionSchema,
  exitSchema,
  withdrawalSchema,
  lateRightSchema,
  correctionSchema,
  settledSchema,
  houseNoteSchema,
  noteEndSchema,
]);
export type HouseEvent = z.infer<typeof houseEventSchema>;
const KNOWN_TYPES: ReadonlySet<string> = new Set(
  houseEventSchema.options.map(({ shape }) => shape.type.value),
);

export type HouseAdmission = z.infer<typeof admissionSchema>;
export type HousePassage = HouseAdmission | z.infer<typeof exitSchema>;

/** What a door must know of an event to keep it and to pass it on, even one of a newer version. */
export const anyEventSchema = z.looseObject({ ...everyEvent, type: idSchema });
export type AnyEvent = z.infer<typeof anyEventSchema>;

/** The longest text of an event, in characters. */
const LONGEST = 4_000;

/** Reads the text of an event; null if it is none, or one of a known type that is malformed. */
export function readEvent(text: string): AnyEvent | null {
  if (text.length > LONGEST) return null;
  try {
    const event = anyEventSchema.safeParse(JSON.parse(text)).data;
    if (event === undefined) return null;
    return KNOWN_TYPES.has(event.type) && knownEvent(event) === null ? null : event;
  } catch {
    return null;
  }
}

/** Returns the event as this version understands it; null if it does not. */
export function knownEvent(event: AnyEvent): HouseEvent | null {
  return houseEventSchema.safeParse(event).data ?? null;
}

/** An event as it is stored: its text, and its times as far as they can be believed. */
export interface StoredEvent {
  readonly body: string;
  /** Null: it has none. */
  readonly at: number | null;
  readonly until: number;
}

/**
 * Returns those of the stored events that this version understands, each once. Of several with one id the one wins
 * that its door published last, because it may have corrected the time of the scan. If that is the same, too, all
 * doors choose the same by its text, in whatever order they came.
 */
export function eventsIn(stored: readonly StoredEvent[]): readonly HouseEvent[] {
  const found = new Map<string, HouseEvent>();
  const byBody = new Map(stored.map((one) => [one.body, one]));
  for (const [body, { at, until }] of [...byBody].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const event = readEvent(body);
    const known = event && knownEvent(event);
    if (known === null || !isLater(known, found.get(known.id))) continue;
    found.set(known.id, at !== null && 'at' in known ? { ...known, at, until } : known);
  }
  return [...found.values()];
}

/** Whether an event was published after another one with its id. */
function isLater(event: HouseEvent, than: HouseEvent | undefined): boolean {
  if (than === undefined) return true;
  return (event.publishedAt ?? -Infinity) > (than.publishedAt ?? -Infinity);
}

/** How far the clocks of two doors may be apart: more than any time zone, in milliseconds. */
const AHEAD_AT_MOST = DAY;
/** How long ago something can have happened that is still told of, and how long it can be kept, in milliseconds. */
const KEPT_AT_MOST = 400 * DAY;
/** How long an event is kept that says a time which cannot be, in milliseconds. */
const ODD_KEPT_FOR = 3 * DAY;

/**
 * Returns the event with the time of receipt instead of a time that cannot be; the same event where there is none.
 *
 * @param now the platform's time; null while it is not known, and nothing can be said of others
 */
export function datedEvent(event: AnyEvent, now: number | null): AnyEvent {
  if (now === null) return event;
  const { at } = event;
  const isOdd = typeof at === 'number' && (at > now + AHEAD_AT_MOST || at < now - KEPT_AT_MOST);
  const isKeptTooLong = event.until > now + KEPT_AT_MOST;
  if (!isOdd && !isKeptTooLong) return event;
  return {
    ...event,
    ...(isOdd && { at: now }),
    ...(isKeptTooLong && { until: now + ODD_KEPT_FOR }),
  };
}

/** Whether an event is about a way in or out. */
export function isPassage(event: HouseEvent): event is HousePassage {
  return event.type === 'admission' || event.type === 'exit';
}

/** Returns the event if it is about a way in or out; else null. */
export function asPassage(event: AnyEvent): HousePassage | null {
  const known = knownEvent(event);
  return known !== null && isPassage(known) ? known : null;
}

/** The id of the event that says that the platform knows of an admission. */
export function settledId(admissionId: string): string {
  return `${admissionId}/settled`;
}

/** The id of the event that removes a note. */
export function noteEndId(noteId: string): string {
  return `${noteId}/end`;
}

/** The id of the event that takes an admission back. */
export function withdrawalId(admissionId: string): string {
  return `${admissionId}/taken back`;
}
