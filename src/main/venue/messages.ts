import { z } from 'zod';
import { askCopyFields, copyFields } from './copy-messages.ts';
import { countSchema, idSchema, signatureSchema } from '#main/base/limits.ts';

/** The most events in one message that was asked for, and the most bytes of their texts. */
export const PIECE = 500;
export const LARGEST_PIECE = 500_000;
/** The most events that a door tells at once without being asked. */
export const MOST_UNASKED = 100;

/** The most origins of which a message says what a door has. */
export const MOST_ORIGINS = 2_000;
/** The most doors that are told of in a message. */
export const MOST_HEARD = 500;

/**
 * What doors say to each other. Each door numbers what it publishes, from 1 without gaps, under an origin: its key and
 * the id of this run. So two numbers tell what one door lacks of another.
 */
export const doorMessageSchema = z.discriminatedUnion('type', [
  /** Of each origin, up to which number this door has everything. */
  z.object({
    type: z.literal('have'),
    had: z.record(idSchema, countSchema).refine((had) => Object.keys(had).length <= MOST_ORIGINS),
    /** Whom this door has heard lately: an origin is new in each run, so nobody can repeat this to a later one. */
    hears: z.array(idSchema).max(MOST_HEARD),
    /** How it is at that door: read apart, so that whatever it is, doors come to know the same. */
    report: z.unknown(),
    /** The orders to hold the doors, or to go on, that it keeps: read apart, too. */
    hold: z.unknown(),
    /** The copies of the tickets that it has, and those that it is about to download. */
    copies: z.unknown(),
  }),
  /** Asks for what comes after this number. */
  z.object({ type: z.literal('ask'), origin: idSchema, after: countSchema }),
  /** All that there still is of an origin after one number, up to another: as texts, numbered and signed. */
  z.object({
    type: z.literal('told'),
    origin: idSchema,
    after: countSchema,
    upTo: countSchema,
    events: z.array(z.tuple([countSchema, z.string(), signatureSchema])).max(PIECE),
  }),
  /** Asks for a piece of a copy of the tickets. */
  z.object({ type: z.literal('ask copy'), ...askCopyFields }),
  /** A piece of a copy that was asked for. */
  z.object({ type: z.literal('copy'), ...copyFields }),
]);
export type DoorMessage = z.infer<typeof doorMessageSchema>;
/** What is about copies of the tickets alone. */
export type CopyMessage = Extract<DoorMessage, { type: 'ask copy' | 'copy' }>;
/** What is about events, and how it is at a door. */
export type ExchangeMessage = Exclude<DoorMessage, CopyMessage>;
export type Told = Extract<DoorMessage, { type: 'told' }>;
