/**
 * The few members on which decisions depend, by record; all others are for display only, and invalid values
 * there do no harm (ADR 43). A record that lacks one of these is left out without affecting others; if it
 * is the answer itself, the answer is invalid. Members that are not listed here are optional, lists of
 * records included: a missing list is empty. Refusals are read by other rules: an invalid member must not
 * hide that the platform has refused.
 */
export const MUST_HAVE = {
  /** In every scanning answer: whether it is an error. */
  scanning: ['error'],
  /** Without a token nobody is signed in. */
  authentication: ['error', 'accessToken'],
  /** The choices for a door; null is an empty offer, any other value that is no list is invalid. */
  filterOptions: ['error', 'clients'],
  scanningClient: ['id'],
  scanningProduction: ['productionId'],
  scanningPerformance: ['performanceId'],
  /** The filter of the answer is compared with the requested one, if the platform sends it. */
  validTickets: ['error'],
  /**
   * The members that identify a ticket, decide whether it is valid here, and are uploaded for it. None of
   * them is guessed: a ticket without one is skipped and counted, because then an unknown barcode is no
   * proof that there is no such ticket.
   */
  scannableTicket: ['ticketId', 'performanceId', 'barcode', 'alreadyScanned', 'refundedOrVoided'],
  /**
   * Without the list, and without an envelope that reports no error (ADR 44), it is unknown whether scans
   * were recorded.
   */
  syncScans: ['failedBarcodes'],
  /**
   * An unreadable barcode still means that one of the scans has failed; further requests find out which.
   */
  syncScanFailure: ['barcode'],
  /** An answer about another client is invalid. If it has errors, it is a refusal. */
  futureEvents: ['clientId'],
  calendar: ['clientId', 'performancesByDateDisplay'],
  series: ['clientId', 'seriesInformation'],
  events: ['clientId', 'performances'],
  /** The position in the programme, and whether it may be shown. */
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
