import { ERROR } from '#shared/api/error-codes.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';

/** What the kiosk's own snapshot says of a ticket. */
export interface KnownTicket {
  readonly performanceId: number;
  /** Null if the production of the performance is unknown. */
  readonly productionId: number | null;
  /** It was scanned before the snapshot was made. */
  readonly alreadyScanned: boolean;
  readonly refundedOrVoided: boolean;
  /** Its performance may be scanned now, as well as it is known here. */
  readonly isOn: boolean;
}

/** The input of a decision without the platform. */
export interface LocalKnowledge {
  /** Whether there is a snapshot, and it covers what the door is open for. */
  readonly snapshotIsUsable: boolean;
  /** Null when the snapshot does not know the code. */
  readonly ticket: KnownTicket | null;
  /** Whether a code that the snapshot does not know is no ticket for what this door may be open for. */
  readonly absenceIsProven: boolean;
  /** Whether this kiosk has let the ticket in before, online or not. */
  readonly admittedHere: boolean;
}

/** A decision, with the error code that the platform would have sent. */
export type LocalDecision =
  | { readonly kind: 'admit' }
  | { readonly kind: 'reject'; readonly code: 9 | 10 | 11 | 13 }
  | { readonly kind: 'duplicate'; readonly code: 12 }
  | { readonly kind: 'undecided'; readonly why: Undecidable };

/** What is missing for a decision. */
export type Undecidable =
  /** There is no snapshot, or it says nothing about what the door is open for. */
  | 'no-snapshot'
  /** The snapshot does not know the code, which proves nothing. */
  | 'not-listed'
  /** A good ticket, for something that is not on now. */
  | 'not-on'
  /** The door is open for a series, and it is unknown whether the ticket's performance belongs to it. */
  | 'series-unknown';

/**
 * Decides without the platform. Validity comes before duplicates: unknown, wrong series, wrong performance,
 * voided or refunded, already scanned; only then the ticket is good. Red and green both need proof. Without
 * a snapshot only the kiosk's own admissions are certain.
 */
export function decideLocally(
  filter: ScanFilter,
  { snapshotIsUsable, ticket, absenceIsProven, admittedHere }: LocalKnowledge,
): LocalDecision {
  if (ticket === null || !snapshotIsUsable) {
    if (snapshotIsUsable && absenceIsProven) return { kind: 'reject', code: ERROR.ticketNotValid };
    return admittedHere
      ? { kind: 'duplicate', code: ERROR.ticketAlreadyScanned }
      : { kind: 'undecided', why: snapshotIsUsable ? 'not-listed' : 'no-snapshot' };
  }
  if (isAnotherSeries(filter, ticket)) return { kind: 'reject', code: ERROR.ticketWrongSeries };
  if (isAnotherPerformance(filter, ticket)) {
    return { kind: 'reject', code: ERROR.ticketWrongPerformance };
  }
  // The snapshot does not tell the two apart; both mean that the barcode is no longer good.
  if (ticket.refundedOrVoided) return { kind: 'reject', code: ERROR.ticketVoided };
  if (ticket.alreadyScanned || admittedHere) {
    return { kind: 'duplicate', code: ERROR.ticketAlreadyScanned };
  }
  if (mayBeOfAnotherSeries(filter, ticket)) return { kind: 'undecided', why: 'series-unknown' };
  return ticket.isOn ? { kind: 'admit' } : { kind: 'undecided', why: 'not-on' };
}

function mayBeOfAnotherSeries({ productionId, performanceId }: ScanFilter, ticket: KnownTicket) {
  return productionId !== undefined && performanceId === undefined && ticket.productionId === null;
}

function isAnotherSeries({ productionId, performanceId }: ScanFilter, ticket: KnownTicket) {
  if (productionId === undefined || ticket.performanceId === performanceId) return false;
  // A performance of which nothing is known may be of this production only if its own filter says so.
  return ticket.productionId !== null && ticket.productionId !== productionId;
}

function isAnotherPerformance({ performanceId }: ScanFilter, ticket: KnownTicket) {
  return performanceId !== undefined && ticket.performanceId !== performanceId;
}
