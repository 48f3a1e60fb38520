import { wayWords } from '#renderer/lib/entrance-words.ts';
import { holdWords } from '#renderer/lib/hold-words.ts';
import { m } from '#renderer/i18n/messages.ts';
import { ERROR } from '#shared/api/error-codes.ts';
import { assertNever } from '#shared/assert-never.ts';
import { legibleUpTo } from '#shared/legible.ts';
import type { ProgrammeVenue } from '#shared/model/programme.ts';
import type { Selection } from '#shared/model/selection.ts';
import {
  isNearMatch,
  type TicketFor,
  type Verdict,
  type VerdictReason,
} from '#shared/model/verdict.ts';
import type { ReasonWords } from '#renderer/lib/advice.ts';
import type { Format } from '#renderer/lib/format.ts';
import { momentText, performanceText } from '#renderer/lib/platform-times.ts';
import { isolated, selectionText } from '#renderer/lib/selection-text.ts';
import { errorCode, reasonWords } from './verdict-words.ts';

/** Who has to read more before they go is better off with the programme; in characters. */
const LONGEST_WAY = 160;

/** What a ticket is for, to stand inside a sentence. */
function ticketForText(format: Format, ticket: TicketFor, now: number): string {
  const { production, wall, words, start } = ticket;
  // The venue's own time; the kiosk's zone is only for what comes without.
  if (wall === null && words !== null) return isolated(performanceText(format, words));
  if (wall === null && start === null) return isolated(production);
  const when = wall === null ? format.since(start ?? now, now) : momentText(format, wall, now);
  return m.verdict_performanceOf({ production: isolated(production), when });
}

/** Where it plays instead, and how to get there. */
function venueNotes({ name, location, address, transit }: ProgrammeVenue): string[] {
  const venue = [name, location, ...address].filter((part) => part !== null).join(', ');
  const notes = [m.ticket_venue({ venue: isolated(venue) })];
  if (transit === null) return notes;
  const way = legibleUpTo(LONGEST_WAY, transit);
  return [...notes, m.ticket_transit({ transit: isolated(way) })];
}

/**
 * Why the verdict is what it is, with what this kiosk knows of the ticket.
 *
 * @param decidedAt - when, on the platform's clock
 */
export function verdictWords(format: Format, verdict: Verdict, decidedAt: number): ReasonWords {
  const words = reasonWords(verdict);
  switch (verdict.reason.type) {
    case 'held': {
      const { door, since: at } = verdict.reason;
      return { ...words, reason: holdWords(format, { door, at }, decidedAt) };
    }
    case 'came-back': {
      const time = format.since(verdict.reason.leftAt, decidedAt);
      return { ...words, reason: m.back_leftAt({ time }) };
    }
    case 'went-out': {
      const { mayReturn, until } = verdict.reason;
      if (!mayReturn || until === null) return words;
      return { ...words, reason: m.out_mayReturnUntil({ time: format.since(until, decidedAt) }) };
    }
    case 'elsewhere':
      return { ...words, reason: wayWords(verdict.reason.entrance) };
    case 'house-full':
    case 'overruled':
    case 'admitted':
    case 'valid':
    case 'no-answer':
    case 'not-signed-in':
    case 'not-known':
    case 'not-listed':
    case 'not-on':
    case 'word-awaited':
    case 'unclear':
    case 'doubted-claim':
    case 'copy':
    case 'platform-error':
      return ticketWords(format, verdict, decidedAt);
    default:
      return assertNever(verdict.reason);
  }
}

/** Why a ticket is not let in, with what this kiosk knows of it. */
function ticketWords(format: Format, verdict: Verdict, decidedAt: number): ReasonWords {
  const words = reasonWords(verdict);
  const { kind, own } = verdict;
  const code = errorCode(verdict);
  if (code === ERROR.ticketAlreadyScanned && own !== null && own.firstScanAt !== null) {
    return {
      ...words,
      reason: m.ticket_usedHere({ time: format.since(own.firstScanAt, decidedAt) }),
    };
  }
  if (code === ERROR.ticketAlreadyScanned && own !== null && own.usedAtDoor !== null) {
    const { door, at } = own.usedAtDoor;
    const time = format.since(at, decidedAt);
    const reason =
      door === null
        ? m.ticket_usedAtAnotherDoor({ time })
        : m.ticket_usedAtDoor({ door: isolated(door), time });
    return { ...words, reason };
  }
  const ticketFor = own?.ticketFor ?? null;
  if (!isForElsewhere(code) || ticketFor === null) return words;
  const what = ticketForText(format, ticketFor, decidedAt);
  if (ticketFor.isHere) return { ...words, reason: m.ticket_notOpen({ what }) };
  const action =
    code === ERROR.ticketWrongSeries ? m.ticket_anotherEvent() : m.ticket_anotherPerformance();
  return { reason: m.ticket_isFor({ what }), action: kind === 'checked' ? words.action : action };
}

