import * as api from '#shared/api/index.ts';
import type { z } from 'zod';
import {
  arrayOf,
  boolean,
  byDate,
  date,
  double,
  integer,
  message,
  nullable,
  object,
  optional,
  string,
  type Fields,
} from './field.ts';

/** The spec's tables of section 2, and of the requests in section 4.2, in its order. */

/**
 * Promised by the spec, but only meaningful for some performances, or null on failure; so the schemas
 * take null there as well.
 */
const lenient = nullable;

const messages = arrayOf(message);

const futureEvents: Fields = {
  serviceMessages: object({
    errors: messages,
    warnings: messages,
    infoMessages: messages,
    allMessages: messages,
  }),
  departmentId: nullable(integer),
  clientId: integer,
  clientName: string,
  clientActive: boolean,
  errors: messages,
  warnings: messages,
};

const performanceEntryTime: Fields = {
  performanceEntryTimeId: integer,
  entryTime: string,
  entryTimeFormatted: string,
  entryTimeHour: string,
  entryTimeMinute: string,
  displaySoldOut: boolean,
};

const eventPerformance: Fields = {
  performanceId: integer,
  performanceStart: date,
  performanceDate: string,
  performanceTime: string,
  performanceTime24: string,
  performanceStartDate: string,
  performanceSuperTitle: nullable(string),
  performanceSubTitle: nullable(string),
  performanceNotes: nullable(string),
  availabilityCode: string,
  displayCode: string,
  productionId: integer,
  productionName: string,
  hasAvailableTickets: boolean,
  tixRemaining: integer,
  customMessage: nullable(string),
  noRemainingTicketsMessage: nullable(string),
  shutoffHour: double,
  shutoffHourMessage: nullable(string),
  generalAdmission: boolean,
  allDayEvent: boolean,
  doorEntryStartDate: lenient(string),
  doorEntryStartTime: lenient(string),
  doorEntryEndDate: lenient(string),
  doorEntryEndTime: lenient(string),
  productionLogoLink: nullable(string),
  productionDescription: nullable(string),
  departmentId: nullable(integer),
  departmentName: nullable(string),
  performanceEntryTimes: nullable(arrayOf(object(performanceEntryTime))),
};

const venueAddress: Fields = {
  line1: string,
  line2: string,
  city: string,
  state: string,
  stateAbbreviation: nullable(string),
  zipcode: string,
  country: string,
  countryAbbreviation: nullable(string),
};

const productionVenue: Fields = {
  name: string,
  location: nullable(string),
  venuePhone: nullable(string),
  transitInfo: nullable(string),
  venueAddress: nullable(object(venueAddress)),
};

const seriesInformation: Fields = {
  productionId: integer,
  productionName: string,
  productionStatus: string,
  productionStyle: integer,
  productionVenue: nullable(object(productionVenue)),
  hasAvailableTickets: boolean,
  noRemainingMessage: string,
  shutoffHour: double,
  shutoffHourMessage: string,
  seriesSuperTitle: nullable(string),
  seriesSubTitle: nullable(string),
  purchaseAlert: nullable(string),
  productionDescription: nullable(string),
  productionLogoClientFileId: nullable(integer),
  productionLogoLink: nullable(string),
  productionLogoAltName: nullable(string),
  firstPerformanceDate: date,
  lastPerformanceDate: date,
  performanceIdIfOnlyOneEventAvailable: nullable(integer),
  showLinkToBuyTickets: boolean,
  departmentId: nullable(integer),
  departmentName: nullable(string),
};

const errorDetails: Fields = {
  errorCodeId: integer,
  errorCodeKey: string,
  errorCodeName: string,
  forceLogout: boolean,
};

const envelope: Fields = {
  accessTokenExpiration: nullable(date),
  error: boolean,
  errorMessageHTML: nullable(string),
  errorDetails: nullable(object(errorDetails)),
};

const scanningPerformance: Fields = { performanceId: integer, performanceStart: date };

const scanningProduction: Fields = {
  productionId: integer,
  productionName: string,
  performances: nullable(arrayOf(object(scanningPerformance))),
};

const scanningClient: Fields = {
  id: integer,
  value: string,
  productions: nullable(arrayOf(object(scanningProduction))),
};

const text = nullable(string);
const address: Fields = {
  line1: text,
  line2: text,
  city: text,
  state: text,
  zipCode: text,
  country: text,
};
const phone: Fields = { phoneNumber: text, type: text };
const patron: Fields = {
  email: text,
  firstName: text,
  lastName: text,
  billingAddress: nullable(object(address)),
  shippingAddress: nullable(object(address)),
  primaryPhoneNumber: nullable(object(phone)),
};

