import type { z } from 'zod';
import {
  dateMs,
  double,
  flag,
  integer,
  nullable,
  link,
  shownDescription,
  shownNotice,
  shownText,
  wireCode,
} from './field.ts';
import { MUST_HAVE } from './must-have.ts';
import { record } from './record.ts';

/** Where a production plays (spec 2.4). `countryAbbreviation`'s nullability is not shown there. */
export const venueAddress = record([], {
  line1: shownText,
  line2: shownText,
  city: shownText,
  state: shownText,
  stateAbbreviation: nullable(shownText),
  zipcode: shownText,
  country: shownText,
  countryAbbreviation: nullable(shownText),
});
export const venueAddressSchema = venueAddress.strict;
export type VenueAddress = z.infer<typeof venueAddressSchema>;

/** ProductionVenue (spec 2.4). */
export const productionVenue = record([], {
  name: shownText,
  location: nullable(shownText),
  venuePhone: nullable(shownText),
  transitInfo: nullable(shownNotice),
  venueAddress: nullable(venueAddress),
});
export const productionVenueSchema = productionVenue.strict;
export type ProductionVenue = z.infer<typeof productionVenueSchema>;

/** One production with its run (spec 2.4). */
export const seriesInformation = record(MUST_HAVE.seriesInformation, {
  productionId: integer,
  productionName: shownText,
  productionStatus: wireCode,
  productionStyle: integer,
  productionVenue: nullable(productionVenue),
  hasAvailableTickets: flag,
  noRemainingMessage: shownNotice,
  shutoffHour: double,
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
  showLinkToBuyTickets: flag,
  departmentId: nullable(integer),
  departmentName: nullable(shownText),
});
export const seriesInformationSchema = seriesInformation.strict;
export type SeriesInformation = z.infer<typeof seriesInformationSchema>;
