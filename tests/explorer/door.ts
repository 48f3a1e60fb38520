import type { Database, Statement } from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  createAdmissionLedger,
  type AdmissionLedger,
} from '#main/entrance/admission/admission-ledger.ts';
import { Admission, type Purpose } from '#main/entrance/admission/admission.ts';
import type { Obstacle } from '#main/entrance/admission/decider.ts';
import type { DoorScope } from '#main/entrance/admission/door-scope.ts';
import type { SnapshotWord } from '#main/entrance/admission/evidence.ts';
import { evidenceOf, type EvidencePorts } from '#main/entrance/admission/gather-evidence.ts';
import { rightToReturn } from '#main/entrance/admission/reentry.ts';
import type { LedgerFault } from '#main/ledger/fault.ts';
import { LedgerKeeper } from '#main/ledger/keeper.ts';
import { Ledger } from '#main/ledger/ledger.ts';
import { openDatabase } from '#main/ledger/open-database.ts';
import { Sealer } from '#main/ledger/sealer.ts';
import { takeBack } from '#main/operations/records/take-back.ts';
import type { DoorKey } from '#main/venue/door-key.ts';
import { DoubleNotes } from '#main/venue/double-notes.ts';
import { conflictsSeen } from '#main/venue/conflicts.ts';
import { HoldRegister } from '#main/venue/hold-register.ts';
import { ticketEventsIn, type AnyEvent } from '#main/venue/house-event.ts';
import { openHouseFile } from '#main/venue/house-file.ts';
import { HouseReader } from '#main/venue/house-reader.ts';
import { HouseStore } from '#main/venue/house-store.ts';
import type { Told } from '#main/venue/messages.ts';
import { Teller } from '#main/venue/teller.ts';
import { VenueCount, type NewsOfTickets } from '#main/venue/venue-count.ts';
import { isHeld } from '#shared/model/hold.ts';
import type { LedgerTrouble } from '#shared/model/failures.ts';
import { isRefusal, type NotOverruled } from '#shared/model/overrule.ts';
import type { Verdict } from '#shared/model/verdict.ts';
import { ok, type Result } from '#shared/result.ts';
import { keyOf } from '#tests/support/door-keys.ts';
import type { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { RunClock } from './run-clock.ts';
import type {
  Asked,
  By,
  DoorOptions,
  DoorSetup,
  Look,
  Overridden,
  Published,
  Shown,
  TraceTicket,
} from './vocabulary.ts';

/*
 * The only file of the explorer that knows the production code: what a door is made of, and what it says. When the
 * admission, ledger or peers code changes its shape, this file follows and the explorer stays as it is.
 */

const BASE_URL = 'https://tickets.example';
const CLIENT = 7;
const SCOPE: DoorScope = { baseUrl: BASE_URL, filter: { clientId: CLIENT } };
const CLIENT_REF = { baseUrl: BASE_URL, clientId: CLIENT };

const REFUSED = { type: 'platform-words', text: 'voided' } as const;
const VAULT = {
  keeper: 'none',
  key: (purpose: string) => createHash('sha256').update(purpose).digest(),
} as const;

/** One door: real ledger, real admission, real store of what the venue's doors have told. */
export class Door {
  readonly name: string;
  readonly #key: DoorKey;
  readonly #clock: FakeClock;
  readonly #ledgerDb: Database;
  readonly #ledger: Ledger;
  readonly #everything: Statement<[], Row>;
  readonly #houseDb: Database;
  readonly #reader: HouseReader;
  readonly logger = new RecordingLogger();
  /** How often it has asked the platform in this trace. */
  questions = 0;
  #store: HouseStore;
  #count: VenueCount;
  #run: Run | null = null;
  #setup: DoorSetup | null = null;
  /** What has been published in this trace, by all runs of this door. */
  readonly #outbox: Told[] = [];
  readonly #heard: string[] = [];
  /** What the override screen has shown, by the verdict that it was opened for. */
  readonly #shown = new Map<string, readonly string[]>();

  constructor({ name, kioskId, folder, clock }: DoorOptions) {
    this.name = name;
    this.#key = keyOf(kioskId);
    this.#clock = clock;
    this.#ledgerDb = valueOf(openDatabase(join(folder, `${name}-ledger.db`)));
    const { id } = this.#key;
    this.#ledger = new Ledger({ db: this.#ledgerDb, sealer: new Sealer(VAULT), kioskId: id });
    this.#everything = this.#ledgerDb.prepare<[], Row>(EVERYTHING);
    const housePath = join(folder, `${name}-house.db`);
    this.#houseDb = openHouseFile(housePath);
    this.#houseDb.pragma('synchronous = OFF');
    this.#reader = new HouseReader(housePath);
    this.#store = this.#openStore();
    this.#count = new VenueCount(this.#store);
  }

  /** A new trace: everything of the last one is gone. */
  begin(setup: DoorSetup): void {
    this.#run?.clock.stop();
    if (this.#ledgerDb.inTransaction) this.#ledgerDb.exec('ROLLBACK');
    // Nothing of a trace is ever committed: so the next one finds an empty ledger.
    this.#ledgerDb.exec('BEGIN');
    this.#houseDb.exec(
      'BEGIN; DELETE FROM event; DELETE FROM origin; DELETE FROM hold; DELETE FROM trust; COMMIT',
    );
    valueOf(this.#ledger.endLastRun());
    this.#setup = setup;
    this.questions = 0;
    this.#outbox.length = 0;
    this.#heard.length = 0;
    this.logger.lines.length = 0;
    this.#shown.clear();
    this.#count.recount();
    this.#run = this.#start();
  }

  close(): void {
    this.#run?.clock.stop();
    this.#reader.close();
    this.#houseDb.close();
    this.#ledgerDb.close();
  }

  /** A code is read; its verdict is in {@link Door.newest} once the clock has gone on. */
  read(asked: Asked, purpose: Purpose = 'admit'): void {
    const { admission, platform } = this.#now;
    platform.next = asked;
    const { code } = this.#ticket;
    const scan = { code, source: 'wedge', device: null, at: this.#clock.now() } as const;
    admission.take(scan, SCOPE, this.#clock.steady(), purpose);
  }

  /** How many verdicts there have been in this run of the door. */
  get verdicts(): number {
    return this.#now.verdicts.length;
  }

  /** The newest verdict; null: there is none. */
  get newest(): Shown | null {
    const verdict = this.#now.verdicts.at(-1);
    return verdict === undefined ? null : shownOf(verdict);
  }

  get mayOverride(): boolean {
    const verdict = this.#now.verdicts.at(-1);
    return verdict !== undefined && isRefusal(verdict.kind);
  }

  /** *Let in* on the newest verdict. */
  async override(): Promise<Overridden | null> {
    const { admission, verdicts } = this.#now;
    const refused = verdicts.at(-1);
    if (refused === undefined || !isRefusal(refused.kind)) return null;
    const { entryId: id } = refused;
    // What is shown first is compared with what is known when staff press again.
    if (!this.#shown.has(id)) {
      const stopped = this.#show(id);
      if (stopped !== null) return stopped;
    }
    const shown = this.#shown.get(id) ?? [];
    const order = { id, cause: 'goodwill', words: 'explorer', shown } as const;
    const done = await admission.overrule(order, SCOPE);
    if (done.ok) return this.newest && { type: 'let in', shown: this.newest };
    const because = becauseOf(done.error);
    const stopped = because === 'not-shown' ? this.#show(id) : null;
    return stopped ?? { type: 'stopped', because, tells: 'nothing' };
  }

  /** Shows staff what is known of the ticket; null: nothing is. */
  #show(id: string): Overridden | null {
    const evidence = this.#now.admission.overruleEvidence(id, SCOPE);
    if (!evidence.ok)
      return { type: 'stopped', because: becauseOf(evidence.error), tells: 'nothing' };
    const { inside, isUsedElsewhere, isUnheard, isVoid, ids } = evidence.value;
    this.#shown.set(id, ids);
    if (ids.length === 0) return null;
    const isUsed = inside.length > 0 || isUsedElsewhere || isUnheard;
    return {
      ...{ type: 'stopped', because: 'not-shown' },
      tells: isVoid ? 'void' : isUsed ? 'used' : 'nothing',
    };
  }

  /** Withdraws an admission of this door. Returns whether that was possible. */
  withdraw(id: string): boolean {
    const { keeper, teller, admission } = this.#now;
    const ports = {
      ...{ keeper, platformClock: this.#platformClock },
      isFollowed: (followed: string) => admission.isFollowed(followed),
      tellAgain: (sequence: number) => teller.tellAgain(sequence),
    };
    return takeBack(ports, { id, why: 'explorer' }).ok;
  }

  orderHold(held: boolean): void {
    const order = { kioskId: this.#key.id, door: this.name, isHeld: held };
    this.#now.hold.give({ ...order, at: this.#clock.now() });
  }

  endHoldHere(): void {
    this.#now.hold.endHere();
  }

  /** Whether the newest order that it knows is a hold. */
  get isOrderedToHold(): boolean {
    return this.#now.hold.view.order?.isHeld === true;
  }

  get isHeld(): boolean {
    return isHeld(this.#now.hold.view);
  }

  /** What this door has published in this trace, from a place on. */
  published(from: number): Published {
    return { told: this.#outbox.slice(from), orders: this.#now.hold.orders };
  }

  get publishedCount(): number {
    return this.#outbox.length;
  }

  /** Takes in what the other door has published. */
  hear({ told, orders }: Published): void {
    for (const one of told) {
      const { news, malformed } = this.#store.hear(one);
      if (malformed > 0) throw new Error('an event of a door is malformed');
      this.#heard.push(...one.events.map(([, body]) => (JSON.parse(body) as AnyEvent).id));
      this.#takeIn(news);
    }
    this.#now.hold.hear(orders);
  }

  /** Takes what another door claims out of all decisions, or back into them, as the thread of the peers does. */
  believe(other: Door, isBelieved: boolean): void {
    const before = this.#count.inConflict();
    const trust = this.#houseDb.prepare(
      'INSERT OR REPLACE INTO trust VALUES (?, ?, ?, 0, 1, 0, NULL)',
    );
    trust.run(other.#key.id, isBelieved ? 'trusted' : 'disregarded', 'staff');
    this.#count.recount((news) => this.#note(news));
    const left = this.#count.inConflict();
    this.#now.notes.remove([...before].filter((id) => !left.has(id)));
  }

  /** What published messages are about: the ids of verdicts; of a withdrawal, with `w/` before it. */
  subjectsOf({ told }: Published): readonly string[] {
    const stored = told.flatMap((one) =>
      one.events.map(([, body]) => ({ body, at: null, until: 0 })),
    );
    return ticketEventsIn(stored).flatMap((event) => {
      if (event.kind === 'withdrawn') return [`w/${event.of}`];
      if (event.kind === 'answered') return [event.of];
      return event.kind === 'uploaded' || event.kind === 'upload-refused' ? [] : [event.id];
    });
  }

  /** Publishes what is new, as happens after every change. */
  follow(): void {
    this.#now.teller.follow();
  }

  /** The kiosk is started again, with what its files have. */
  restart(): void {
    this.#now.clock.stop();
    valueOf(this.#ledger.endLastRun());
    this.#store = this.#openStore();
    this.#count = new VenueCount(this.#store);
    this.#run = this.#start();
    this.#count.recount((news) => this.#note(news));
    this.follow();
  }

  /** Admissions that wait to be uploaded, and may be now. */
  get waiting(): readonly string[] {
    const batch = valueOf(
      this.#ledger.uploads.nextBatch({ baseUrl: BASE_URL, limit: 50 }, this.#clock.now()),
    );
    return batch?.uploads.map(({ id }) => id) ?? [];
  }

  /**
   * Uploads what waits. The platform records also what it knows already.
   *
   * @param outcome what the platform makes of it
   * @param isUsed whether a fresh download calls the ticket used before
   */
  upload(outcome: 'recorded' | 'refused', isUsed: boolean): void {
    const { uploads } = this.#ledger;
    for (let ids = this.waiting; ids.length > 0; ids = this.waiting) {
      const now = this.#clock.now();
      if (isUsed) valueOf(uploads.noteUsed(ids));
      valueOf(uploads.markSent(ids, now));
      if (outcome === 'recorded') valueOf(uploads.markRecorded(ids, now));
      else for (const id of ids) valueOf(uploads.markRefused(id, REFUSED, now));
    }
  }

  has(id: string): boolean {
    return this.#ledger.has(id);
  }

  /** How many are inside with the ticket by the count of the venue. */
  get insideByCount(): number {
    const mine = this.#ticket.ids.map(({ performanceId }) => performanceId as number | null);
    return this.#count
      .inside(0)
      .performances.filter(
        ({ performanceId }) => performanceId === null || mine.includes(performanceId),
      )
      .reduce((sum, { inside }) => sum + inside, 0);
  }

  /** How many are inside with the ticket by what the next scan would be decided by. */
  get insideByScan(): number {
    const { evidence } = this.#now;
    return valueOf(evidenceOf(evidence, SCOPE, this.#ticket.code)).standing.inside.length;
  }

  /** What the door has of the ticket now. */
  look(): Look {
    const records = this.#everything.all();
    const { orders } = this.#now.hold;
    return {
      conflicts: new Set(records.filter(isListed).map(({ id }) => id)),
      doubles: new Set(records.filter(({ hasOther }) => hasOther === 1).map(({ id }) => id)),
      isExplained: (id) => records.some((one) => one.id === id && isExplained(one)),
      entries: records.map(({ id, at, kind, basis, code, word }) => ({
        ...{ id, at, sort: `${kind} ${basis} ${code}` },
        matters: kind === 'admit' || kind === 'exit' || word !== null,
      })),
      state: (nameOf) => {
        const own = records.flatMap((record) => stateOf(record, nameOf));
        const heard = new Set(this.#heard.map((id) => nameOfEvent(id, nameOf)));
        const holds = orders.map(({ count, kioskId, isHeld: held }) => [count, kioskId, held]);
        return [own, [...heard].toSorted(), holds];
      },
    };
  }

  get #now(): Run {
    if (this.#run === null) throw new Error('no trace has begun');
    return this.#run;
  }

  get #ticket(): TraceTicket {
    if (this.#setup === null) throw new Error('no trace has begun');
    return this.#setup.ticket;
  }

  readonly #platformClock = {
    now: (): number => this.#clock.now() + (this.#setup?.skew ?? 0),
    at: (steady: number): number => this.#platformClock.now() - (this.#clock.steady() - steady),
    isKnown: (): boolean => true,
  };

  #start(): Run {
    const platformClock = this.#platformClock;
    const clock = new RunClock(this.#clock);
    const keeper = new LedgerKeeper({
      ...{ path: '', clock, logger: this.logger },
      open: (): Result<{ ledger: Ledger; quarantined: null }, LedgerFault> =>
        ok({ ledger: this.#ledger, quarantined: null }),
      beforeClose: () => Promise.resolve(),
      onReady: () => undefined,
      onChange: () => undefined,
    });
    keeper.start();
    const ledger = createAdmissionLedger({
      ...{ keeper, platformClock },
      onRecorded: () => undefined,
      onSettled: (id) => teller.tellOutcome(id),
    });
    const verdicts: Verdict[] = [];
    const platform: Run['platform'] = { next: null };
    const hold = new HoldRegister(this.#houseDb, this.#key, this.#store.origin);
    const evidence = this.#evidence(ledger, clock);
    const admission = new Admission({
      ...evidence,
      platform: {
        obstacle: (): Obstacle | null =>
          platform.next === null ? { type: 'no-answer', cause: 'refused' } : null,
        ask: () => {
          const asked = platform.next;
          if (asked === null) throw new Error('nobody was to be asked');
          this.questions += 1;
          return asked();
        },
        noteOverdue: () => undefined,
      },
      publishQuestion: (question) => teller.publishQuestion(question),
      ledger,
      performanceOf: () => null,
      anotherEntrance: () => null,
      patronDetails: () => [],
      notesAbout: () => undefined,
      hold: () => (isHeld(hold.view) ? hold.view.order : null),
      mayOpenAgain: () => false,
      newId: () => this.#key.newId(),
      fullAt: () => null,
      clock,
      platformClock,
      timings: { onlineBudget: 1_000, repeatWindow: -1, verdictAtLeast: 0, verdictAtMost: 0 },
      logger: this.logger,
      onNotice: () => undefined,
      onWaiting: () => undefined,
    });
    admission.verdicts.subscribe(({ verdict }) => verdicts.push(verdict));
    const notes = new DoubleNotes({
      ledger: () => this.#ledger,
      onChange: () => undefined,
    });
    const teller: Teller = new Teller({
      ...{ clock, platformClock, logger: this.logger },
      ledger: () => this.#ledger,
      eventPorts: () => ({
        ...{ kioskId: this.#key.id, door: this.name },
        ...{ startOf: () => null, hashOf: (_, code) => code },
      }),
      tell: (events) => this.#tell(events),
    });
    return { clock, admission, keeper, evidence, platform, verdicts, hold, notes, teller };
  }

  #evidence(ledger: AdmissionLedger, clock: RunClock): EvidencePorts {
    return {
      ledger,
      clock,
      platformClock: this.#platformClock,
      lookUp: () => this.#words(),
      lookUpPeerEvents: (_, ticketHash, ticketIds) => ({
        ticketHash,
        ...this.#reader.events(CLIENT_REF, ticketHash, ticketIds),
      }),
      rightToReturn: (leaving) =>
        rightToReturn(
          leaving,
          { reentry: this.#setup?.reentry ?? 'off', reentryWithin: null },
          this.#platformClock.now(),
        ),
    };
  }

  #words(): readonly SnapshotWord[] {
    const snapshot = this.#setup?.snapshot;
    if (snapshot === undefined || snapshot === 'nothing') return [{ type: 'none' }];
    const { code, ids } = this.#ticket;
    return ids.map(({ ticketId, performanceId }) => ({
      ...{ type: 'usable', builtAt: 0, productionId: 3, isOn: true, absenceDoubt: null },
      ticket: {
        ...{ ticketId, performanceId, barcode: code, productionName: '' },
        ...{ performanceStartDate: null, alreadyScanned: false },
        refundedOrVoided: snapshot === 'voided',
        ...{ orderConsumerName: null, performance: null, section: null, seat: null },
        ...{ ticketsScanned: 0, ticketsSold: 0, patron: null },
      },
    }));
  }

  #tell(events: readonly AnyEvent[]): void {
    const telling = this.#store.tell(events);
    if (telling === null) return;
    this.#outbox.push(telling.told);
    this.#takeIn(telling.news);
  }

  /** What the thread of the peers does with what is new. */
  #takeIn(news: readonly AnyEvent[]): void {
    if (news.length === 0) return;
    this.#note(this.#count.takeIn(news));
  }

  #note({ conflicts, orphans }: NewsOfTickets): void {
    const { notes } = this.#now;
    notes.add(conflictsSeen(conflicts));
    notes.note();
    for (const { id } of orphans) valueOf(this.#ledger.queueReturn(id, this.#platformClock.now()));
  }

  #openStore(): HouseStore {
    return new HouseStore(this.#houseDb, this.#key, undefined, undefined, () => this.#clock.now());
  }
}

/** What the ledger has of a verdict; no others are in the file than those of the trace. */
const EVERYTHING = `
SELECT entry.id, kind, basis, error_code AS code, kiosk_time AS at, answer AS word, upload, lineage.knew, lineage.of_id AS ends,
  door_conflict.sequence IS NOT NULL AS isListed, other_at IS NOT NULL AS hasOther,
  withdrawal.sequence IS NOT NULL AS isWithdrawn, ticket_id IS NOT NULL AS hasTicket
FROM entry LEFT JOIN late_answer USING (sequence) LEFT JOIN lineage USING (sequence)
  LEFT JOIN door_conflict USING (sequence) LEFT JOIN withdrawal USING (sequence)
ORDER BY sequence`;

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly basis: string;
  readonly code: number | null;
  readonly at: number;
  readonly word: string | null;
  readonly upload: string | null;
  readonly knew: string | null;
  readonly ends: string | null;
  readonly isListed: number;
  readonly hasOther: number;
  readonly isWithdrawn: number;
  readonly hasTicket: number;
}

function isListed({ isListed: isDouble, upload }: Row): boolean {
  return isDouble === 1 || upload === 'conflict' || upload === 'refused';
}

function isExplained({ upload, basis }: Row): boolean {
  // What staff have ordered with a ticket that is not good is in the records with their reason.
  if (upload === null) return basis === 'staff';
  return ['refused', 'conflict', 'expired'].includes(upload);
}

function stateOf(row: Row, nameOf: (id: string) => string | null): readonly unknown[] {
  const name = nameOf(row.id);
  if (name === null) return [];
  const { id: _, at: _at, knew, ends, ...rest } = row;
  const ids = knew === null ? [] : (JSON.parse(knew) as readonly string[]);
  const known = ids.map((id) => nameOfEvent(id, nameOf)).toSorted();
  return [[name, known, ends && nameOf(ends), ...Object.values(rest)]];
}

/** What lasts from one start of the kiosk to the next. */
interface Run {
  readonly clock: RunClock;
  readonly admission: Admission;
  readonly keeper: LedgerKeeper;
  readonly evidence: EvidencePorts;
  readonly platform: { next: Asked };
  readonly verdicts: Verdict[];
  readonly hold: HoldRegister;
  readonly notes: DoubleNotes;
  readonly teller: Teller;
}

function shownOf({ entryId, kind, basis, reason, own }: Verdict): Shown {
  const isRed = kind === 'reject' || kind === 'duplicate';
  return {
    ...{ id: entryId, kind, by: byOf(kind, basis, reason.type), tells: tellsOf(reason, own) },
    isPlatformRefusal: isRed && basis === 'platform',
  };
}

function byOf(kind: Verdict['kind'], basis: Verdict['basis'], reason: string): By {
  if (kind !== 'admit') return 'none';
  if (reason === 'came-back' && basis === 'cache') return 'return';
  switch (basis) {
    case 'platform':
      return 'platform';
    case 'cache':
      return 'snapshot';
    case 'late':
      return 'unclaimed';
    case 'venue':
      return 'return';
    case 'staff':
      return 'staff';
    case 'repeat':
      throw new Error('a verdict was repeated');
  }
}

/** What an usher can see of the ticket's past before pressing *Let in*. */
function tellsOf(reason: Verdict['reason'], own: Verdict['own']): Shown['tells'] {
  const code =
    reason.type === 'platform-error'
      ? reason.error.code
      : reason.type === 'copy'
        ? reason.code
        : null;
  if (code === 13 || code === 14) return 'void';
  const isUsed = code === 12 || wasUsed(own);
  return isUsed ? 'used' : 'nothing';
}

function wasUsed(own: Verdict['own']): boolean {
  return own !== null && (own.firstScanAt !== null || own.usedAtDoor !== null);
}

/** An event's id begins with that of the verdict that it is about. */
function nameOfEvent(id: string, nameOf: (id: string) => string | null): string {
  const [of = '', ...more] = id.split('/');
  return [nameOf(of) ?? '-', ...more].join('/');
}

function becauseOf(error: LedgerTrouble | NotOverruled): string {
  return error.type === 'ledger' ? error.code : error.because;
}

function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(`a fault of the ledger: ${JSON.stringify(result.error)}`);
  return result.value;
}
