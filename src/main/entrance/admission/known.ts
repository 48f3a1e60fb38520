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

/** What is known about a code, and those of its admissions that were of the same ticket. */
export interface KnownCode extends OwnKnowledge {
  readonly admissions: readonly CodeAdmission[];
}

/**
 * What this kiosk knows about a code by itself: its snapshot's word, and its own earlier
 * admissions.
 */
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
  // If the code may mean either of several tickets, the snapshot has no word on it. Admissions
  // still count, because they may not have been uploaded yet.
  const admissions = meant.flatMap((known) => known.admissions);
  return ok({ snapshot: { type: 'none' }, admissions, firstScanAt: null });
}

/** What this kiosk knows about the ticket that its snapshot has a word on. */
export function knowledgeOf(
  ledger: KnowledgePorts['ledger'],
  scope: DoorScope,
  snapshot: SnapshotWord,
  past: CodeHistory,
): Result<KnownCode, LedgerFault> {
  const ticket = snapshot.type === 'usable' ? snapshot.ticket : null;
  // Also finds admissions of the same ticket under another barcode.
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
 * Whether an admission was of this ticket: compared by ticket id where both ids are known; else by
 * barcode, unless the admission is so old that the barcode may belong to another ticket now, or was
 * for another performance.
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
