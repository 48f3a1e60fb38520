import { z } from 'zod';
import { apiErrorSchema } from '#shared/model/api-error-schema.ts';
import { downloadSchema } from './snapshot-format.ts';

const bytes = z.instanceof(Uint8Array);
const key = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** What the worker is to build; it gets it at its start. */
export const buildOrderSchema = downloadSchema.extend({
  buildingPath: z.string(),
  finalPath: z.string(),
  /** Bytes of the disk that have to stay free. */
  spare: z.number(),
  keys: z.object({ lookup: key, seal: key }),
});
export type BuildOrder = z.infer<typeof buildOrderSchema>;

/** What the worker is told, one after the other: the download, then its end. */
export const toWorkerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('chunk'), bytes }),
  z.object({ type: z.literal('end') }),
]);
export type ToWorker = z.infer<typeof toWorkerSchema>;

/** The outcome of a build. Only `built` leaves a new file. */
const buildEndSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('built'),
    accessTokenExpiration: z.number().nullable(),
    tickets: z.number(),
    skipped: z.number(),
    duplicates: z.number(),
    /** The most that the worker's JavaScript held, in bytes. */
    memory: z.number(),
    /** What the worker took of a processor, in milliseconds. */
    processor: z.number(),
  }),
  z.object({
    type: z.literal('refused'),
    accessTokenExpiration: z.number().nullable(),
    error: apiErrorSchema,
  }),
  z.object({ type: z.literal('unreadable'), at: z.string() }),
  z.object({ type: z.literal('disk'), code: z.string() }),
]);
export type BuildEnd = z.infer<typeof buildEndSchema>;

/** What the worker says: after each chunk how many tickets there are so far; at last, what came of it. */
export const fromWorkerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('consumed'), tickets: z.number() }),
  z.object({ type: z.literal('ended'), end: buildEndSchema }),
]);
export type FromWorker = z.infer<typeof fromWorkerSchema>;
