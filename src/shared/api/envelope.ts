import { z } from 'zod';
import { dateMs, integer, nullable, shownHtml, shownText } from './field.ts';

/** ErrorDetails (spec 2.5). `errorCodeId` may be one that section 7 does not list. */
export const errorDetailsSchema = z.object({
  errorCodeId: integer,
  errorCodeKey: shownText,
  errorCodeName: shownText,
  forceLogout: z.boolean(),
});
export type ErrorDetails = z.infer<typeof errorDetailsSchema>;

/** What every scanning answer but invalidateToken's carries (spec 2.5). */
export const scanningEnvelopeSchema = z.object({
  accessTokenExpiration: nullable(dateMs),
  error: z.boolean(),
  errorMessageHTML: nullable(shownHtml),
  errorDetails: nullable(errorDetailsSchema),
});
export type ScanningEnvelope = z.infer<typeof scanningEnvelopeSchema>;
