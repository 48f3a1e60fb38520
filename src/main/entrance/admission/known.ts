import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { CodeAdmission, CodeHistory } from '#main/ledger/code-history.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import type { AdmissionElsewhere } from '#main/venue/house-reader.ts';
import { ok, type Result } from '#shared/result.ts';
import type { AdmissionLedger } from './admission-ledger.ts';
import { chooseTicket, type TicketOfCode } from './choose-ticket.ts';
import type { SnapshotWord, LookUp } from './snapshot-word.ts';
import { knownTicket, wasAdmitted, type OwnKnowledge } from './here.ts';
import type { DoorScope } from './door-scope.ts';

/**
 * Returns the admissions of a code, or of one of its tickets, at other doors of the house; none where nothing is
 * known.
 *
 * @param ticketId null where no snapshot knows the ticket
 */
export type LookUpElsewhere = (
  scope: DoorScope,
  code: string,
  ticketId: number | null,
) => readonly AdmissionElsewhere[];

export interface KnowledgePorts {
  readonly lookUp: LookUp;
  readonly lookUpElsewhere: LookUpElsewhere;
  readonly ledger: Pick<AdmissionLedger, 'history' | 'firstAdmission'>;
}

/** What is known about a code, and those of its admissions that were of the same ticket. */
export interface KnownCode extends OwnKnowledge {
  readonly admissions: readonly CodeAdmission[];
  /** At other doors of the house. */
  readonly elsewhere: readonly AdmissionElsewhere[];
}

/**
 * What this kiosk knows about a code without the platform: its snapshot's word, its own earlier admissions, and
 * those that other doors have told.
 */
export function ownKnowledge(
  ports: KnowledgePorts,
  scope: DoorScope,
  code: string,
  past: CodeHistory,
): Result<KnownCode, LedgerFault> {
  const all: KnownCode[] = [];
  for (const snapshot of ports.lookUp(scope, code)) {
    const known = knowledgeOf(ports, scope, code, snapshot, past);
    if (!known.ok) return known;
    all.push(known.value);
  }
  const meant = all.length > 1 ? chooseTicket(scope.filter, all.flatMap(ticketIn)) : all;
  const [one, ...others] = meant;
  if (one !== undefined && others.length === 0) return ok(one);
  // If the code may mean either of several tickets, the snapshot has no word on it. Admissions
  // still count, because they may not have been uploaded yet.
  const admissions = meant.flatMap((known) => known.admissions);
  const elsewhere = meant.flatMap((known) => known.elsewhere);
  const own = { firstScanAt: null, usedAtDoor: null };
  return ok({ snapshot: { type: 'none' }, admissions, elsewhere, ...own });
}

/** What this kiosk knows about the ticket that its snapshot has a word on. */
export function knowledgeOf(
  { ledger, lookUpElsewhere }: Omit<KnowledgePorts, 'lookUp'>,
  scope: DoorScope,
  code: string,
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
  const elsewhere = lookUpElsewhere(scope, code, ticket?.ticketId ?? null)
    .filter((one) => isOfTicket(one, ticket))
    .toSorted((a, b) => a.at - b.at);
  const [earliest] = elsewhere;
  return ok({
    ...{ snapshot, admissions, elsewhere },
    firstScanAt: times.length === 0 ? null : Math.min(...times),
    usedAtDoor: earliest === undefined ? null : { door: earliest.door || null, at: earliest.at },
  });
}

function ticketIn(known: KnownCode): (KnownCode & TicketOfCode)[] {
  const { snapshot } = known;
  const ticket = knownTicket(snapshot);
  const start = snapshot.type === 'usable' ? (snapshot.ticket?.performanceStartDate ?? null) : null;
  return ticket === null ? [] : [{ ...known, ticket, start, admittedBefore: wasAdmitted(known) }];
}

/**
 * Whether an admission was of this ticket: compared by ticket id where both ids are known; else by
 * barcode, unless the admission is so old that the barcode may belong to another ticket now, or was
 * for another performance.
 */
function isOfTicket(
  {
    ticketId,
    performanceId,
    isLongAgo,
  }: Pick<CodeAdmission, 'ticketId' | 'performanceId' | 'isLongAgo'>,
  ticket: Pick<SnapshotTicket, 'ticketId' | 'performanceId'> | null,
): boolean {
  if (ticket !== null && ticketId !== null) return ticketId === ticket.ticketId;
  const isForAnother =
    ticket !== null && performanceId !== null && performanceId !== ticket.performanceId;
  return !isForAnother && !isLongAgo;
}
