import { randomUUID } from 'node:crypto';
import { knownHere, standingOf } from '#main/entrance/find/standing.ts';
import { wasUsed } from '#main/entrance/admission/offline-decision.ts';
import type { AdmissionLedger } from '#main/entrance/admission/admission-ledger.ts';
import type { DoorScope } from '#main/entrance/admission/door-scope.ts';
import type { EvidencePorts } from '#main/entrance/admission/gather-evidence.ts';
import type { PlatformClock } from '#main/base/platform-clock.ts';
import type { Clock } from '#main/base/ports.ts';
import { withTimeout } from '#main/base/with-timeout.ts';
import type { SnapshotTicket } from '#main/snapshot/model.ts';
import type { SnapshotFile } from '#main/snapshot/snapshots.ts';
import { MINUTE } from '#shared/time.ts';
import type {
  Party,
  PartyFailure,
  PartyGone,
  PartyProgress,
  PartyTicket,
} from '#shared/model/party.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import { admittedTicket, no } from './admitted-ticket.ts';
import { orderSignOf, type OrderSign } from './order-sign.ts';
import type { Mate } from './mates.ts';
import { PartyRun, type ChosenGuest, type PartyRunPorts } from './party-run.ts';
import { PartySearch } from './party-search.ts';
import { isWholeParty, type Candidate, type Counted } from './whole-party.ts';

/** For how long a party can be let in after it was looked for, or its end be read, in milliseconds. */
export const PARTY_LASTS = 5 * MINUTE;
/** How long the kiosk waits at its end for threads that look for a party, in milliseconds. */
const LAST_SEARCHES = 1_000;
/** The admissions whose counters are kept, the last ones: no more are asked for. */
const MOST_COUNTED = 10_000;

export interface PartyDeskPorts extends PartyRunPorts, EvidencePorts {
  readonly ledger: Pick<AdmissionLedger, 'ticketEvents' | 'recordedScan'>;
  /** The module of the thread: kiosk/ticket-worker.ts, or what was built from it. */
  readonly workerEntry: string | URL;
  readonly clock: Pick<Clock, 'after' | 'now'>;
  readonly platformClock: Pick<PlatformClock, 'now'>;
  readonly hasPin: () => boolean;
  /** Whether the PIN has to be entered (again). */
  readonly isLocked: () => boolean;
  /** What the door is open for; null while it is closed, or lets nobody in. */
  readonly scopeNow: () => DoorScope | null;
  /** The snapshot, if it may be used for the door; else null. */
  readonly snapshot: () => SnapshotFile | null;
}

/** The tickets that can be chosen, by the ids that were given out for them. */
type Offered = ReadonlyMap<string, ChosenGuest>;
const NOBODY: Offered = new Map();

/**
 * Where the rest of a party is let in: finds the tickets that may be of one order with one that was just let in, and
 * takes those that somebody has ticked. Nothing of it happens before somebody asks, and no scan waits for it.
 */
export class PartyDesk {
  readonly #ports: PartyDeskPorts;
  /** What the platform has counted with its admissions, by their entries. */
  readonly #counted = new Map<string, Counted>();
  #offered = NOBODY;
  /** With whom they came, by the entry. */
  #of = '';
  #run: PartyRun | null = null;
  #search: PartySearch | null = null;
  /** Threads that have not ended yet. */
  readonly #threads = new Set<PartySearch>();
  #callOff = (): unknown => undefined;

  constructor(ports: PartyDeskPorts) {
    this.#ports = ports;
  }

  /** Null: no party was let in, or nobody needs to know any more. */
  state(): PartyProgress | null {
    return this.#run?.progress ?? null;
  }

