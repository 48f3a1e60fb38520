import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { TicketIds } from '#main/ledger/entry.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { TicketFacts, VerdictReason } from '#shared/model/verdict.ts';
import type { SnapshotWord } from './snapshot-word.ts';
import { decideLocally, type KnownTicket, type Undecidable } from './decide-locally.ts';
import type { Decision } from './decision.ts';
import type { DoorScope } from './door-scope.ts';

/** Everything this kiosk knows of a code without asking the platform. */
export interface OwnKnowledge {
  readonly snapshot: SnapshotWord;
  /** When it let the ticket in for the first time, on the platform's clock; null: it never did. */
  readonly firstScanAt: number | null;
}

/**
 * The decision without the platform, as a verdict.
 *
 * @param obstacle why the platform does not decide: the verdict's reason if this kiosk cannot decide either
 */
export function decideHere(
  { filter }: DoorScope,
  { snapshot, firstScanAt }: OwnKnowledge,
  obstacle: VerdictReason,
): Decision {
  const inSnapshot = snapshot.type === 'usable' ? snapshot.ticket : null;
  const decision = decideLocally(filter, {
    snapshotIsUsable: snapshot.type === 'usable',
    ticket: knownTicket(snapshot),
    absenceIsProven: snapshot.type === 'usable' && snapshot.absenceDoubt === null,
    admittedHere: firstScanAt !== null,
  });
  const common = { basis: 'cache', ticketIds: idsOf(inSnapshot) } as const;
  switch (decision.kind) {
    case 'admit':
      return {
        ...common,
        kind: 'admit',
        reason: { type: 'admitted' },
        ticket: factsIn(snapshot),
      };
    case 'reject':
    case 'duplicate':
      return {
        ...common,
        kind: decision.kind,
        reason: {
          type: 'copy',
          code: decision.code,
          firstScanAt,
          copyFrom: snapshot.type === 'usable' ? snapshot.builtAt : null,
        },
        ticket: null,
      };
    case 'undecided':
      return {
        ...common,
        kind: 'undecided',
        reason: undecidedReason(decision.why, snapshot, obstacle),
        ticket: null,
      };
    default:
      return assertNever(decision);
  }
}

/**
 * The reason of an undecided verdict: what the snapshot lacks or, without a usable snapshot, why the
 * platform was not asked or did not answer.
 */
function undecidedReason(
  why: Undecidable,
  snapshot: SnapshotWord,
  obstacle: VerdictReason,
): VerdictReason {
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
 * The decision without the platform for a look-up: nothing is spent, and the facts of the ticket are shown
 * whether it is good or not.
 */
export function lookUpOnly(scope: DoorScope, known: OwnKnowledge): Decision {
  const { snapshot } = known;
  const decision = decideHere(scope, known, { type: 'not-known' });
  // A good ticket is shown as good even if its performance is not on now: a look-up lets nobody in.
  const isGood = decision.kind === 'admit' || decision.reason.type === 'not-on';
  const reason: VerdictReason =
    isGood && snapshot.type === 'usable'
      ? { type: 'valid', copyFrom: snapshot.builtAt }
      : decision.reason;
  return { ...decision, kind: 'checked', reason, ticket: factsIn(snapshot) };
}

/**
 * The platform has spent this ticket for an earlier scan of its holder, who was turned away by mistake:
 * admit.
 */
export function admitLate({ snapshot }: OwnKnowledge): Decision {
  const inSnapshot = snapshot.type === 'usable' ? snapshot.ticket : null;
  return {
    kind: 'admit',
    basis: 'late',
    reason: { type: 'admitted' },
    ticket: factsIn(snapshot),
    ticketIds: idsOf(inSnapshot),
  };
}

/**
 * The platform has spent this ticket: maybe for an earlier scan of its holder, who was turned away by
 * mistake, or at another door. It is listed for an operator.
 */
export function admitInDoubt(known: OwnKnowledge): Decision {
  return { ...admitLate(known), mayBeAnothers: true };
}

/**
 * The platform has spent this ticket, maybe for a request of this kiosk that it has yet to answer. Until
 * the answer comes nobody is admitted; otherwise a used ticket would be admitted when it is shown twice.
 */
export function awaitWord({ snapshot }: OwnKnowledge): Decision {
  return {
    kind: 'undecided',
    basis: 'cache',
    reason: { type: 'word-awaited' },
    ticket: null,
    ticketIds: snapshot.type === 'usable' ? idsOf(snapshot.ticket) : null,
  };
}

/** The part of the snapshot's result that decides; null: the snapshot does not know the code. */
export function knownTicket(snapshot: SnapshotWord): KnownTicket | null {
  if (snapshot.type === 'none' || snapshot.ticket === null) return null;
  const { ticket, productionId, isOn } = snapshot;
  return { ...ticket, productionId, isOn };
}

/** The platform's ids of a ticket in the snapshot. */
export function idsOf(ticket: SnapshotTicket | null): TicketIds | null {
  return ticket && { ticketId: ticket.ticketId, performanceId: ticket.performanceId };
}

function factsIn(snapshot: SnapshotWord): TicketFacts | null {
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
    // How many of the order have come in since then is unknown: a download does not tell orders apart (spec
    // 2.10).
    countedAt: snapshot.builtAt,
    successHtml: null,
    patron,
  };
}
