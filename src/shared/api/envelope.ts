import { z } from 'zod';
import { dateMs, integer, nullable } from './field.ts';

/** ErrorDetails (spec 2.5). `errorCodeId` may be one that section 7 does not list. */
export const errorDetailsSchema = z.object({
  errorCodeId: integer,
  errorCodeKey: z.string(),
  errorCodeName: z.string(),
  forceLogout: z.boolean(),
});
export type ErrorDetails = z.infer<typeof errorDetailsSchema>;

/** What every scanning answer but invalidateToken's carries (spec 2.5). */
export const scanningEnvelopeSchema = z.object({
  accessTokenExpiration: nullable(dateMs),
  error: z.boolean(),
  errorMessageHTML: nullable(z.string()),
  errorDetails: nullable(errorDetailsSchema),
});
export type ScanningEnvelope = z.infer<typeof scanningEnvelopeSchema>;
