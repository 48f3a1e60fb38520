import type { CachedTicket } from '#main/snapshot/cache-state.ts';
import type { TicketIds } from '#main/ledger/entry.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { TicketFacts, VerdictReason } from '#shared/model/verdict.ts';
import type { CopyWord } from './copy.ts';
import { decideLocally, type KnownTicket, type Undecidable } from './decide-locally.ts';
import type { Decision } from './decision.ts';
import type { DoorScope } from './door-scope.ts';

/** All that this kiosk knows of a code by itself. */
export interface OwnKnowledge {
  readonly copy: CopyWord;
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
  { copy, firstScanAt }: OwnKnowledge,
  obstacle: VerdictReason,
): Decision {
  const cached = copy.type === 'usable' ? copy.ticket : null;
  const decision = decideLocally(filter, {
    copyIsUsable: copy.type === 'usable',
    ticket: knownTicket(copy),
    absenceIsProven: copy.type === 'usable' && copy.absenceDoubt === null,
    admittedHere: firstScanAt !== null,
  });
  const common = { basis: 'cache', ticketIds: idsOf(cached) } as const;
  switch (decision.kind) {
    case 'admit':
      return {
        ...common,
        kind: 'admit',
        reason: { type: 'admitted' },
        ticket: factsIn(copy),
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
          copyFrom: copy.type === 'usable' ? copy.builtAt : null,
        },
        ticket: null,
      };
    case 'undecided':
      return {
        ...common,
        kind: 'undecided',
        reason: undecidedReason(decision.why, copy, obstacle),
        ticket: null,
      };
    default:
      return assertNever(decision);
  }
}

/** Why nothing is decided: by what the copy lacks, or, where it has no say, by why the platform has none. */
function undecidedReason(why: Undecidable, copy: CopyWord, obstacle: VerdictReason): VerdictReason {
  if (copy.type === 'none') return obstacle;
  const { builtAt: copyFrom, ticket, absenceDoubt } = copy;
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
  const { copy } = known;
  const decision = decideHere(scope, known, { type: 'not-known' });
  // Good is good, also for something that is not on now: nobody comes in by it.
  const isGood = decision.kind === 'admit' || decision.reason.type === 'not-on';
  const reason: VerdictReason =
    isGood && copy.type === 'usable' ? { type: 'valid', copyFrom: copy.builtAt } : decision.reason;
  return { ...decision, kind: 'checked', reason, ticket: factsIn(copy) };
}

/** The platform has spent this ticket on its holder before, who was turned away by mistake: welcome. */
export function admitLate({ copy }: OwnKnowledge): Decision {
  const cached = copy.type === 'usable' ? copy.ticket : null;
  return {
    kind: 'admit',
    basis: 'late',
    reason: { type: 'admitted' },
    ticket: factsIn(copy),
    ticketIds: idsOf(cached),
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
export function awaitWord({ copy }: OwnKnowledge): Decision {
  return {
    kind: 'undecided',
    basis: 'cache',
    reason: { type: 'word-awaited' },
    ticket: null,
    ticketIds: copy.type === 'usable' ? idsOf(copy.ticket) : null,
  };
}

/** What of the copy's word decides; null: it knows no ticket. */
export function knownTicket(copy: CopyWord): KnownTicket | null {
  if (copy.type === 'none' || copy.ticket === null) return null;
  const { ticket, productionId, isOn } = copy;
  return { ...ticket, productionId, isOn };
}

/** The numbers by which the platform knows a ticket of the copy. */
export function idsOf(ticket: CachedTicket | null): TicketIds | null {
  return ticket && { ticketId: ticket.ticketId, performanceId: ticket.performanceId };
}

function factsIn(copy: CopyWord): TicketFacts | null {
  if (copy.type === 'none' || copy.ticket === null) return null;
  const { orderConsumerName, performance, section, seat, ticketsScanned, ticketsSold, patron } =
    copy.ticket;
  return {
    name: orderConsumerName,
    performance,
    section,
    seat,
    ticketsScanned,
    ticketsSold,
    // Who of the order came since, nobody here can say: a download does not tell orders apart (spec 2.10).
    countedAt: copy.builtAt,
    successHtml: null,
    patron,
  };
}
