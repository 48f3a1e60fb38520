import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import { z } from 'zod';

/** A filter as SQLite stores it: a missing member is null. */
export const filterRowSchema = z.object({
  clientId: z.int(),
  productionId: z.int().nullable(),
  performanceId: z.int().nullable(),
});
export type FilterRow = z.infer<typeof filterRowSchema>;

/** The columns of `entry` that make a filter row. */
export const FILTER_COLUMNS = `entry.client_id AS clientId,
  entry.filter_production_id AS productionId, entry.filter_performance_id AS performanceId`;

/** Returns the filter of a row. */
export function filterOf({ clientId, productionId, performanceId }: FilterRow): ScanFilter {
  return {
    clientId,
    ...(productionId !== null && { productionId }),
    ...(performanceId !== null && { performanceId }),
  };
}
