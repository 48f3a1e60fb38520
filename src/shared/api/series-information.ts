import { z } from 'zod';
import { wireCode } from './code-sets.ts';
import {
  dateMs,
  integer,
  nullable,
  link,
  shownDescription,
  shownNotice,
  shownText,
} from './field.ts';

/** Where a production plays (spec 2.4). `countryAbbreviation`'s nullability is not shown there. */
export const venueAddressSchema = z.object({
  line1: shownText,
  line2: shownText,
  city: shownText,
  state: shownText,
  stateAbbreviation: nullable(shownText),
  zipcode: shownText,
  country: shownText,
  countryAbbreviation: nullable(shownText),
});
export type VenueAddress = z.infer<typeof venueAddressSchema>;

/** ProductionVenue (spec 2.4). */
export const productionVenueSchema = z.object({
  name: shownText,
  location: nullable(shownText),
  venuePhone: nullable(shownText),
  transitInfo: nullable(shownNotice),
  venueAddress: nullable(venueAddressSchema),
});
export type ProductionVenue = z.infer<typeof productionVenueSchema>;

/** One production with its run (spec 2.4). */
export const seriesInformationSchema = z.object({
  productionId: integer,
  productionName: shownText,
  productionStatus: wireCode,
  productionStyle: integer,
  productionVenue: nullable(productionVenueSchema),
  hasAvailableTickets: z.boolean(),
  noRemainingMessage: shownNotice,
  shutoffHour: z.number(),
  shutoffHourMessage: shownNotice,
  seriesSuperTitle: nullable(shownText),
  seriesSubTitle: nullable(shownText),
  purchaseAlert: nullable(shownNotice),
  productionDescription: nullable(shownDescription),
  productionLogoClientFileId: nullable(integer),
  productionLogoLink: nullable(link),
  /** When absent, the production's name is used. */
  productionLogoAltName: nullable(shownText),
  firstPerformanceDate: dateMs,
  lastPerformanceDate: dateMs,
  performanceIdIfOnlyOneEventAvailable: nullable(integer),
  showLinkToBuyTickets: z.boolean(),
  departmentId: nullable(integer),
  departmentName: nullable(shownText),
});
export type SeriesInformation = z.infer<typeof seriesInformationSchema>;
