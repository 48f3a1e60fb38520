import { z } from 'zod';
import { wireCode } from './code-sets.ts';
import { dateMs, integer, nullable } from './field.ts';

/** Where a production plays (spec 2.4). `countryAbbreviation`'s nullability is not shown there. */
export const venueAddressSchema = z.object({
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  state: z.string(),
  stateAbbreviation: nullable(z.string()),
  zipcode: z.string(),
  country: z.string(),
  countryAbbreviation: nullable(z.string()),
});
export type VenueAddress = z.infer<typeof venueAddressSchema>;

/** ProductionVenue (spec 2.4). */
export const productionVenueSchema = z.object({
  name: z.string(),
  location: nullable(z.string()),
  venuePhone: nullable(z.string()),
  transitInfo: nullable(z.string()),
  venueAddress: nullable(venueAddressSchema),
});
export type ProductionVenue = z.infer<typeof productionVenueSchema>;

/** One production with its run (spec 2.4). */
export const seriesInformationSchema = z.object({
  productionId: integer,
  productionName: z.string(),
  productionStatus: wireCode,
  productionStyle: integer,
  productionVenue: nullable(productionVenueSchema),
  hasAvailableTickets: z.boolean(),
  noRemainingMessage: z.string(),
  shutoffHour: z.number(),
  shutoffHourMessage: z.string(),
  seriesSuperTitle: nullable(z.string()),
  seriesSubTitle: nullable(z.string()),
  purchaseAlert: nullable(z.string()),
  productionDescription: nullable(z.string()),
  productionLogoClientFileId: nullable(integer),
  productionLogoLink: nullable(z.string()),
  /** When absent, the production's name is used. */
  productionLogoAltName: nullable(z.string()),
  firstPerformanceDate: dateMs,
  lastPerformanceDate: dateMs,
  performanceIdIfOnlyOneEventAvailable: nullable(integer),
  showLinkToBuyTickets: z.boolean(),
  departmentId: nullable(integer),
  departmentName: nullable(z.string()),
});
export type SeriesInformation = z.infer<typeof seriesInformationSchema>;
