import type { LedgerFault } from '#main/ledger/fault.ts';
import { Tickets, type TicketSubject } from '#main/ledger/same-ticket.ts';
import { standingOf, type HeardEvent, type Standing } from '#main/ledger/standing.ts';
import type { Clock } from '#main/base/ports.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { UsedAtDoor } from '#shared/model/verdict.ts';
import { ERROR } from '#shared/api/error-codes.ts';
import type { ScanFilter } from '#shared/api/validate-ticket.ts';
import { ok, type Result } from '#shared/result.ts';
import type { AdmissionLedger } from './admission-ledger.ts';
import { isFor } from './absence.ts';
import type { DoorScope } from './door-scope.ts';
import { decideLocally } from './offline-decision.ts';
import type { Leaving, ReturnRight } from './reentry.ts';
import { ticketIn, type Evidence, type LookUp, type SnapshotWord } from './evidence.ts';

/** What the other doors of the venue have published about a code, and about the tickets that bear it. */
export interface PeerEvents {
  /** How the doors of the venue recognise the code. */
  readonly ticketHash: string;
  readonly events: readonly HeardEvent[];
  /** There are more than are read: of any of these tickets some may be missing. */
  readonly isCut: boolean;
}

export type LookUpPeerEvents = (
  scope: DoorScope,
  code: string,
  ticketIds: readonly number[],
) => PeerEvents;

/** Returns whether somebody has left and may come in again; null: no. */
export type RightToReturn = (leaving: Leaving) => ReturnRight | null;

export interface EvidencePorts {
  readonly lookUp: LookUp;
  readonly lookUpPeerEvents: LookUpPeerEvents;
  readonly ledger: Pick<AdmissionLedger, 'ticketEvents'>;
  readonly rightToReturn: RightToReturn;
  readonly clock: Pick<Clock, 'now'>;
  readonly platformClock: Pick<PlatformClock, 'now'>;
}

/** The evidence about a code at this door: about the ticket that is meant where it is on several. */
export function evidenceOf(
  ports: EvidencePorts,
  scope: DoorScope,
  code: string,
  words: readonly SnapshotWord[] = ports.lookUp(scope, code),
): Result<Evidence, LedgerFault> {
  const read = readEvents(ports, scope, code, words);
  if (!read.ok) return read;
  const events = read.value;
  const all = words.map((word) => events.about(word));
  const meant = all.length > 1 ? chooseTicket(scope.filter, all) : all;
  const [one, ...others] = meant;
  if (one !== undefined && others.length === 0) return ok(one);
  // If the code may mean either of several tickets, the snapshot has no word on it. Admissions
  // still count, because they may not have been uploaded yet.
  const standing = events.together(meant);
  const own = { firstScanAt: null, usedAtDoor: null, leftAt: null };
  return ok({ ...own, snapshot: NO_WORD, words, standing });
}

const NO_WORD: SnapshotWord = { type: 'none' };

/** The evidence about one ticket of the snapshot, among those that bear the code. */
export function evidenceAbout(
  ports: EvidencePorts,
  scope: DoorScope,
  code: string,
  word: SnapshotWord,
): Result<Evidence, LedgerFault> {
  const read = readEvents(ports, scope, code, [word]);
  return read.ok ? ok(read.value.about(word)) : read;
}

/**
 * The evidence about somebody who leaves: where nobody is inside with the ticket for what this door is open for,
 * whoever is inside with its code is meant, for whatever that was; else whoever was.
 */
export function evidenceOfLeaver(
  ports: EvidencePorts,
  scope: DoorScope,
  code: string,
): Result<Evidence, LedgerFault> {
  const words = ports.lookUp(scope, code);
  const found = evidenceOf(ports, scope, code, words);
  if (!found.ok || found.value.standing.inside.length > 0) return found;
  const read = readEvents(ports, scope, code, words);
  if (!read.ok) return read;
  const others = read.value.each();
  const isInside = others.find(({ standing }) => standing.inside.length > 0);
  return ok(
    isInside ?? others.find(({ standing }) => standing.admissions.length > 0) ?? found.value,
  );
}

/** The events about a code, by the tickets that it may mean. */
interface EventsOfCode {
  together(tickets: readonly Evidence[]): Standing;
  about(word: SnapshotWord): Evidence;
  /** The evidence about each ticket that there are events of. */
  each(): readonly Evidence[];
}

