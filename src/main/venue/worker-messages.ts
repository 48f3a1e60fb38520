import { z } from 'zod';
import { VENUE_TROUBLES, type DoubtedDoors } from '#shared/model/venue.ts';
import { askCopyFields, copyFields, doorCopiesSchema } from './copy-messages.ts';
import { anyEventSchema, houseNoteSchema } from './house-event.ts';
import { doorReportSchema } from './door-report.ts';
import { conflictSchema } from './conflicts.ts';
import { holdViewSchema, newOrderSchema } from './hold-orders.ts';
import { figuresSchema, insideSchema } from './venue-count.ts';
import { bytesSchema, houseKeysSchema } from './house-keys.ts';

/** What the thread is started with. */
export const houseOrderSchema = z.object({
  /** The file with what the doors have told. */
  path: z.string(),
  keys: houseKeysSchema,
  /** The secret part of this door's key. */
  doorSecret: bytesSchema,
  broker: z.object({
    url: z.string(),
    user: z.string().nullable(),
    password: z.string().nullable(),
    ca: z.string().nullable(),
  }),
  /** Where this thread is the broker for the others; null: another machine is. */
  brokerHere: z.object({ address: z.string(), port: z.int() }).nullable(),
});
export type HouseOrder = z.infer<typeof houseOrderSchema>;

/** Messages to the thread. */
export const toHouseSchema = z.discriminatedUnion('type', [
  /** What has happened at this door, to publish if it was not before. An unreadable event is null. */
  z.object({ type: z.literal('tell'), events: z.array(anyEventSchema.nullable().catch(null)) }),
  /** Forget what may be forgotten at this platform time. */
  z.object({ type: z.literal('forget'), now: z.int() }),
  /** How it is at this door now, by the platform's clock, and whether the platform's time is known. */
  z.object({
    type: z.literal('report'),
    report: doorReportSchema,
    now: z.int(),
    isTimeKnown: z.boolean(),
  }),
  /** Asks for all that is known of the doors and their guests at this platform time, and since another. */
  z.object({
    ...{ type: z.literal('look'), question: z.int(), now: z.int() },
    since: z.int().nullable(),
  }),
  /** Hold all doors of the house, or let them go on. */
  z.object({ type: z.literal('hold'), order: newOrderSchema }),
  /** Disregard doors, or trust them at this kiosk. */
  z.object({
    type: z.literal('judge doors'),
    judged: z.union([z.object({ group: z.int() }), z.object({ door: z.string() })]),
    isDisregarded: z.boolean(),
  }),
  /** End the hold at this door alone. */
  z.object({ type: z.literal('end-hold-here') }),
  /** What this door has of copies of the tickets. */
  z.object({ type: z.literal('copies'), copies: doorCopiesSchema }),
  /** Ask another door for a piece of a copy. */
  z.object({ type: z.literal('ask copy'), to: z.string(), ...askCopyFields }),
  /** Hand a piece over to another door. */
  z.object({ type: z.literal('hand over'), to: z.string(), ...copyFields }),
  /** End; if the kiosk ends, too, the others are told that it lets nobody in any more. */
  z.object({ type: z.literal('end'), isOff: z.boolean() }),
]);
export type ToHouse = z.infer<typeof toHouseSchema>;

const knownDoorSchema = z.object({
  origin: z.string(),
  heardAt: z.int(),
  report: doorReportSchema,
  isHere: z.boolean(),
  isThere: z.boolean(),
  isDisregarded: z.boolean(),
});

const doubtedDoorsSchema: z.ZodType<DoubtedDoors> = z.object({
  ...{ group: z.int(), isDisregarded: z.boolean() },
  why: z.enum(['many', 'new', 'contradicted', 'staff']),
  ...{ doors: z.int(), name: z.string(), count: z.int(), since: z.int() },
  byName: z.string().nullable(),
});

/** The thread's messages. */
export const fromHouseSchema = z.discriminatedUnion('type', [
  /** Admissions of which one was too many. What was found before may be found again. */
  z.object({ type: z.literal('conflicts'), conflicts: z.array(conflictSchema).readonly() }),
  /** The ids of returns of which the platform will never hear: what was before them was withdrawn. */
  z.object({ type: z.literal('orphans'), ids: z.array(z.string()).readonly() }),
  /** Admissions that are in no conflict, as far as doors are believed now. */
  z.object({ type: z.literal('no conflicts'), ids: z.array(z.string()).readonly() }),
  /** The answer to a question about the doors. */
  z.object({
    type: z.literal('seen'),
    question: z.int(),
    doors: z.array(knownDoorSchema).readonly(),
    figures: figuresSchema,
    inside: insideSchema,
  }),
  /** A message to the thread, or an event in it, could not be read and was dropped; the members at fault. */
  z.object({ type: z.literal('dropped'), fields: z.array(z.string()).readonly() }),
  /** The file is there and can be read. */
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('state'),
    trouble: z.enum([...VENUE_TROUBLES, 'connecting']).nullable(),
    doors: z.array(z.string()).readonly(),
    refused: z.object({
      foreign: z.int(),
      repeated: z.int(),
      large: z.int(),
      malformed: z.int(),
      overQuota: z.int(),
      oddTimes: z.int(),
    }),
    hold: holdViewSchema,
    silent: z.int(),
    calls: z
      .array(z.object({ kioskId: z.string(), door: z.string(), askedAt: z.number() }))
      .readonly(),
    doubted: z.array(doubtedDoorsSchema).readonly(),
  }),
  /** What another door has of copies of the tickets. */
  z.object({ type: z.literal('copies'), from: z.string(), copies: doorCopiesSchema }),
  /** Another door asks for a piece of a copy. */
  z.object({ type: z.literal('copy asked'), from: z.string(), ...askCopyFields }),
  /** A piece of a copy has come from another door. */
  z.object({ type: z.literal('copy came'), from: z.string(), ...copyFields }),
  /** The notes about guests, and the ids of those that somebody has removed. */
  z.object({
    type: z.literal('notes'),
    notes: z.array(houseNoteSchema).readonly(),
    ended: z.array(z.string()).readonly(),
  }),
  /** Who is inside. */
  z.object({ type: z.literal('inside'), inside: insideSchema }),
]);
export type FromHouse = z.infer<typeof fromHouseSchema>;
