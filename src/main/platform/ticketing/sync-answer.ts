import { flag, shownText } from '#shared/api/field.ts';
import { scanningEnvelopeSchema } from '#shared/api/envelope.ts';
import { z } from 'zod';
import { syncReader, type Reader } from './reading.ts';

/** A scan that the platform has not recorded (spec 2.11), with its barcode and reason if they are given. */
export interface FailedScan {
  /** Null: the platform does not name it. A number, from a platform that takes barcodes for numbers. */
  readonly barcode: string | number | null;
  /** Empty: the platform does not say why. */
  readonly reason: string;
}

/** A number beyond the exact integers of JSON identifies no barcode. */
const barcode = z.union([z.string(), z.int()]).nullable().catch(null);

/** Each entry is a failed scan, whatever it looks like; only its readable members are used. */
const failedScanSchema: z.ZodType<FailedScan> = z
  .preprocess(
    (entry) => (typeof entry === 'string' ? { barcode: entry } : entry),
    z.object({ barcode, reason: z.transform((value: unknown) => shownText.read(value) ?? '') }),
  )
  .catch({ barcode: null, reason: '' });

const ENVELOPE = Object.keys(scanningEnvelopeSchema.shape);

/** The members by which an answer is recognised as the platform's, and not a captive portal's JSON. */
function isOfThePlatform(answer: Readonly<Record<string, unknown>>): boolean {
  if ('failedBarcodes' in answer) return true;
  return (
    flag.read(answer['error']) === false && Object.keys(answer).some((name) => isFurther(name))
  );
}

/** Any service may send an `error` member. */
function isFurther(name: string): boolean {
  return name !== 'error' && ENVELOPE.includes(name);
}

/** Whether an `error` member is missing, or reports no error in any form (spec 2.5). */
function reportsNone(error: unknown): boolean {
  return error === null || flag.read(error) === false;
}

/** The answer of syncScans: without a list of failures and without an error, nothing has failed. */
const syncAnswerSchema = z
  .record(z.string(), z.unknown())
  .refine(isOfThePlatform, 'not about scans')
  .pipe(
    z.object({
      error: z.unknown().refine(reportsNone).optional(),
      failedBarcodes: z.array(failedScanSchema).nullish(),
    }),
  )
  .transform(({ failedBarcodes }): readonly FailedScan[] => failedBarcodes ?? []);

const readBody = syncReader(syncAnswerSchema);

/**
 * Reads the answer of syncScans. That scans were, or were not, recorded is accepted only with a successful
 * status: with any other, a gateway may have answered instead of the platform.
 */
export const readSync: Reader<readonly FailedScan[]> = (body, status) => {
  const reading = readBody(body, status);
  const isSuccess = status >= 200 && status < 300;
  return reading.type === 'value' && !isSuccess ? { type: 'unreadable', at: 'status' } : reading;
};
