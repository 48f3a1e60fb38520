import { eventPerformance, seriesInformation } from '#shared/api/index.ts';
import type { z } from 'zod';

/**
 * The fields of a performance that are kept (spec 2.2). The number of remaining tickets must not be shown,
 * so it is not even stored; description and logo belong to the production and are stored once.
 */
export const performanceFactsSchema = eventPerformance.lenient.omit({
  tixRemaining: true,
  productionDescription: true,
  productionLogoLink: true,
});
export type PerformanceFacts = z.infer<typeof performanceFactsSchema>;

/** The fields of a series that are kept (spec 2.4). */
export const seriesFactsSchema = seriesInformation.lenient.omit({
  productionDescription: true,
  productionLogoLink: true,
});
export type SeriesFacts = z.infer<typeof seriesFactsSchema>;
