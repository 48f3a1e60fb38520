import { shownText } from '#shared/api/field.ts';
import { scanningEnvelopeSchema } from '#shared/api/envelope.ts';
import { z } from 'zod';
import { syncReader, type Reader } from './reading.ts';

/** A scan that the platform has not recorded (spec 2.11), as far as it says which and why. */
export interface FailedScan {
  /** Null: the platform does not name it. A number, from a platform that takes barcodes for numbers. */
  readonly barcode: string | number | null;
  /** Empty: the platform does not say why. */
  readonly reason: string;
}

/** A number that JSON cannot tell from its neighbours names nobody. */
const barcode = z.union([z.string(), z.int()]).nullable().catch(null);

/** A scan has failed, whatever its entry looks like; only what can be read of it is believed. */
const failedScanSchema: z.ZodType<FailedScan> = z
  .preprocess(
    (entry) => (typeof entry === 'string' ? { barcode: entry } : entry),
    z.object({ barcode, reason: z.transform((value: unknown) => shownText.read(value) ?? '') }),
  )
  .catch({ barcode: null, reason: '' });

const ENVELOPE = Object.keys(scanningEnvelopeSchema.shape);

/** By these it is known for an answer of the platform, and not for a captive portal's JSON. */
function isOfThePlatform(answer: Readonly<Record<string, unknown>>): boolean {
  if ('failedBarcodes' in answer) return true;
  return answer['error'] === false && Object.keys(answer).some((name) => isFurther(name));
}

/** `error` alone any service may send. */
function isFurther(name: string): boolean {
  return name !== 'error' && ENVELOPE.includes(name);
}

/** The answer of syncScans, as it is believed: without a list, and without an error, nothing has failed. */
const syncAnswerSchema = z
  .record(z.string(), z.unknown())
  .refine(isOfThePlatform, 'not about scans')
  .pipe(
    z.object({
      error: z.literal(false).nullish(),
      failedBarcodes: z.array(failedScanSchema).nullish(),
    }),
  )
  .transform(({ failedBarcodes }): readonly FailedScan[] => failedBarcodes ?? []);

const readBody = syncReader(syncAnswerSchema);

/**
 * Reads the answer of syncScans. That scans are recorded, or are not, is believed under a status of
 * success alone: under any other, whoever answers may be in the platform's place.
 */
export const readSync: Reader<readonly FailedScan[]> = (body, status) => {
  const reading = readBody(body, status);
  const isSuccess = status >= 200 && status < 300;
  return reading.type === 'value' && !isSuccess ? { type: 'unreadable', at: 'status' } : reading;
};
