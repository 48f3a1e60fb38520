import type { RecordedBasis, TicketIds } from '#main/ledger/entry.ts';
import { ERROR } from '#shared/api/error-codes.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import { assertNever } from '#shared/assert-never.ts';
import type {
  Overruled,
  TicketFacts,
  Unclear,
  VerdictReason,
  WentOut,
} from '#shared/model/verdict.ts';
import { type Evidence, ticketIn, type ListedTicket, type SnapshotWord } from './evidence.ts';
import { isFor } from './absence.ts';
import type { Decision } from './decision.ts';
import type { DoorScope } from './door-scope.ts';

/** Whether the ticket was let in before, at this door or at another one of the venue. */
export function wasAdmitted({ firstScanAt, usedAtDoor }: Evidence): boolean {
  return firstScanAt !== null || usedAtDoor !== null;
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
export function decideLocally(filter: ScanFilter, known: Evidence): LocalDecision {
  const { snapshot } = known;
  const ticket = ticketIn(snapshot);
  const admittedBefore = wasAdmitted(known);
  const mayReturn = known.leftAt !== null;
  const isDoubted = admittedBefore && known.isOnlyDoubted === true;
  if (ticket === null) {
    const hadTicket = admittedBefore && known.isOnlyOverruled !== true && !isDoubted;
    // Somebody who was let in with a ticket has one: a snapshot without it is older than its sale.
    if (snapshot.type === 'usable' && snapshot.absenceDoubt === null && !hadTicket) {
      return { kind: 'reject', code: ERROR.ticketNotValid };
    }
    if (isDoubted && !mayReturn) return { kind: 'undecided', why: 'doubted-claim' };
    return admittedBefore && !mayReturn
      ? { kind: 'duplicate', code: ERROR.ticketAlreadyScanned }
      : { kind: 'undecided', why: snapshot.type === 'usable' ? 'not-listed' : 'no-snapshot' };
  }
  if (!isFor(filter, ticket)) {
    const { productionId } = filter;
    const isAnotherSeries =
      productionId !== undefined &&
      ticket.productionId !== null &&
      ticket.productionId !== productionId;
    const code = isAnotherSeries ? ERROR.ticketWrongSeries : ERROR.ticketWrongPerformance;
    return { kind: 'reject', code };
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

function mayBeOfAnotherSeries({ productionId, performanceId }: ScanFilter, ticket: ListedTicket) {
  return productionId !== undefined && performanceId === undefined && ticket.productionId === null;
}

/**
 * The decision without the platform, including the verdict's reason.
 *
 * @param obstacle why the platform does not decide; the reason where this kiosk cannot decide
 *   either
 */
export function decideHere(
  { filter }: DoorScope,
  known: Evidence,
  obstacle: VerdictReason,
): Decision {
  const { snapshot, firstScanAt, usedAtDoor } = known;
  const decision = decideLocally(filter, known);
  const common = { basis: 'cache', ticketIds: ticketIdsOf(known) } as const;
  const isUnclear =
    decision.kind === 'admit' || (known.unclear === 'too-many' && decision.kind === 'duplicate');
  if (known.unclear !== undefined && isUnclear) return unclear(known, known.unclear);
  switch (decision.kind) {
    case 'admit':
      return wasUsed(known)
        ? letIn(known, 'venue')
        : { ...letIn(known, 'cache'), reason: { type: 'admitted' } };
    case 'reject':
    case 'duplicate': {
      const byVenue = decision.kind === 'duplicate' && firstScanAt === null ? usedAtDoor : null;
      return {
        ...common,
        kind: decision.kind,
        basis: byVenue === null ? 'cache' : 'venue',
        reason: {
          type: 'copy',
          code: decision.code,
          firstScanAt,
          copyFrom: snapshot.type === 'usable' ? snapshot.builtAt : null,
          ...(byVenue !== null && { usedAtDoor: byVenue }),
        },
        ticket: null,
      };
    }
    case 'undecided':
      return undecided(known, undecidedReason(decision.why, known, obstacle));
    default:
      return assertNever(decision);
  }
}

/** Whether the ticket was used before, as far as is known here. */
export function wasUsed(known: Evidence): boolean {
  const { snapshot } = known;
  const isScanned = snapshot.type === 'usable' && snapshot.ticket?.alreadyScanned === true;
  return isScanned || wasAdmitted(known);
}

/** Admits somebody who comes in again; the platform need not be told. */
export function admitAgain(known: Evidence): Decision {
  return letIn(known, 'venue');
}

/** Admits somebody whom another verdict has refused, because somebody who may has said so. */
export function admitAnyway(known: Evidence, reason: Overruled): Decision {
  return { ...letIn(known, 'staff'), reason };
}

function letIn(known: Evidence, basis: Exclude<RecordedBasis, 'platform'>): Decision {
  const { snapshot, leftAt } = known;
  return {
    kind: 'admit',
    basis,
    reason: leftAt === null ? { type: 'admitted' } : { type: 'came-back', leftAt },
    ticket: factsIn(snapshot),
    ticketIds: ticketIdsOf(known),
  };
}

/** Lets somebody out, whatever is known of the ticket. */
export function letOut(known: Evidence, reason: WentOut): Decision {
  return { kind: 'exit', basis: 'venue', reason, ticket: null, ticketIds: ticketIdsOf(known) };
}

/**
 * The reason of an undecided scan: what the snapshot lacks, or, without a snapshot, why the
 * platform does not decide.
 */
function undecidedReason(
  why: Undecidable,
  { snapshot, usedAtDoor }: Evidence,
  obstacle: VerdictReason,
): VerdictReason {
  if (why === 'doubted-claim' && usedAtDoor !== null) {
    return { type: 'doubted-claim', ...usedAtDoor };
  }
  if (snapshot.type === 'none') return obstacle;
  const { builtAt: copyFrom, ticket, absenceDoubt } = snapshot;
  if (why === 'not-listed' && absenceDoubt !== null) {
    return { type: 'not-listed', copyFrom, because: absenceDoubt };
  }
  if (why === 'not-on' && ticket !== null) {
    return { type: 'not-on', start: ticket.performanceStartDate };
  }
  return obstacle;
}

/**
 * What would be decided without the platform, for a look-up: nothing is spent, and the ticket's
 * facts are returned whatever the decision.
 */
export function lookUpOnly(scope: DoorScope, known: Evidence): Decision {
  const { snapshot } = known;
  const decision = decideHere(scope, known, { type: 'not-known' });
  // A ticket for something that is not on now counts as valid, too: a look-up lets nobody in.
  const isGood = decision.kind === 'admit' || decision.reason.type === 'not-on';
  const reason: VerdictReason =
    isGood && snapshot.type === 'usable'
      ? { type: 'valid', copyFrom: snapshot.builtAt }
      : decision.reason;
  return { ...decision, kind: 'checked', reason, ticket: factsIn(snapshot) };
}

/**
 * Admits a ticket that the platform has already spent for this very holder, who was turned away by
 * mistake.
 */
export function admitLate(known: Evidence): Decision {
  return letIn(known, 'late');
}

/**
 * Admits a ticket that the platform has spent: maybe for this holder, who was turned away by
 * mistake, but possibly for another door. Staff have to be told of the latter, hence
 * `mayBeAnothers`.
 */
export function admitInDoubt(known: Evidence): Decision {
  return { ...admitLate(known), mayBeAnothers: true };
}

/**
 * Leaves a ticket undecided that the platform has spent, maybe for this very holder, by a question
 * whose answer is still awaited. That answer will tell; until then, admitting could let in somebody
 * who presents an already used ticket twice.
 */
export function awaitWord(known: Evidence): Decision {
  return undecided(known, { type: 'word-awaited' });
}

/** Leaves a ticket undecided of which what is known proves nothing. */
export function unclear(known: Evidence, because: Unclear): Decision {
  return undecided(known, { type: 'unclear', because });
}

function undecided(known: Evidence, reason: VerdictReason): Decision {
  const ticketIds = ticketIdsOf(known);
  return { kind: 'undecided', basis: 'cache', reason, ticket: null, ticketIds };
}

/** The numbers by which the platform knows the ticket; null where the snapshot does not know it. */
export function ticketIdsOf({ snapshot }: Pick<Evidence, 'snapshot'>): TicketIds | null {
  const ticket = snapshot.type === 'usable' ? snapshot.ticket : null;
  return ticket && { ticketId: ticket.ticketId, performanceId: ticket.performanceId };
}

/** What the snapshot has of a ticket; null if it does not know it. */
export function factsIn(snapshot: SnapshotWord): TicketFacts | null {
  if (snapshot.type === 'none' || snapshot.ticket === null) return null;
  const { orderConsumerName, performance, section, seat, ticketsScanned, ticketsSold, patron } =
    snapshot.ticket;
  return {
    name: orderConsumerName,
    performance,
    section,
    seat,
    ticketsScanned,
    ticketsSold,
    // The counts are those of the snapshot's time. They cannot be updated from this kiosk's own
    // scans, because a download does not tell which tickets belong to the same order (spec 2.10).
    countedAt: snapshot.builtAt,
    successHtml: null,
    patron,
  };
}
