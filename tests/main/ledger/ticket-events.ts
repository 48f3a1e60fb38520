import type { HeardEvent } from '#main/ledger/standing.ts';
import type { Admitted, Asked, CheckedOut, TicketEvent } from '#main/ledger/ticket-event.ts';
import { EVENING, HOUSE } from './support.ts';

type Given = Partial<Omit<TicketEvent, 'kind'>>;

function itself(id: string, knew: readonly string[], given: Given) {
  return {
    id,
    kioskId: 'left',
    door: 'Left',
    ...HOUSE,
    ticketHash: 'h',
    ticketId: 501,
    performanceId: 31,
    at: EVENING,
    knew,
    ...given,
  };
}

/** Somebody was let in by the snapshot unless told else, knowing of these events. */
export function admitted(
  id: string,
  knew: readonly string[] = [],
  given: Given & Partial<Pick<Admitted, 'by' | 'shown' | 'code'>> = {},
): Admitted {
  return {
    ...itself(id, knew, {}),
    kind: 'admitted',
    by: 'snapshot',
    shown: [],
    code: null,
    ...given,
  };
}

/** Somebody left; `of` is the admission that it ends. */
export function checkedOut(
  id: string,
  of: string | null,
  knew: readonly string[] = of === null ? [] : [of],
  given: Given = {},
): CheckedOut {
  return { ...itself(id, knew, given), kind: 'checked-out', of };
}

/** The platform was asked and did not answer in time; or it is being asked, for this scan. */
export function asked(
  id: string,
  knew: readonly string[] = [],
  given: Given & Pick<Asked, 'scan'> = {},
): Asked {
  return {
    ...itself(id, knew, given),
    kind: 'asked',
    productionId: null,
    filterPerformanceId: null,
  };
}

/** What became of an event, told by the same door. */
export function answered(
  of: string,
  word: 'admitted' | 'refused' | 'missing',
  given: Given = {},
): TicketEvent {
  return { ...itself(`${of}/answered`, [], given), kind: 'answered', of, word };
}

export function withdrawn(of: string, given: Given = {}): TicketEvent {
  return { ...itself(`${of}/withdrawn`, [], given), kind: 'withdrawn', of };
}

export function uploaded(of: string, given: Given = {}): TicketEvent {
  return { ...itself(`${of}/uploaded`, [], given), kind: 'uploaded', of };
}

/** The platform has refused the ticket. */
export function refused(
  id: string,
  code: number,
  knew: readonly string[] = [],
  given: Given = {},
): TicketEvent {
  return { ...itself(id, knew, given), kind: 'refused', code };
}

/** At the other door. */
export const RIGHT = { kioskId: 'right', door: 'Right' };

export const FOYER = { kioskId: 'foyer', door: 'Foyer' };

/** The same, heard of at this time on the kiosk's clock. */
export function heardAt<T extends TicketEvent>(event: T, at: number): HeardEvent {
  return { ...event, heardAt: at };
}
