import { ERROR } from '#shared/api/error-codes.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';

/** What the kiosk's own snapshot says of a ticket. */
export interface KnownTicket {
  readonly performanceId: number;
  /** Null if it is unknown which production the performance belongs to. */
  readonly productionId: number | null;
  /** Whether it was scanned before the snapshot was made. */
  readonly alreadyScanned: boolean;
  readonly refundedOrVoided: boolean;
  /** Whether its performance may be scanned now, as far as this kiosk knows. */
  readonly isOn: boolean;
}

/** What this kiosk knows itself, for a decision without the platform. */
export interface LocalKnowledge {
  /** Whether there is a snapshot, and it covers what the door is open for. */
  readonly snapshotIsUsable: boolean;
  /** Null when the snapshot does not know the code. */
  readonly ticket: KnownTicket | null;
  /**
   * Whether it is proven that a code missing from the snapshot is no ticket for what this door may
   * be open for.
   */
  readonly absenceIsProven: boolean;
  /** Whether this kiosk or another door of the house has let the ticket in before, online or not. */
  readonly admittedBefore: boolean;
  /** All that it was let in by was a duty manager's word, which is worth no ticket. */
  readonly isOnlyOverruled?: boolean;
  /** All that tells of it are claims of doors that are suspicious. */
  readonly isOnlyDoubted?: boolean;
  /** Its holder has left since, and may come in again. */
  readonly mayReturn: boolean;
}

/** A decision with the code that the platform would have given for it. */
export type LocalDecision =
  | { readonly kind: 'admit' }
  | { readonly kind: 'reject'; readonly code: 9 | 10 | 11 | 13 }
  | { readonly kind: 'duplicate'; readonly code: 12 }
  | { readonly kind: 'undecided'; readonly why: Undecidable };

/** What is missing for a decision. */
export type Undecidable =
  /** There is no snapshot, or it says nothing about what the door is open for. */
  | 'no-snapshot'
  /** The snapshot does not know the code, which does not prove that there is no such ticket. */
  | 'not-listed'
  /** Only a suspicious door says that it has let the ticket in. */
  | 'doubted-claim'
  /** A good ticket, for something that is not on now. */
  | 'not-on'
  /**
   * The door is open for a production, and it is unknown whether the ticket's performance belongs
   * to it.
   */
  | 'series-unknown';

/**
 * What the kiosk decides when the platform cannot. Validity is checked before duplicates, in this
 * order: unknown, wrong production, wrong performance, voided or refunded, already scanned; only
 * then is the ticket admitted. Both admitting and rejecting need proof. Without a snapshot, only
 * the admissions of this kiosk itself are known for sure.
 */
export function decideLocally(filter: ScanFilter, knowledge: LocalKnowledge): LocalDecision {
  const { snapshotIsUsable, ticket, absenceIsProven, admittedBefore, mayReturn } = knowledge;
  const isDoubted = admittedBefore && knowledge.isOnlyDoubted === true;
  const hadTicket = admittedBefore && knowledge.isOnlyOverruled !== true && !isDoubted;
  if (ticket === null || !snapshotIsUsable) {
    // Who was let in with a ticket has one, however new the copy without it: it was sold since.
    if (snapshotIsUsable && absenceIsProven && !hadTicket) {
      return { kind: 'reject', code: ERROR.ticketNotValid };
    }
    if (isDoubted && !mayReturn) return { kind: 'undecided', why: 'doubted-claim' };
    return admittedBefore && !mayReturn
      ? { kind: 'duplicate', code: ERROR.ticketAlreadyScanned }
      : { kind: 'undecided', why: snapshotIsUsable ? 'not-listed' : 'no-snapshot' };
  }
  if (isAnotherSeries(filter, ticket)) return { kind: 'reject', code: ERROR.ticketWrongSeries };
  if (isAnotherPerformance(filter, ticket)) {
    return { kind: 'reject', code: ERROR.ticketWrongPerformance };
  }
  // The snapshot does not distinguish refunded from voided; both mean that the barcode is no longer
  // valid.
  if (ticket.refundedOrVoided) return { kind: 'reject', code: ERROR.ticketVoided };
  if (isDoubted && !ticket.alreadyScanned && !mayReturn) {
    return { kind: 'undecided', why: 'doubted-claim' };
  }
  if ((ticket.alreadyScanned || admittedBefore) && !mayReturn) {
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
  // A ticket whose production is unknown is not rejected as one of another production.
  return ticket.productionId !== null && ticket.productionId !== productionId;
}

function isAnotherPerformance({ performanceId }: ScanFilter, ticket: KnownTicket) {
  return performanceId !== undefined && ticket.performanceId !== performanceId;
}