  /** Told of each verdict, for what the platform has counted. */
  note({ entryId, kind, ticket }: Pick<Verdict, 'entryId' | 'kind' | 'ticket'>): void {
    if (kind !== 'admit' || ticket === null || ticket.countedAt !== null) return;
    const { ticketsScanned, ticketsSold } = ticket;
    this.#counted.set(entryId, { ticketsScanned, ticketsSold });
    const [oldest] = this.#counted.keys();
    if (this.#counted.size > MOST_COUNTED && oldest !== undefined) this.#counted.delete(oldest);
  }

  /**
   * Finds who may belong with whoever was let in by this entry of the ledger. Whoever else is looked for makes way:
   * nobody reads that list any more.
   */
  async open(entryId: string): Promise<Result<Party, PartyFailure>> {
    const { hasPin, scopeNow, snapshot, platformClock } = this.#ports;
    if (!hasPin()) return no('no-pin');
    if (this.#run?.isRunning) return no('busy');
    this.leave();
    const scope = scopeNow();
    if (scope === null) return no('not-open');
    const one = admittedTicket(this.#ports, entryId, scope, platformClock.now());
    if (!one.ok) return one;
    if ((one.value.ticketsSold ?? 0) < 2) return no('alone');
    const sign = orderSignOf(one.value);
    if (sign === null) return no('no-buyer');
    const file = snapshot();
    if (file === null) return no('not-listed');
    this.#of = entryId;
    return this.#look(one.value, sign, file, this.#counted.get(entryId) ?? null);
  }

  /** Lets in those of the party that were chosen, one after the other; how it goes is in the state. */
  letIn(ids: readonly string[]): Result<null, PartyGone> {
    const chosen = [...new Set(ids)].flatMap((id) => this.#offered.get(id) ?? []);
    if (chosen.length === 0 || chosen.length !== ids.length || this.#ports.scopeNow() === null) {
      return err({ type: 'gone' });
    }
    this.leave();
    const run = new PartyRun(this.#ports, this.#of, chosen);
    this.#run = run;
    void run.start().then(() => this.#lastsFrom(run));
    this.#ports.onChange();
    return ok(null);
  }

  /** Asks about nobody more; what has become of the others can still be read. */
  callOff(): void {
    this.#run?.callOff();
  }

  /** Ends it, looking for it too, and forgets whom it was about. */
  leave(): void {
    this.#callOff();
    this.#search?.callOff();
    this.#search = null;
    this.#offered = NOBODY;
    const before = this.#run;
    before?.leave();
    this.#run = null;
    if (before !== null) this.#ports.onChange();
  }

  /** Ends it for good; resolves when its threads have ended, bounded in time. */
  async stop(): Promise<void> {
    this.leave();
    const ended = Promise.all([...this.#threads].map((search) => search.ended));
    await withTimeout(this.#ports.clock, LAST_SEARCHES, ended, undefined);
  }

  /** Called whenever something may have changed: of a door that was closed, or locked, nobody needs to know. */
  follow(): void {
    const isOver = this.#ports.scopeNow() === null || this.#ports.isLocked();
    const isAny = this.#search !== null || this.#offered.size > 0 || this.#run !== null;
    if (isOver && isAny) this.leave();
  }

  async #look(
    one: SnapshotTicket,
    sign: OrderSign,
    file: SnapshotFile,
    counted: Counted | null,
  ): Promise<Result<Party, PartyFailure>> {
    const search = this.#start(new PartySearch(this.#ports.workerEntry, file, one.ticketId, sign));
    const word = await search.answer;
    if (word === null || this.#search !== search) return no('busy');
    this.#search = null;
    if (word.type === 'unreadable') return no('failed');
    if (word.type === 'too-many') return no('too-many');
    // It may have been closed meanwhile.
    const scope = this.#ports.scopeNow();
    if (scope === null) return no('not-open');
    const itself = word.tickets.find(({ ticketId }) => ticketId === one.ticketId);
    if (itself === undefined) return no('not-listed');
    const others: Candidate[] = [];
    for (const ticket of word.tickets.toSorted(bySeat)) {
      if (ticket === itself) continue;
      const candidate = this.#candidate(scope, ticket, itself);
      if (!candidate.ok) return candidate;
      others.push(candidate.value);
    }
    if (others.length === 0) return no('alone');
    const isWhole = word.isOneBuyer && word.isWholeCopy && isWholeParty(itself, others, counted);
    return ok({ tickets: this.#offer(others), sold: sign.sold, isWhole });
  }

  #start(search: PartySearch): PartySearch {
    this.#search = search;
    this.#threads.add(search);
    void search.ended.then(() => this.#threads.delete(search));
    return search;
  }

  #candidate(scope: DoorScope, ticket: Mate, itself: Mate): Result<Candidate, PartyFailure> {
    const found = knownHere(this.#ports, scope, ticket);
    if (!found.ok) return err({ type: 'ledger', code: found.error.code });
    const known = found.value;
    const standing = standingOf(scope, known);
    // One barcode may be on several tickets: scanning it might spend another one.
    const isItsOwn = ticket.barcode !== itself.barcode && known?.words.length === 1;
    const isGood = isItsOwn && standing.type === 'valid';
    const wasIn = known !== null && (wasUsed(known) || known.standing.admissions.length > 0);
    return ok({ ticket, standing, isGood, wasIn });
  }

  #offer(candidates: readonly Candidate[]): readonly PartyTicket[] {
    const offered = new Map<string, ChosenGuest>();
    const told = candidates.map(({ ticket, standing, isGood }) => {
      const { ticketId, section, seat, barcode: code } = ticket;
      const guest = { id: randomUUID(), ticketId, section, seat };
      if (isGood) offered.set(guest.id, { ...guest, code });
      return { ...guest, standing, isGood };
    });
    this.#offered = offered;
    this.#lasts();
    return told;
  }

  /** A party that was let in meanwhile has a time of its own. */
  #lastsFrom(run: PartyRun): void {
    if (this.#run === run) this.#lasts();
  }

  #lasts(): void {
    this.#callOff();
    this.#callOff = this.#ports.clock.after(PARTY_LASTS, () => this.leave());
  }
}

const IN_NUMBERS = new Intl.Collator(undefined, { numeric: true });

/** As people walk along the rows. */
function bySeat(a: Mate, b: Mate): number {
  return (
    IN_NUMBERS.compare(a.section ?? '', b.section ?? '') ||
    IN_NUMBERS.compare(a.seat ?? '', b.seat ?? '') ||
    a.ticketId - b.ticketId
  );
}