function readEvents(
  ports: EvidencePorts,
  scope: DoorScope,
  code: string,
  words: readonly SnapshotWord[],
): Result<EventsOfCode, LedgerFault> {
  const { ledger, lookUpPeerEvents, platformClock } = ports;
  const ticketIds = words.flatMap((word) => ticketIn(word)?.ticketId ?? []);
  const peers = lookUpPeerEvents(scope, code, ticketIds);
  const { ticketHash } = peers;
  const own = ledger.ticketEvents(scope, { code, ticketIds, ticketHash });
  if (!own.ok) return own;
  const ownIds = new Set(own.value.map(({ id }) => id));
  const events = [...peers.events.filter(({ id }) => !ownIds.has(id)), ...own.value];
  const standing = (ofTicket: readonly HeardEvent[]): Standing => {
    const all = standingOf(ofTicket, ports.clock.now());
    return peers.isCut ? { ...all, isOverloaded: true } : all;
  };
  const evidence = (snapshot: SnapshotWord, ofTicket: readonly HeardEvent[]): Evidence =>
    evidenceFrom(ports, snapshot, words, standing(ofTicket), ownIds);
  if (events.length === 0) {
    const about = (word: SnapshotWord) => evidence(word, []);
    return ok({ together: () => standing([]), about, each: () => [] });
  }
  const at = platformClock.now();
  const subjectOf = (word: SnapshotWord): TicketSubject => {
    const ticket = ticketIn(word);
    const performanceId = ticket?.performanceId ?? scope.filter.performanceId ?? null;
    return { ticketHash, ticketId: ticket?.ticketId ?? null, performanceId, at };
  };
  const tickets = new Tickets(events, words.map(subjectOf));
  return ok({
    together: (all) => standing(all.flatMap(({ snapshot }) => tickets.of(subjectOf(snapshot)))),
    about: (word) => evidence(word, tickets.of(subjectOf(word))),
    each: () =>
      tickets.all().map((ofTicket) => {
        const ids = new Set(ofTicket.map(({ ticketId }) => ticketId));
        const word = words.find((one) => ids.has(ticketIn(one)?.ticketId ?? null));
        return evidence(word ?? NO_WORD, ofTicket);
      }),
  });
}

function evidenceFrom(
  { rightToReturn }: EvidencePorts,
  snapshot: SnapshotWord,
  words: readonly SnapshotWord[],
  standing: Standing,
  ownIds: ReadonlySet<string>,
): Evidence {
  const { admissions, out } = standing;
  const byTime = admissions.toSorted((a, b) => a.at - b.at);
  const first = byTime.find(({ id }) => ownIds.has(id));
  const others = byTime.filter(({ id }) => !ownIds.has(id));
  // A forged time must not hide the claim that counts.
  const elsewhere = others.find(({ isDoubted }) => isDoubted !== true) ?? others[0];
  const usedAtDoor: UsedAtDoor | null =
    elsewhere === undefined ? null : { door: elsewhere.door || null, at: elsewhere.at };
  return {
    snapshot,
    words,
    standing,
    firstScanAt: first?.at ?? null,
    usedAtDoor,
    leftAt: out !== null && rightToReturn(standing) !== null ? out.at : null,
    isOnlyOverruled: admissions.every(({ by }) => by === 'staff'),
    isOnlyDoubted: first === undefined && elsewhere?.isDoubted === true,
    ...unclearBy(standing, snapshot),
  };
}

/** What makes a snapshot, and what the doors know, prove nothing. */
function unclearBy(
  { isOverloaded, lacking, refusals, admissions }: Standing,
  snapshot: SnapshotWord,
): Pick<Evidence, 'unclear'> {
  if (isOverloaded) return { unclear: 'too-many' };
  if (lacking.length > 0) return { unclear: 'unheard' };
  const isOlder = refusals.some(
    ({ code, at }) =>
      // That it is used is no news where somebody has come in with it.
      (code !== ERROR.ticketAlreadyScanned || admissions.length === 0) &&
      snapshot.type === 'usable' &&
      snapshot.builtAt < at,
  );
  return isOlder ? { unclear: 'refused-since' } : {};
}

/**
 * Chooses which of the tickets that bear a code is meant at a door. Tickets for what the door is
 * open for come first, among those the ones that are on now, and among these the earliest. Returns
 * several if they would be decided differently and nothing here tells which one is meant. If the
 * door is open for none of them, returns the one that best explains what the code is for.
 */
export function chooseTicket<T extends Evidence>(
  filter: ScanFilter,
  tickets: readonly T[],
): readonly T[] {
  const here = tickets.filter(({ snapshot }) => {
    const ticket = ticketIn(snapshot);
    return ticket !== null && isFor(filter, ticket);
  });
  const wanted = onNowFirst(here.length > 0 ? here : tickets);
  const isOne = here.length === 0 || new Set(wanted.map((each) => wordOn(filter, each))).size === 1;
  return isOne ? wanted.slice(0, 1) : wanted;
}

/** Returns the tickets that are on now, or all if none is; the earliest first. */
function onNowFirst<T extends Evidence>(tickets: readonly T[]): readonly T[] {
  const on = tickets.filter(({ snapshot }) => snapshot.type === 'usable' && snapshot.isOn);
  const startOf = ({ snapshot }: T) => ticketIn(snapshot)?.performanceStartDate ?? Infinity;
  return (on.length > 0 ? on : tickets).toSorted((a, b) => startOf(a) - startOf(b));
}

/** Identifies what would be decided about this ticket. Undecided counts as one outcome, whatever its cause. */
function wordOn(filter: ScanFilter, evidence: Evidence): number | string {
  // A suspicious door must not make it unclear which ticket is meant.
  const decision = decideLocally(filter, { ...evidence, isOnlyDoubted: false });
  return 'code' in decision ? decision.code : decision.kind;
}
