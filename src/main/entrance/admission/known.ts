import type { CodeAdmission, CodeHistory, CodePassage } from '#main/ledger/code-history.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import type { LateRight } from '#main/venue/house-event.ts';
import type { PassageElsewhere, ToldElsewhere } from '#main/venue/house-reader.ts';
import { endedBy } from '#main/venue/ended-by.ts';
import { passagesOf, type Passage, type Passages } from '#main/venue/passages.ts';
import { ok, type Result } from '#shared/result.ts';
import type { AdmissionLedger } from './admission-ledger.ts';
import { chooseTicket, type TicketOfCode } from './choose-ticket.ts';
import type { ReturnRight } from './reentry.ts';
import type { SnapshotWord, LookUp } from './snapshot-word.ts';
import { knownTicket, wasAdmitted, type OwnKnowledge } from './here.ts';
import type { DoorScope } from './door-scope.ts';

/**
 * Returns what the doors of the house have told of a code, or of one of its tickets.
 *
 * @param ticketId null where no snapshot knows the ticket
 */
export type LookUpElsewhere = (
  scope: DoorScope,
  code: string,
  ticketId: number | null,
) => ToldElsewhere;

/** Returns whether somebody has left and may come in again; null: no. */
export type RightToReturn = (passages: Pick<Passages, 'out' | 'returns'>) => ReturnRight | null;

export interface KnowledgePorts {
  readonly lookUp: LookUp;
  readonly lookUpElsewhere: LookUpElsewhere;
  readonly ledger: Pick<AdmissionLedger, 'history' | 'firstAdmission'>;
  readonly rightToReturn: RightToReturn;
}

/** What is known about a code, and those of its admissions that were of the same ticket. */
export interface KnownCode extends OwnKnowledge {
  readonly admissions: readonly CodeAdmission[];
  /** What the snapshot says of each ticket that bears the code. */
  readonly words: readonly SnapshotWord[];
  /** At other doors of the house. */
  readonly elsewhere: readonly PassageElsewhere[];
  /** Its ways in and out, at all doors of the house. */
  readonly ways: readonly Passage[];
  /** What they come to. */
  readonly passages: Passages;
  /**
   * The id of the scan by which the holder has a right to a late admission, from another door; null: there is
   * none, or it has been used.
   */
  readonly lateRight: string | null;
  /** Whether the right to a late admission that this kiosk's own ledger has was used at another door. */
  readonly isOwnRightUsed: boolean;
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
  const words = ports.lookUp(scope, code);
  for (const snapshot of words) {
    const known = knowledgeOf(ports, scope, code, snapshot, past);
    if (!known.ok) return known;
    all.push({ ...known.value, words });
  }
  const meant = all.length > 1 ? chooseTicket(scope.filter, all.flatMap(ticketIn)) : all;
  const [one, ...others] = meant;
  if (one !== undefined && others.length === 0) return ok(one);
  // If the code may mean either of several tickets, the snapshot has no word on it. Admissions
  // still count, because they may not have been uploaded yet.
  const admissions = meant.flatMap((known) => known.admissions);
  const elsewhere = meant.flatMap((known) => known.elsewhere);
  const own = { firstScanAt: null, usedAtDoor: null, leftAt: null };
  const ways = [...past.passages.map(asPassage), ...elsewhere];
  return ok({
    ...{ snapshot: { type: 'none' }, words, admissions, elsewhere, lateRight: null },
    ...{ ways, passages: passagesOf(ways) },
    isOwnRightUsed: meant.some((known) => known.isOwnRightUsed),
    ...own,
  });
}

const NO_WORD: SnapshotWord = { type: 'none' };

/**
 * The same of somebody who leaves: where nobody is inside with the ticket for what this door is open for, whoever is
 * inside with its code is meant, for whatever that was; else whoever was.
 */
export function knownOfLeaver(
  ports: KnowledgePorts,
  scope: DoorScope,
  code: string,
  past: CodeHistory,
): Result<KnownCode, LedgerFault> {
  const known = ownKnowledge(ports, scope, code, past);
  if (!known.ok || known.value.passages.inside > 0) return known;
  const { words } = known.value;
  const { performanceId: _, ...filter } = scope.filter;
  const all = [known.value];
  // Those of the snapshot tell of which ticket it is; the code alone, whether anybody came in with it.
  for (const word of [...words, NO_WORD]) {
    const other = knowledgeOf(ports, { ...scope, filter }, code, word, past);
    if (!other.ok) return other;
    all.push({ ...other.value, words });
  }
  const isInside = all.find(({ passages }) => passages.inside > 0);
  return ok(isInside ?? all.find(({ passages }) => passages.newest !== null) ?? known.value);
}

