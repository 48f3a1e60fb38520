/**
 * The few members that decide, by the record that they stand in; the rest is only shown, and whatever
 * stands in its place changes nothing (ADR 43). A record that lacks one of them is left out, and costs
 * no other; where it is the answer itself, that cannot be read.
 *
 * What stands in no list here decides nothing, lists of records included: an answer without them has
 * none. How a refusal is read is another matter: there an odd member must not turn a no into silence.
 */
export const MUST_HAVE = {
  /** Every answer of scanning: whether it is a yes or a no. */
  scanning: ['error'],
  /** Without a token nobody is signed in. */
  authentication: ['error', 'accessToken'],
  /** What a door can be opened for; null is an empty offer, anything else that is no list is none. */
  filterOptions: ['error', 'clients'],
  scanningClient: ['id'],
  scanningProduction: ['productionId'],
  scanningPerformance: ['performanceId'],
  /** Which tickets it is about is held against what was asked for, where the platform says it. */
  validTickets: ['error'],
  /**
   * What finds a ticket, tells whether it is good here, and is uploaded for it. None is ever guessed: a
   * ticket without one is skipped and counted, for then nothing proves that a barcode is nobody's.
   */
  scannableTicket: ['ticketId', 'performanceId', 'barcode', 'alreadyScanned', 'refundedOrVoided'],
  /** Without the list, and without an envelope that denies an error (ADR 44), nothing says that scans are recorded. */
  syncScans: ['failedBarcodes'],
  /** One that cannot be read is nobody's: then one of the scans is meant, and which is found out. */
  syncScanFailure: ['barcode'],
  /** An answer about another client is none. Its errors, if it names any, refuse it. */
  futureEvents: ['clientId'],
  calendar: ['clientId', 'performancesByDateDisplay'],
  series: ['clientId', 'seriesInformation'],
  events: ['clientId', 'performances'],
  /** Where it stands in the programme, and whether it may be shown at all. */
  eventPerformance: [
    'performanceId',
    'productionId',
    'performanceStart',
    'performanceDate',
    'displayCode',
  ],
  /** Whether a production and all its performances may be shown. */
  seriesInformation: ['productionId', 'productionStatus'],
} as const;
