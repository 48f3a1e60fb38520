import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { TicketIds } from '#main/ledger/entry.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { TicketFacts, VerdictReason } from '#shared/model/verdict.ts';
import type { SnapshotWord } from './snapshot-word.ts';
import { decideLocally, type KnownTicket, type Undecidable } from './decide-locally.ts';
import type { Decision } from './decision.ts';
import type { DoorScope } from './door-scope.ts';

/** All that this kiosk knows of a code by itself. */
export interface OwnKnowledge {
  readonly snapshot: SnapshotWord;
  /** When it let the ticket in for the first time, on the platform's clock; null: it never did. */
  readonly firstScanAt: number | null;
}

/**
 * The decision without the platform, in the words of a verdict.
 *
 * @param obstacle why the platform does not decide: the reason where nothing here can decide either
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

/** Why nothing is decided: by what the snapshot lacks, or, where it has no say, by why the platform has none. */
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
 * What would be decided without the platform, for somebody who only wants to know: nothing is spent, and
 * the ticket's facts are told whatever it is worth.
 */
export function lookUpOnly(scope: DoorScope, known: OwnKnowledge): Decision {
  const { snapshot } = known;
  const decision = decideHere(scope, known, { type: 'not-known' });
  // Good is good, also for something that is not on now: nobody comes in by it.
  const isGood = decision.kind === 'admit' || decision.reason.type === 'not-on';
  const reason: VerdictReason =
    isGood && snapshot.type === 'usable'
      ? { type: 'valid', copyFrom: snapshot.builtAt }
      : decision.reason;
  return { ...decision, kind: 'checked', reason, ticket: factsIn(snapshot) };
}

/** The platform has spent this ticket on its holder before, who was turned away by mistake: welcome. */
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
 * The platform has spent this ticket, maybe on its holder, who was turned away by mistake; or at another
 * door, which somebody has to hear of.
 */
export function admitInDoubt(known: OwnKnowledge): Decision {
  return { ...admitLate(known), mayBeAnothers: true };
}

/**
 * The platform has spent this ticket, maybe on its holder, by a question that it has yet to answer. Its
 * answer will say; until then, to let them in would be to let in whoever holds out a used ticket twice.
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

/** What of the snapshot's word decides; null: it knows no ticket. */
export function knownTicket(snapshot: SnapshotWord): KnownTicket | null {
  if (snapshot.type === 'none' || snapshot.ticket === null) return null;
  const { ticket, productionId, isOn } = snapshot;
  return { ...ticket, productionId, isOn };
}

/** The numbers by which the platform knows a ticket of the snapshot. */
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
    // Who of the order came since, nobody here can say: a download does not tell orders apart (spec 2.10).
    countedAt: snapshot.builtAt,
    successHtml: null,
    patron,
  };
}
