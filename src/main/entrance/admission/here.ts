import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { RecordedBasis, TicketIds } from '#main/ledger/entry.ts';
import { assertNever } from '#shared/assert-never.ts';
import type {
  Overruled,
  TicketFacts,
  Unclear,
  UsedAtDoor,
  VerdictReason,
  WentOut,
} from '#shared/model/verdict.ts';
import type { SnapshotWord } from './snapshot-word.ts';
import {
  decideLocally,
  type KnownTicket,
  type LocalKnowledge,
  type Undecidable,
} from './decide-locally.ts';
import type { Decision } from './decision.ts';
import type { DoorScope } from './door-scope.ts';

/** What this kiosk knows about a code without the platform. */
export interface OwnKnowledge {
  readonly snapshot: SnapshotWord;
  /** When this kiosk let the ticket in for the first time, on the platform's clock; null: never. */
  readonly firstScanAt: number | null;
  /** Where another door of the house let it in for the first time; null: none is known to have. */
  readonly usedAtDoor: UsedAtDoor | null;
  /** When the holder left who may come in again, on the platform's clock; null: inside, never came, or may not. */
  readonly leftAt: number | null;
  /** All that it was let in by was a duty manager's word. */
  readonly isOnlyOverruled?: boolean;
  /** Why what is known proves nothing; missing: nothing is against it. */
  readonly unclear?: Exclude<Unclear, 'possibly-spent'>;
  /** All that tells of an admission are claims of doors that are suspicious. */
  readonly isOnlyDoubted?: boolean;
}

/** Whether the ticket was let in before, at this door or at another one of the house. */
export function wasAdmitted({
  firstScanAt,
  usedAtDoor,
}: Pick<OwnKnowledge, 'firstScanAt' | 'usedAtDoor'>): boolean {
  return firstScanAt !== null || usedAtDoor !== null;
}

/**
 * The decision without the platform, including the verdict's reason.
 *
 * @param obstacle why the platform does not decide; the reason where this kiosk cannot decide
 *   either
 */
export function decideHere(
  { filter }: DoorScope,
  known: OwnKnowledge,
  obstacle: VerdictReason,
): Decision {
  const { snapshot, firstScanAt, usedAtDoor } = known;
  const inSnapshot = snapshot.type === 'usable' ? snapshot.ticket : null;
  const decision = decideLocally(filter, localKnowledge(known));
  const common = { basis: 'cache', ticketIds: idsOf(inSnapshot) } as const;
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
      return {
        ...common,
        kind: 'undecided',
        reason: undecidedReason(decision.why, known, obstacle),
        ticket: null,
      };
    default:
      return assertNever(decision);
  }
}

/** The part of what is known that a decision without the platform needs. */
export function localKnowledge(known: OwnKnowledge): LocalKnowledge {
  const { snapshot } = known;
  return {
    snapshotIsUsable: snapshot.type === 'usable',
    ticket: knownTicket(snapshot),
    absenceIsProven: snapshot.type === 'usable' && snapshot.absenceDoubt === null,
    admittedBefore: wasAdmitted(known),
    isOnlyOverruled: known.isOnlyOverruled === true,
    isOnlyDoubted: known.isOnlyDoubted === true,
    mayReturn: known.leftAt !== null,
  };
}

/** Whether the ticket was used before, as far as is known here. */
export function wasUsed(known: OwnKnowledge): boolean {
  const { snapshot } = known;
  const isScanned = snapshot.type === 'usable' && snapshot.ticket?.alreadyScanned === true;
  return isScanned || wasAdmitted(known);
}

/** Admits somebody who comes in again; the platform need not be told. */
export function admitAgain(known: OwnKnowledge): Decision {
  return letIn(known, 'venue');
}

/** Admits somebody whom another verdict has refused, because somebody who may has said so. */
export function admitAnyway(known: OwnKnowledge, reason: Overruled): Decision {
  return { ...letIn(known, 'staff'), reason };
}

function letIn(known: OwnKnowledge, basis: Exclude<RecordedBasis, 'platform'>): Decision {
  const { snapshot, leftAt } = known;
  const inSnapshot = snapshot.type === 'usable' ? snapshot.ticket : null;
  return {
    kind: 'admit',
    basis,
    reason: leftAt === null ? { type: 'admitted' } : { type: 'came-back', leftAt },
    ticket: factsIn(snapshot),
    ticketIds: idsOf(inSnapshot),
  };
}

/** Lets somebody out, whatever is known of the ticket. */
export function letOut({ snapshot }: OwnKnowledge, reason: WentOut): Decision {
  return {
    kind: 'exit',
    basis: 'venue',
    reason,
    ticket: null,
    ticketIds: snapshot.type === 'usable' ? idsOf(snapshot.ticket) : null,
  };
}

/**
 * The reason of an undecided scan: what the snapshot lacks, or, without a snapshot, why the
 * platform does not decide.
 */
function undecidedReason(
  why: Undecidable,
  { snapshot, usedAtDoor }: OwnKnowledge,
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
export function lookUpOnly(scope: DoorScope, known: OwnKnowledge): Decision {
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
export function admitLate(known: OwnKnowledge): Decision {
  return letIn(known, 'late');
}

/**
 * Admits a ticket that the platform has spent: maybe for this holder, who was turned away by
 * mistake, but possibly for another door. Staff have to be told of the latter, hence
 * `mayBeAnothers`.
 */
export function admitInDoubt(known: OwnKnowledge): Decision {
  return { ...admitLate(known), mayBeAnothers: true };
}

/**
 * Leaves a ticket undecided that the platform has spent, maybe for this very holder, by a question
 * whose answer is still awaited. That answer will tell; until then, admitting could let in somebody
 * who presents an already used ticket twice.
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

/** Leaves a ticket undecided of which what is known proves nothing. */
export function unclear({ snapshot }: OwnKnowledge, because: Unclear): Decision {
  return {
    kind: 'undecided',
    basis: 'cache',
    reason: { type: 'unclear', because },
    ticket: null,
    ticketIds: snapshot.type === 'usable' ? idsOf(snapshot.ticket) : null,
  };
}

/**
 * The part of the snapshot's word that a decision needs; null if the snapshot does not know the
 * ticket.
 */
export function knownTicket(snapshot: SnapshotWord): KnownTicket | null {
  if (snapshot.type === 'none' || snapshot.ticket === null) return null;
  const { ticket, productionId, isOn } = snapshot;
  return { ...ticket, productionId, isOn };
}

/** The ids by which the platform knows a ticket of the snapshot. */
export function idsOf(ticket: SnapshotTicket | null): TicketIds | null {
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
