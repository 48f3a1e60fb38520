import type { ServiceWords } from '#shared/model/programme.ts';
import { z } from 'zod';

/** One view of the future events (spec 4.1). */
export const programmeViewSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('series') }),
  z.object({ type: z.literal('events') }),
  z.object({ type: z.literal('calendar'), year: z.int(), month: z.int() }),
]);
export type ProgrammeView = z.infer<typeof programmeViewSchema>;

/** What the worker is started with. */
export const workerTaskSchema = z.object({
  /** The copy's file. */
  file: z.string(),
  clientRef: z.object({ baseUrl: z.string(), clientId: z.int() }),
  stamp: z.object({ now: z.int(), wall: z.int() }),
});
export type WorkerTask = z.infer<typeof workerTaskSchema>;

/** Messages to the worker. A body is sent in chunks, and answered as a whole. */
export const workerRequestSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('piece'), bytes: z.instanceof(Uint8Array) }),
  z.object({ type: z.literal('body'), view: programmeViewSchema }),
  /** Commits all bodies since the last commit; `whole` if they were the whole programme. */
  z.object({ type: z.literal('keep'), whole: z.boolean() }),
  /** Rolls back what was not committed, and ends the thread. */
  z.object({ type: z.literal('end') }),
]);
export type WorkerRequest = z.infer<typeof workerRequestSchema>;

const texts = z.array(z.string());
const serviceWordsSchema: z.ZodType<ServiceWords> = z.object({
  isInactive: z.boolean(),
  errors: texts,
  warnings: texts,
  notes: texts,
});

/**
 * Answers to a body, or to the request to commit. After all but `read` and `kept`, everything is rolled
 * back.
 */
export const workerAnswerSchema = z.discriminatedUnion('type', [
  /** `unreadable` counts the records that violate the spec and were left out. */
  z.object({ type: z.literal('read'), readable: z.int(), unreadable: z.int() }),
  /** The platform reported errors (spec 7.1). */
  z.object({ type: z.literal('refused'), reason: z.string(), service: serviceWordsSchema }),
  /** The body is no answer of the platform. */
  z.object({ type: z.literal('unreadable') }),
  /** `service`: the messages in the committed bodies. */
  z.object({ type: z.literal('kept'), service: serviceWordsSchema }),
  /** The copy could not be written. */
  z.object({ type: z.literal('failed'), code: z.string() }),
]);
export type WorkerAnswer = z.infer<typeof workerAnswerSchema>;
