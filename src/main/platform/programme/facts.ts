import { eventPerformance, seriesInformation } from '#shared/api/index.ts';
import type { z } from 'zod';

/**
 * What is kept of a performance (spec 2.2). How many tickets remain must not be shown, so the kiosk
 * does not even keep it; description and logo are the production's, and kept once.
 */
export const performanceFactsSchema = eventPerformance.lenient.omit({
  tixRemaining: true,
  productionDescription: true,
  productionLogoLink: true,
});
export type PerformanceFacts = z.infer<typeof performanceFactsSchema>;

/** What is kept of a series (spec 2.4). */
export const seriesFactsSchema = seriesInformation.lenient.omit({
  productionDescription: true,
  productionLogoLink: true,
});
export type SeriesFacts = z.infer<typeof seriesFactsSchema>;
