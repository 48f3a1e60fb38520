import type { z } from 'zod';
import { dateMs, flag, integer, nullable, shownHtml, shownText } from './field.ts';
import { MUST_HAVE } from './must-have.ts';
import { record } from './record.ts';

/** ErrorDetails (spec 2.5). `errorCodeId` may be one that section 7 does not list. */
export const errorDetails = record([], {
  errorCodeId: integer,
  errorCodeKey: shownText,
  errorCodeName: shownText,
  forceLogout: flag,
});
export const errorDetailsSchema = errorDetails.strict;
export type ErrorDetails = z.infer<typeof errorDetailsSchema>;

/** What every scanning answer but invalidateToken's carries (spec 2.5). */
export const scanningEnvelopeFields = {
  accessTokenExpiration: nullable(dateMs),
  error: flag,
  errorMessageHTML: nullable(shownHtml),
  errorDetails: nullable(errorDetails),
};
export const scanningEnvelope = record(MUST_HAVE.scanning, scanningEnvelopeFields);
export const scanningEnvelopeSchema = scanningEnvelope.strict;
export type ScanningEnvelope = z.infer<typeof scanningEnvelopeSchema>;
