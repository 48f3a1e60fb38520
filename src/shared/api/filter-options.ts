import { z } from 'zod';
import { scanningEnvelopeSchema } from './envelope.ts';
import { dateMs, integer, nullable, shownText } from './field.ts';

/** A performance that may be scanned now (spec 2.7). */
export const scanningPerformanceSchema = z.object({
  performanceId: integer,
  performanceStart: dateMs,
});
export type ScanningPerformance = z.infer<typeof scanningPerformanceSchema>;

/** A production with its scannable performances (spec 2.7). */
export const scanningProductionSchema = z.object({
  productionId: integer,
  productionName: shownText,
  performances: nullable(z.array(scanningPerformanceSchema)),
});
export type ScanningProduction = z.infer<typeof scanningProductionSchema>;

/** A client of the platform: `id`, and `value`, which is its name (spec 2.7). */
export const scanningClientSchema = z.object({
  id: integer,
  value: shownText,
  productions: nullable(z.array(scanningProductionSchema)),
});
export type ScanningClient = z.infer<typeof scanningClientSchema>;

/** Answer of GET filterOptions (spec 2.7). */
export const filterOptionsResponseSchema = scanningEnvelopeSchema.extend({
  clients: nullable(z.array(scanningClientSchema)),
});
export type FilterOptionsResponse = z.infer<typeof filterOptionsResponseSchema>;