/** What this kiosk knows about the ticket that its snapshot has a word on. */
export function knowledgeOf(
  { ledger, lookUpElsewhere, rightToReturn }: Omit<KnowledgePorts, 'lookUp'>,
  scope: DoorScope,
  code: string,
  snapshot: SnapshotWord,
  past: CodeHistory,
): Result<KnownCode, LedgerFault> {
  const ticket = snapshot.type === 'usable' ? snapshot.ticket : null;
  // Also finds admissions of the same ticket under another barcode.
  const first = ticket && ledger.firstAdmission(scope, ticket.ticketId);
  if (first?.ok === false) return first;
  const subject = ticket ?? { ticketId: null, performanceId: scope.filter.performanceId ?? null };
  const admissions = past.admissions.filter((one) =>
    isOfTicket(one, subject, one.basis === 'staff'),
  );
  const times = admissions.map(({ platformTime }) => platformTime);
  if (first?.value) times.push(first.value.platformTime);
  const told = lookUpElsewhere(scope, code, ticket?.ticketId ?? null);
  const isOfThis = passageOfTicket([...told.passages, ...past.passages], subject);
  const inHouse = told.passages.filter(isOfThis);
  const elsewhere = inHouse
    .filter(({ way, isOurs, isTakenBack }) => way === 'in' && !isOurs && !isTakenBack)
    .toSorted((a, b) => a.at - b.at);
  // A forged time must not hide the claim that counts.
  const earliest = elsewhere.find(({ isDoubted }) => isDoubted !== true) ?? elsewhere[0];
  const own = past.passages.filter(isOfThis).map(asPassage);
  // This kiosk's own ledger knows first what has been taken back.
  const ways = [...inHouse, ...own];
  const passages = passagesOf(ways);
  // Whatever they were for: a right is of one scan.
  const allWays = [...told.passages, ...past.passages.map(asPassage)];
  const used = new Set([
    ...allWays.map(({ follows }) => follows),
    ...told.passages.filter(({ isTakenBack }) => !isTakenBack).map(({ overrules }) => overrules),
  ]);
  const isUsed = (scan: string): boolean => used.has(scan);
  const ownRight = past.lateAdmissionOf;
  const lateHere = past.admissions.filter(({ basis }) => basis === 'late');
  // An admission that came after somebody's way out names that, and not the right that it has used.
  const isUnused = ({ of, at }: LateRight): boolean =>
    !isUsed(of) && !lateHere.some(({ platformTime }) => platformTime >= at);
  return ok({
    ...{ snapshot, words: [snapshot], admissions, elsewhere, ways, passages },
    lateRight: passages.inside > 0 ? null : rightAmong(told.lateRights.filter(isUnused), scope),
    isOwnRightUsed: ownRight !== null && isUsed(ownRight),
    isOnlyOverruled:
      admissions.every(({ basis }) => basis === 'staff') &&
      elsewhere.every(({ overrules }) => overrules !== null),
    isOnlyDoubted:
      times.length === 0 &&
      elsewhere.length > 0 &&
      elsewhere.every(({ isDoubted }) => isDoubted === true),
    firstScanAt: times.length === 0 ? null : Math.min(...times),
    usedAtDoor: earliest === undefined ? null : { door: earliest.door || null, at: earliest.at },
    leftAt: passages.out !== null && rightToReturn(passages) !== null ? passages.out.at : null,
  });
}

/** Returns the right that is of a door open for the same; null: none of them is. */
function rightAmong(rights: readonly LateRight[], { filter }: DoorScope): string | null {
  const right = rights.find(
    ({ productionId, filterPerformanceId }) =>
      productionId === (filter.productionId ?? null) &&
      filterPerformanceId === (filter.performanceId ?? null),
  );
  return right?.of ?? null;
}

function asPassage({ platformTime: at, id, way, follows, isTakenBack }: CodePassage): Passage {
  return { id, way, follows, isTakenBack, at };
}

function ticketIn(known: KnownCode): (KnownCode & TicketOfCode)[] {
  const { snapshot } = known;
  const ticket = knownTicket(snapshot);
  const start = snapshot.type === 'usable' ? (snapshot.ticket?.performanceStartDate ?? null) : null;
  if (ticket === null) return [];
  const mayReturn = known.leftAt !== null;
  return [{ ...known, ticket, start, admittedBefore: wasAdmitted(known), mayReturn }];
}

/** A ticket at a door: as the snapshot has it, or else what the door is open for. Null: unknown. */
interface Subject {
  readonly ticketId: number | null;
  readonly performanceId: number | null;
}

/**
 * Whether an admission was of this ticket: compared by ticket id where both ids are known; else by
 * barcode, unless the admission is so old that the barcode may belong to another ticket now, or was
 * for another performance. Who was let in anyway was let in to what that door was open for, whatever the ticket says.
 */
function isOfTicket(
  {
    ticketId,
    performanceId,
    isLongAgo,
  }: Pick<CodeAdmission, 'ticketId' | 'performanceId' | 'isLongAgo'>,
  ticket: Subject,
  wasOverruled: boolean,
): boolean {
  if (ticket.ticketId !== null && ticketId !== null) return ticketId === ticket.ticketId;
  const isForAnother =
    !(wasOverruled && ticket.ticketId === null) &&
    ticket.performanceId !== null &&
    performanceId !== null &&
    performanceId !== ticket.performanceId;
  return !isForAnother && !isLongAgo;
}

/** Tells which ways in and out were with this ticket. */
function passageOfTicket(
  all: readonly (CodePassage | PassageElsewhere)[],
  ticket: Subject,
): (one: CodePassage | PassageElsewhere) => boolean {
  const meant = endedBy(all, (out) => out.ticketId !== null);
  return (one) => isOfTicket(meant(one), ticket, wasOverruled(meant(one)));
}

function wasOverruled(one: CodePassage | PassageElsewhere): boolean {
  return 'overrules' in one ? one.overrules !== null : one.isOverruled;
}
