import type { CachedTicket } from '#main/cache/cache-state.ts';
import type { TicketIds } from '#main/ledger/entry.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { TicketFacts, VerdictReason } from '#shared/model/verdict.ts';
import type { CopyWord } from './copy.ts';
import { decideLocally } from './decide-locally.ts';
import type { Decision } from './decision.ts';
import type { Opening } from './opening.ts';

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
  { filter }: Opening,
  { copy, firstScanAt }: OwnKnowledge,
  obstacle: VerdictReason,
): Decision {
  const cached = copy.type === 'usable' ? copy.ticket : null;
  const decision = decideLocally(filter, {
    copyIsUsable: copy.type === 'usable',
    ticket: cached && {
      ...cached,
      productionId: copy.type === 'usable' ? copy.productionId : null,
    },
    admittedHere: firstScanAt !== null,
  });
  const common = { basis: 'cache', ticketIds: idsOf(cached) } as const;
  switch (decision.kind) {
    case 'admit':
      return {
        ...common,
        kind: 'admit',
        reason: { type: 'admitted' },
        ticket: cached && factsOf(cached),
      };
    case 'reject':
    case 'duplicate':
      return {
        ...common,
        kind: decision.kind,
        reason: {
          type: 'copy',
          code: decision.code,
          performance: cached && (cached.performance ?? cached.productionName),
          firstScanAt,
          copyFrom: copy.type === 'usable' ? copy.builtAt : null,
        },
        ticket: null,
      };
    case 'undecided':
      return { ...common, kind: 'undecided', reason: obstacle, ticket: null };
    default:
      return assertNever(decision);
  }
}

/**
 * What would be decided without the platform, for somebody who only wants to know: nothing is spent, and
 * the ticket's facts are told whatever it is worth.
 */
export function lookUpOnly(opening: Opening, known: OwnKnowledge): Decision {
  const { copy } = known;
  const decision = decideHere(opening, known, { type: 'not-known' });
  const cached = copy.type === 'usable' ? copy.ticket : null;
  const reason: VerdictReason =
    decision.kind === 'admit' && copy.type === 'usable'
      ? { type: 'valid', copyFrom: copy.builtAt }
      : decision.reason;
  return { ...decision, kind: 'checked', reason, ticket: cached && factsOf(cached) };
}

/** The platform has spent this ticket on its holder before, who was turned away by mistake: welcome. */
export function admitLate({ copy }: OwnKnowledge): Decision {
  const cached = copy.type === 'usable' ? copy.ticket : null;
  return {
    kind: 'admit',
    basis: 'late',
    reason: { type: 'admitted' },
    ticket: cached && factsOf(cached),
    ticketIds: idsOf(cached),
  };
}

/** The numbers by which the platform knows a ticket of the copy. */
export function idsOf(ticket: CachedTicket | null): TicketIds | null {
  return ticket && { ticketId: ticket.ticketId, performanceId: ticket.performanceId };
}

function factsOf(ticket: CachedTicket): TicketFacts {
  const { orderConsumerName, performance, section, seat, ticketsSold, patron } = ticket;
  return {
    name: orderConsumerName,
    performance,
    section,
    seat,
    // It was counted when the copy was made; who came since, nobody here can say.
    ticketsScanned: null,
    ticketsSold,
    successHtml: null,
    patron,
  };
}
