import { z } from 'zod';
import { selectionSchema } from '#shared/model/selection-schema.ts';

/** How the network treats requests, until it is told otherwise. */
export const WAYS = [
  'up',
  /** Connections are cut, and refused. */
  'cut',
  /** Requests never arrive, and nobody is told. */
  'hang',
  /** Requests arrive, and their connection dies before the answer. */
  'reset-after-sending',
  /** Answers wait for some seconds. */
  'slow',
  'captive-portal',
  'bad-gateway',
] as const;
export type Way = (typeof WAYS)[number];

/** Ways in which a request may wait for something that real time alone does not bring. */
export const WAITING_WAYS: readonly Way[] = ['hang', 'slow'];

const workersSchema = z.object({
  programme: z.string(),
  snapshot: z.string(),
  tickets: z.string(),
  house: z.string(),
});

/** What the kiosk's process is told once: everything that it needs for its evening. */
export const setUpSchema = z.object({
  seed: z.number(),
  /** How many tickets are to be scanned. */
  scans: z.number(),
  /** How long the evening lasts, in milliseconds of its own time. */
  lasts: z.number(),
  /** How often memory and handles are looked at, in milliseconds of the evening. */
  sampleEvery: z.number(),
  startsAt: z.number(),
  baseUrl: z.string(),
  folder: z.string(),
  username: z.string(),
  password: z.string(),
  selection: selectionSchema,
  /** Barcodes that are let in, and such as are not. */
  good: z.array(z.string()),
  bad: z.array(z.string()),
  /** Something is kept of each scan that nobody needs, to see it found. */
  leak: z.boolean(),
});
export type SetUp = z.infer<typeof setUpSchema>;

/** What the town does for the kiosk's process before it answers. */
export const requestSchema = z.discriminatedUnion('do', [
  /** The evening's time is now this. */
  z.object({ do: z.literal('tell-time'), now: z.number() }),
  z.object({ do: z.literal('network'), way: z.enum(WAYS) }),
  /** The platform starts again: connections die, and for a while nobody is there. */
  z.object({ do: z.literal('platform-restart') }),
  z.object({ do: z.literal('revoke-tokens') }),
]);
export type TownRequest = z.infer<typeof requestSchema>;

/** Memory and handles of the kiosk's process, after a collection. */
export const sampleSchema = z.object({
  /** Since the evening began, in milliseconds. */
  at: z.number(),
  scans: z.number(),
  heap: z.number(),
  external: z.number(),
  resident: z.number(),
  /** Of those that keep a process alive: timers, sockets, pipes … */
  resources: z.number(),
  files: z.number(),
  threads: z.number(),
  /** Who waits for the kiosk's clock. */
  waiting: z.number(),
  wal: z.number(),
  snapshots: z.number(),
});
export type Sample = z.infer<typeof sampleSchema>;

/** What the kiosk's process tells. */
export const toTownSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('request'), id: z.number(), request: requestSchema }),
  /** A code was read at the real door; `again`: a moment after the same one. */
  z.object({ type: z.literal('read'), code: z.string(), again: z.boolean() }),
  z.object({ type: z.literal('shown'), kind: z.string(), basis: z.string() }),
  z.object({ type: z.literal('happened'), what: z.string() }),
  z.object({ type: z.literal('sample'), sample: sampleSchema }),
  z.object({ type: z.literal('over') }),
]);
export type ToTown = z.infer<typeof toTownSchema>;

/** What it is told. */
export const toDoorSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('begin'), setUp: setUpSchema, workers: workersSchema }),
  z.object({ type: z.literal('done'), id: z.number() }),
]);
export type ToDoor = z.infer<typeof toDoorSchema>;
