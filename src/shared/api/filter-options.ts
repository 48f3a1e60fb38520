import type { z } from 'zod';
import { scanningEnvelopeFields } from './envelope.ts';
import { dateMs, integer, nullable, shownText } from './field.ts';
import { MUST_HAVE } from './must-have.ts';
import { listOf, record, type AsRead } from './record.ts';

/** A performance that may be scanned now (spec 2.7). */
export const scanningPerformance = record(MUST_HAVE.scanningPerformance, {
  performanceId: integer,
  performanceStart: dateMs,
});
export const scanningPerformanceSchema = scanningPerformance.strict;
export type ScanningPerformance = z.infer<typeof scanningPerformanceSchema>;

/** A production with its scannable performances (spec 2.7). */
export const scanningProduction = record(MUST_HAVE.scanningProduction, {
  productionId: integer,
  productionName: shownText,
  performances: nullable(listOf(scanningPerformance)),
});
export const scanningProductionSchema = scanningProduction.strict;
export type ScanningProduction = z.infer<typeof scanningProductionSchema>;

/** A client of the platform: `id`, and `value`, which is its name (spec 2.7). */
export const scanningClient = record(MUST_HAVE.scanningClient, {
  id: integer,
  value: shownText,
  productions: nullable(listOf(scanningProduction)),
});
export const scanningClientSchema = scanningClient.strict;
/** A client as the kiosk reads it: a performance may have no start, and anything no name. */
export type ScanningClient = AsRead<typeof scanningClient>;

/** Answer of GET filterOptions (spec 2.7). */
export const filterOptions = record(MUST_HAVE.filterOptions, {
  ...scanningEnvelopeFields,
  clients: nullable(listOf(scanningClient)),
});
export const filterOptionsResponseSchema = filterOptions.strict;
export type FilterOptionsResponse = z.infer<typeof filterOptionsResponseSchema>;