const scannableTicket: Fields = {
  ticketId: integer,
  performanceId: integer,
  productionName: string,
  performanceStartDate: date,
  barcode: string,
  alreadyScanned: boolean,
  refundedOrVoided: boolean,
  orderConsumerName: text,
  performance: text,
  section: text,
  seat: text,
  ticketsScanned: nullable(integer),
  ticketsSold: nullable(integer),
  patron: nullable(object(patron)),
};

const scanFilter: Fields = {
  clientId: integer,
  productionId: optional(integer),
  performanceId: optional(integer),
};

const syncTicket: Fields = {
  ticketId: integer,
  performanceId: integer,
  barcode: string,
  barcodeString: string,
  scanTime: date,
};

const syncScanFailure: Fields = { barcode: string, reason: string };

/** Every resource of the spec: its name and section, its schema, and its fields by the spec. */
export const RESOURCES: readonly (readonly [string, z.ZodType, Fields])[] = [
  ['future-events envelope (2.1)', api.futureEventsEnvelopeSchema, futureEvents],
  [
    'calendar (2.1)',
    api.calendarResponseSchema,
    { ...futureEvents, performancesByDateDisplay: byDate(arrayOf(object(eventPerformance))) },
  ],
  [
    'series (2.1)',
    api.seriesResponseSchema,
    { ...futureEvents, seriesInformation: arrayOf(object(seriesInformation)) },
  ],
  [
    'events (2.1)',
    api.eventsResponseSchema,
    { ...futureEvents, performances: arrayOf(object(eventPerformance)) },
  ],
  ['event performance (2.2)', api.eventPerformanceSchema, eventPerformance],
  ['performance entry time (2.3)', api.performanceEntryTimeSchema, performanceEntryTime],
  ['series information (2.4)', api.seriesInformationSchema, seriesInformation],
  ['production venue (2.4)', api.productionVenueSchema, productionVenue],
  ['venue address (2.4)', api.venueAddressSchema, venueAddress],
  ['scanning envelope (2.5)', api.scanningEnvelopeSchema, envelope],
  ['error details (2.5)', api.errorDetailsSchema, errorDetails],
  [
    'authentication (2.6)',
    api.authenticationResponseSchema,
    {
      ...envelope,
      accessToken: text,
      passwordExpiresOn: nullable(date),
      daysTillPasswordExpires: nullable(integer),
    },
  ],
  [
    'filter options (2.7)',
    api.filterOptionsResponseSchema,
    { ...envelope, clients: nullable(arrayOf(object(scanningClient))) },
  ],
  ['scanning client (2.7)', api.scanningClientSchema, scanningClient],
  ['scanning production (2.7)', api.scanningProductionSchema, scanningProduction],
  ['scanning performance (2.7)', api.scanningPerformanceSchema, scanningPerformance],
  [
    'validate ticket (2.8)',
    api.validateTicketResponseSchema,
    {
      ...envelope,
      name: text,
      performance: text,
      section: text,
      seat: text,
      ticketsScanned: nullable(integer),
      ticketsSold: nullable(integer),
      successMsg: text,
      patron: nullable(object(patron)),
    },
  ],
  ['patron (2.9)', api.patronSchema, patron],
  ['address (2.9)', api.addressSchema, address],
  ['phone (2.9)', api.phoneSchema, phone],
  [
    'valid tickets (2.10)',
    api.validTicketsResponseSchema,
    {
      ...envelope,
      clientId: lenient(integer),
      productionId: nullable(integer),
      performanceId: nullable(integer),
      tickets: lenient(arrayOf(object(scannableTicket))),
    },
  ],
  ['scannable ticket (2.10)', api.scannableTicketSchema, scannableTicket],
  ['sync failure (2.11)', api.syncScanFailureSchema, syncScanFailure],
  [
    'sync answer (4.2)',
    api.syncScansResponseSchema,
    { failedBarcodes: arrayOf(object(syncScanFailure)) },
  ],
  [
    'authentication request (4.2)',
    api.authenticationRequestSchema,
    { username: string, password: string },
  ],
  ['scan filter (4.2)', api.scanFilterSchema, scanFilter],
  [
    'validate ticket request (4.2)',
    api.validateTicketRequestSchema,
    { ...scanFilter, barcodeString: string },
  ],
  [
    'sync request (4.2)',
    api.syncScansRequestSchema,
    { ...scanFilter, tickets: arrayOf(object(syncTicket)) },
  ],
];

/** The members whose absence means an empty list. */
export const EMPTY_WHEN_MISSING = ['errors', 'warnings'];
