import { z } from 'zod';
import { apiErrorSchema } from '#shared/model/api-error-schema.ts';
import { downloadSchema, expectedDownloadSchema } from './snapshot-format.ts';

const bytes = z.instanceof(Uint8Array);
const key = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** What the worker is to build; passed to it at its start. */
export const buildOrderSchema = downloadSchema
  .omit({ download: true, patronsDigest: true })
  .extend({
    buildingPath: z.string(),
    finalPath: z.string(),
    /** How many tickets were skipped before, where it comes from another door. */
    skippedBefore: z.int(),
    /** The download that another door hands over, with whose content it must agree; null: from the platform. */
    expected: expectedDownloadSchema.nullable(),
    /** How many bytes of the disk must stay free. */
    spare: z.number(),
    keys: z.object({ lookup: key, seal: key }),
  });
export type BuildOrder = z.infer<typeof buildOrderSchema>;

/** The messages to the worker, in order: the download's chunks, then its end. */
export const toWorkerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('chunk'), bytes }),
  z.object({ type: z.literal('end') }),
]);
export type ToWorker = z.infer<typeof toWorkerSchema>;

/** The result of a build. Only after `built` is there a new file. */
const buildEndSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('built'),
    accessTokenExpiration: z.number().nullable(),
    tickets: z.number(),
    skipped: z.number(),
    duplicates: z.number(),
    /** The most memory that the worker's JavaScript used, in bytes. */
    memory: z.number(),
    /** The processor time that the worker used, in milliseconds. */
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

/** The worker's messages: that it has loaded SQLite; after each chunk the number of tickets so far; at the end, the result. */
export const fromWorkerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('loaded') }),
  z.object({ type: z.literal('consumed'), tickets: z.number() }),
  z.object({ type: z.literal('ended'), end: buildEndSchema }),
]);
export type FromWorker = z.infer<typeof fromWorkerSchema>;
