import { z } from 'zod';
import { DAY } from '#shared/time.ts';
import { ticketEventSchema } from '#main/ledger/ticket-event.ts';
import { correctionBySchema, idSchema, nameSchema, timeSchema } from '#main/base/limits.ts';

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

/** Something that happened with a ticket. */
const houseTicketEventSchema = z.intersection(
  ticketEventSchema,
  z.object({ ...everyEvent, type: z.literal('ticket') }),
);
export type HouseTicketEvent = z.infer<typeof houseTicketEventSchema>;

/** Somebody has put right by hand how many are inside. */
const correctionSchema = z.object({
  ...everyEvent,
  type: z.literal('correction'),
  kioskId: idSchema,
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
  kioskId: idSchema,
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

/** At a door people have decided that another one's claims are left out of every decision. */
const disregardSchema = z.object({
  ...everyEvent,
  type: z.literal('disregard'),
  kioskId: idSchema,
  /** The key of the other door. */
  of: idSchema,
  at: timeSchema,
});

/** At the same door they have undone that. */
const disregardEndSchema = z.object({
  ...everyEvent,
  type: z.literal('disregard end'),
  kioskId: idSchema,
  /** The id of the event that it undoes. */
  of: idSchema,
});

/** What a door may tell of: one schema for each kind. */
export const HOUSE_EVENTS = {
  ticket: houseTicketEventSchema,
  correction: correctionSchema,
  note: houseNoteSchema,
  'note end': noteEndSchema,
  disregard: disregardSchema,
  'disregard end': disregardEndSchema,
} as const;
export type HouseEvent = z.infer<(typeof HOUSE_EVENTS)[keyof typeof HOUSE_EVENTS]>;

/** What a door must know of an event to keep it and to pass it on, even one of a newer version. */
export const anyEventSchema = z.looseObject({ ...everyEvent, type: idSchema });
export type AnyEvent = z.infer<typeof anyEventSchema>;

/** The longest text of an event, in characters: ids of up to 81 characters, of which an event may name 32. */
export const LONGEST_EVENT = 5_000;

/** Reads the text of an event; null if it is none, or one of a known type that is malformed. */
export function readEvent(text: string): AnyEvent | null {
  if (text.length > LONGEST_EVENT) return null;
  try {
    const event = anyEventSchema.safeParse(JSON.parse(text)).data;
    if (event === undefined) return null;
    return isKnownType(event.type) && knownEvent(event) === null ? null : event;
  } catch {
    return null;
  }
}

/** Returns the event as this version understands it; null if it does not. */
export function knownEvent(event: AnyEvent): HouseEvent | null {
  const { type } = event;
  return isKnownType(type) ? (HOUSE_EVENTS[type].safeParse(event).data ?? null) : null;
}

function isKnownType(type: string): type is keyof typeof HOUSE_EVENTS {
  return Object.hasOwn(HOUSE_EVENTS, type);
}

/** Returns the event if it is about a ticket; else null. */
export function asTicketEvent(event: AnyEvent): HouseTicketEvent | null {
  return houseTicketEventSchema.safeParse(event).data ?? null;
}

/** Reads the text of an event about a ticket; null if it is none. */
function readTicketEvent(text: string): HouseTicketEvent | null {
  if (text.length > LONGEST_EVENT) return null;
  try {
    return houseTicketEventSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** An event as it is stored: its text, and its times as far as they can be believed. */
export interface StoredEvent {
  readonly body: string;
  /** Null: it has none. */
  readonly at: number | null;
  readonly until: number;
}

/**
 * Returns those of the stored events that are about tickets, each once. All with one id are of one door, and the one
 * wins that it published last, because it may have corrected the time of the scan. If that is the same, too, all doors
 * choose the same by its text, in whatever order they came.
 */
export function ticketEventsIn<T extends StoredEvent>(
  stored: readonly T[],
): readonly HouseTicketEvent[] {
  const found = new Map<string, HouseTicketEvent>();
  const byBody = new Map(stored.map((one) => [one.body, one]));
  for (const [body, { at, until }] of [...byBody].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const known = readTicketEvent(body);
    if (known === null || !isLater(known, found.get(known.id))) continue;
    found.set(known.id, at === null ? known : { ...known, at, until });
  }
  return [...found.values()];
}

/** Whether an event was published after another one with its id. */
function isLater(event: HouseTicketEvent, than: HouseTicketEvent | undefined): boolean {
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

/** The id of the event that undoes a disregard; never that of the end of a note, which any door may publish. */
export function disregardEndId(disregardId: string): string {
  return `${disregardId}/undone`;
}

/** The id of the event that removes a note. */
export function noteEndId(noteId: string): string {
  return `${noteId}/end`;
}
