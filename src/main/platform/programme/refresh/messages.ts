import type { ProgrammePart, ServiceWords } from '#shared/model/programme.ts';
import { z } from 'zod';

const programmePartSchema: z.ZodType<ProgrammePart> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('series') }),
  z.object({ type: z.literal('events') }),
  z.object({ type: z.literal('calendar'), year: z.int(), month: z.int() }),
]);

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
  z.object({ type: z.literal('body'), part: programmePartSchema }),
  /** Discards the chunks of a body that broke off. */
  z.object({ type: z.literal('discard') }),
  /** Commits all bodies that could be read since the last commit. */
  z.object({ type: z.literal('keep') }),
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

/** Answers to a body, or to the request to commit. */
export const workerAnswerSchema = z.discriminatedUnion('type', [
  /**
   * `unreadable` counts the records that violate the spec and were left out; `service`: the service's own
   * messages in the body.
   */
  z.object({
    type: z.literal('read'),
    readable: z.int(),
    unreadable: z.int(),
    service: serviceWordsSchema,
  }),
  /** The platform reported errors (spec 7.1). The other bodies are not affected. */
  z.object({ type: z.literal('refused'), reason: z.string(), service: serviceWordsSchema }),
  /** The body is no answer of the platform. The other bodies are not affected. */
  z.object({ type: z.literal('unreadable') }),
  z.object({ type: z.literal('kept') }),
  /** The copy could not be written; everything is rolled back. */
  z.object({ type: z.literal('failed'), code: z.string() }),
]);
export type WorkerAnswer = z.infer<typeof workerAnswerSchema>;