/** What the usher should know besides. */
export function verdictNotes(
  format: Format,
  verdict: Verdict,
  decidedAt: number,
  selection: Selection | null,
): string[] {
  const ofTicket = ticketNotes(format, verdict, decidedAt);
  const ofSnapshot = snapshotNotes(format, verdict, decidedAt);
  // Which ticket it could be, before what that ticket is for.
  const both = isNearMatch(verdict.reason)
    ? [...ofSnapshot, ...ofTicket]
    : [...ofTicket, ...ofSnapshot];
  return [...both, ...doorNotes(format, verdict, selection)];
}

/** What this kiosk knows of the ticket, and neither the reason nor the facts say. */
function ticketNotes(format: Format, verdict: Verdict, decidedAt: number): string[] {
  const { own, ticket, reason } = verdict;
  const code = errorCode(verdict);
  const { ticketFor = null, firstScanAt = null, usedAtDoor = null } = own ?? {};
  const { usedElsewhereBy = null } = own ?? {};
  const notes: string[] = [];
  if (ticketFor !== null && ticket === null && !isForElsewhere(code)) {
    notes.push(
      m.snapshotRefusal_performance({ name: ticketForText(format, ticketFor, decidedAt) }),
    );
  }
  if (ticketFor !== null && ticketFor.venue !== null) {
    notes.push(...venueNotes(ticketFor.venue));
  }
  if (code !== ERROR.ticketAlreadyScanned) {
    if (firstScanAt !== null) {
      notes.push(m.snapshotRefusal_firstScan({ time: format.since(firstScanAt, decidedAt) }));
    }
  } else if (usedAtDoor !== null) {
    return notes;
  } else if (usedElsewhereBy !== null) {
    notes.push(m.ticket_usedElsewhere({ time: format.since(usedElsewhereBy, decidedAt) }));
  } else if (firstScanAt === null && reason.type === 'platform-error') {
    notes.push(m.ticket_notHere());
  }
  return notes;
}

/** On what snapshot of the tickets the verdict rests, where it does. */
function snapshotNotes(format: Format, { kind, reason }: Verdict, decidedAt: number): string[] {
  switch (reason.type) {
    case 'copy': {
      const { code, copyFrom } = reason;
      if (copyFrom === null) return [];
      const when = format.since(copyFrom, decidedAt);
      if (code === ERROR.ticketNotValid) return [m.snapshotRefusal_notInSnapshot({ when })];
      return kind === 'checked' ? [m.snapshotRefusal_lookedUpIn({ when })] : [];
    }
    case 'no-answer':
    case 'not-signed-in':
      return [m.snapshotRefusal_none()];
    case 'valid':
      return [m.snapshotRefusal_lookedUpIn({ when: format.since(reason.copyFrom, decidedAt) })];
    case 'not-listed':
      return [listNote(format, reason, decidedAt)];
    case 'not-known':
    case 'not-on':
    case 'word-awaited':
    case 'unclear':
    case 'doubted-claim':
    case 'held':
    case 'came-back':
    case 'went-out':
    case 'house-full':
    case 'overruled':
    case 'elsewhere':
    case 'admitted':
    case 'platform-error':
      return [];
    default:
      return assertNever(reason);
  }
}

/** Why a ticket may be good that is not in this kiosk's list. */
function listNote(
  format: Format,
  { copyFrom, because }: Extract<VerdictReason, { type: 'not-listed' }>,
  decidedAt: number,
): string {
  const when = format.since(copyFrom, decidedAt);
  switch (because.type) {
    case 'old':
      return m.snapshotRefusal_listOld({ when });
    case 'skipped':
      return m.snapshotRefusal_listSkipped({ when });
    case 'near-match': {
      const { tail } = because;
      if (tail === null) return m.snapshotRefusal_nearMatches();
      return m.snapshotRefusal_nearMatch({ tail: isolated(tail) });
    }
    case 'lacks-admitted':
      return m.snapshotRefusal_listLacksAdmitted({ when });
    case 'not-covered': {
      const { start } = because;
      if (start === null) return m.snapshotRefusal_listSilent({ when });
      return m.snapshotRefusal_listNotCovered({ when, start: format.since(start, decidedAt) });
    }
    default:
      return assertNever(because);
  }
}

/** What this door is there for, where the ticket, or the user, is good for elsewhere. */
function doorNotes(format: Format, verdict: Verdict, selection: Selection | null): string[] {
  const code = errorCode(verdict);
  if (selection === null || code === null) return [];
  if (code === ERROR.userWrongClient || code === ERROR.ticketWrongClient) {
    return [m.ticket_client({ client: isolated(selection.clientName) })];
  }
  return isForElsewhere(code)
    ? [m.verdict_openFor({ what: selectionText(format, selection) })]
    : [];
}

function isForElsewhere(code: number | null): boolean {
  return code === ERROR.ticketWrongSeries || code === ERROR.ticketWrongPerformance;
}
