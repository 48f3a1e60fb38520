import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { CodeAdmission, CodeHistory } from '#main/ledger/code-history.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import { ok, type Result } from '#shared/result.ts';
import type { AdmissionLedger } from './admission-ledger.ts';
import { chooseTicket, type TicketOfCode } from './choose-ticket.ts';
import type { SnapshotWord, LookUp } from './snapshot-word.ts';
import { knownTicket, type OwnKnowledge } from './here.ts';
import type { DoorScope } from './door-scope.ts';

export interface KnowledgePorts {
  readonly lookUp: LookUp;
  readonly ledger: Pick<AdmissionLedger, 'history' | 'firstAdmission'>;
}

/** What is known of a code, with the admissions of it that were of the same ticket. */
export interface KnownCode extends OwnKnowledge {
  readonly admissions: readonly CodeAdmission[];
}

/** What this kiosk knows of a code by itself: its snapshot's word, and its own earlier admissions. */
export function ownKnowledge(
  { lookUp, ledger }: KnowledgePorts,
  scope: DoorScope,
  code: string,
  past: CodeHistory,
): Result<KnownCode, LedgerFault> {
  const all: KnownCode[] = [];
  for (const snapshot of lookUp(scope, code)) {
    const known = knowledgeOf(ledger, scope, snapshot, past);
    if (!known.ok) return known;
    all.push(known.value);
  }
  const meant = all.length > 1 ? chooseTicket(scope.filter, all.flatMap(ticketIn)) : all;
  const [one, ...others] = meant;
  if (one !== undefined && others.length === 0) return ok(one);
  // Several tickets bear the code and it is not known which is meant, so the snapshot does not decide. What
  // was let in and is not uploaded stays known.
  const admissions = meant.flatMap((known) => known.admissions);
  return ok({ snapshot: { type: 'none' }, admissions, firstScanAt: null });
}

/** What this kiosk knows of one ticket of its snapshot. */
export function knowledgeOf(
  ledger: KnowledgePorts['ledger'],
  scope: DoorScope,
  snapshot: SnapshotWord,
  past: CodeHistory,
): Result<KnownCode, LedgerFault> {
  const ticket = snapshot.type === 'usable' ? snapshot.ticket : null;
  // The same ticket under another barcode, or let in at another kiosk.
  const first = ticket && ledger.firstAdmission(scope, ticket.ticketId);
  if (first?.ok === false) return first;
  const admissions = past.admissions.filter((one) => isOfTicket(one, ticket));
  const times = admissions.map(({ platformTime }) => platformTime);
  if (first?.value) times.push(first.value.platformTime);
  return ok({ snapshot, admissions, firstScanAt: times.length === 0 ? null : Math.min(...times) });
}

function ticketIn(known: KnownCode): (KnownCode & TicketOfCode)[] {
  const { snapshot, firstScanAt } = known;
  const ticket = knownTicket(snapshot);
  const start = snapshot.type === 'usable' ? (snapshot.ticket?.performanceStartDate ?? null) : null;
  return ticket === null ? [] : [{ ...known, ticket, start, admittedHere: firstScanAt !== null }];
}

/**
 * By the ticket's number, where both are known; else by its barcode, as long as that stays with a ticket,
 * and unless it was let in for another performance.
 */
function isOfTicket(
  { ticketId, performanceId, isLongAgo }: CodeAdmission,
  ticket: Pick<SnapshotTicket, 'ticketId' | 'performanceId'> | null,
): boolean {
  if (ticket !== null && ticketId !== null) return ticketId === ticket.ticketId;
  const isForAnother =
    ticket !== null && performanceId !== null && performanceId !== ticket.performanceId;
  return !isForAnother && !isLongAgo;
}
