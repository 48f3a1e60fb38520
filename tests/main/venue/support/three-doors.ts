import { join } from 'node:path';
import type { Platform } from '#main/entrance/admission/decider.ts';
import { standingOf, type Standing } from '#main/ledger/standing.ts';
import { DoubleNotes } from '#main/venue/double-notes.ts';
import { conflictsSeen } from '#main/venue/conflicts.ts';
import { HouseReader } from '#main/venue/house-reader.ts';
import { Teller } from '#main/venue/teller.ts';
import { VenueCount, type NewsOfTickets } from '#main/venue/venue-count.ts';
import { isHeld } from '#shared/model/hold.ts';
import { MINUTE } from '#shared/time.ts';
import { FakeClock } from '#tests/support/fake-clock.ts';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  ADMITTED,
  DOOR_SCOPE,
  NO_NETWORK,
  openDoor,
  refused,
  snapshotTicket,
  snapshotWith,
} from '../../entrance/admission/support.ts';
import { HOUSE, valueOf } from '../../ledger/support.ts';
import { Air, type TestDoor } from './air.ts';
import { DOORS, TICKETS, type Action } from './evening-actions.ts';

type Admissions = ReturnType<typeof openDoor>;

/** A door: its way of a scan with a ledger, and what makes it one of the house. */
interface Door {
  readonly number: number;
  readonly folder: string;
  readonly way: Admissions;
  readonly venue: TestDoor;
  readonly reader: HouseReader;
  readonly teller: Teller;
  readonly notes: DoubleNotes;
  readonly count: VenueCount;
}

/** Somebody went through a door with a ticket, as it really was. */
interface Went {
  readonly id: string;
  readonly way: 'in' | 'out';
  readonly ticket: number;
  readonly door: number;
  /** What the door knew of then. */
  readonly knew: ReadonlySet<string>;
  isTakenBack: boolean;
}

/** Between two guests, in milliseconds: a code that is read again at once would be no passage of its own. */
const BETWEEN = 3_000;
const KIOSK_IDS = ['left', 'right', 'balcony'];
const TICKET_IDS = Array.from({ length: TICKETS }, (_, ticket) => ticket);
const codeOf = (ticket: number): string => `T${ticket}`;

/**
 * An evening at three doors of one house, with real ledgers and real files of what the doors have told; what is
 * between them, and between them and the platform, is cut and mended by the evening.
 */
export class ThreeDoors {
  readonly #clock = new FakeClock();
  readonly #air = new Air(this.#clock);
  readonly #folder = temporaryFolder();
  readonly #spent = new Set<string>();
  readonly #isReached = Array.from({ length: DOORS }, () => true);
  readonly #isHeard = Array.from({ length: DOORS }, () => true);
  readonly #doors: Door[] = [];
  readonly #went: Went[] = [];
  /** Who is inside: with which copy of which ticket. */
  readonly #inside = new Set<string>();
  readonly #found: string[] = [];

  constructor() {
    const isCut = (from: string, to: string): boolean =>
      [from, to].some((kioskId) => this.#isHeard[KIOSK_IDS.indexOf(kioskId)] !== true);
    this.#air.fate = (from, to) => (isCut(from, to) ? 'is lost' : 'arrives');
    for (let number = 0; number < DOORS; number += 1) this.#doors.push(this.#open(number));
  }

  async act(action: Action): Promise<void> {
    switch (action.type) {
      case 'come':
        return this.#come(action.door, action.ticket, `${action.ticket}/${action.copy}`);
      case 'leave':
        return this.#leave(action.door, action.ticket, `${action.ticket}/${action.copy}`);
      case 'platform':
        this.#isReached[action.door] = action.is;
        return;
      case 'venue':
        this.#isHeard[action.door] = action.is;
        return;
      case 'upload':
        this.#upload(action.door);
        return;
      case 'restart':
        return this.#restart(action.door);
      case 'hold':
        this.#hold(action.door, action.is);
        return;
      case 'take back':
        this.#takeBack(action.door);
        return;
      case 'wait':
        return this.#clock.advance(action.ms);
    }
  }

  /** Everything is mended; returns what is wrong then, in words. */
  async end(): Promise<readonly string[]> {
    this.#isReached.fill(true);
    this.#isHeard.fill(true);
    await this.#clock.advance(MINUTE);
    for (const { number } of this.#doors) this.#upload(number);
    await this.#clock.advance(2 * MINUTE);
    const sets = new Set(this.#doors.map(({ venue }) => venue.ids().join()));
    const holds = new Set(this.#doors.map(({ venue }) => JSON.stringify(venue.hold.view.order)));
    return [
      ...this.#found,
      ...(sets.size === 1 ? [] : ['the doors hold different sets']),
      ...(holds.size === 1 ? [] : ['the doors know different orders']),
      ...this.#countAgreesWithScans(),
      ...TICKET_IDS.flatMap((ticket) => [
        ...this.#insideIsRight(ticket),
        ...this.#doublesAreListed(ticket),
      ]),
    ];
  }

  async close(): Promise<void> {
    for (const door of this.#doors) await this.#shut(door);
  }

  #open(number: number): Door {
    const kioskId = KIOSK_IDS[number] ?? '';
    const folder = join(this.#folder, kioskId);
    const opened: { door?: Door } = {};
    const venue = this.#air.open(this.#folder, kioskId, (events) => {
      if (opened.door !== undefined) noteConflicts(opened.door, opened.door.count.takeIn(events));
    });
    const reader = new HouseReader(join(this.#folder, `${kioskId}.db`));
    const way: Admissions = openDoor({
      folder: temporaryFolderIn(this.#folders, folder),
      clock: this.#clock,
      rules: { reentry: 'always', reentryWithin: null },
      snapshot: (code) =>
        snapshotWith(snapshotTicket({ barcode: code, ticketId: Number(code.slice(1)) })),
      ports: {
        platform: this.#platformAt(number),
        publishQuestion: (question) => opened.door?.teller.publishQuestion(question),
        hold: () => (isHeld(venue.hold.view) ? venue.hold.view.order : null),
        lookUpPeerEvents: (_, code, ticketIds) => ({
          ticketHash: code,
          ...reader.events(HOUSE, code, ticketIds),
        }),
      },
    });
    const platformClock = { now: () => this.#clock.now(), isKnown: () => true };
    const notes = new DoubleNotes({
      ledger: () => way.ledger(),
      onChange: () => undefined,
    });
    const teller = new Teller({
      kioskId,
      ...{ clock: this.#clock, platformClock, logger: new RecordingLogger() },
      ledger: () => way.ledger(),
      eventPorts: () => ({ door: kioskId, startOf: () => null, hashOf: (_, code) => code }),
      tell: (events) => {
        venue.exchange.tell(events);
        if (opened.door !== undefined) noteConflicts(opened.door, opened.door.count.takeIn(events));
      },
    });
    const count = new VenueCount(venue.store);
    const door: Door = { number, folder, way, venue, reader, teller, notes, count };
    opened.door = door;
    teller.follow();
    count.recount((news) => noteConflicts(door, news));
    return door;
  }

  /** Each door keeps its folder over restarts. */
  readonly #folders = new Map<string, string>();

  #platformAt(number: number): Platform {
    return {
      obstacle: () => (this.#isReached[number] === true ? null : NO_NETWORK),
      ask: (_, code) => {
        if (this.#spent.has(code)) return Promise.resolve(refused(12));
        this.#spent.add(code);
        return Promise.resolve(ADMITTED);
      },
      noteOverdue: () => undefined,
    };
  }

  async #come(number: number, ticket: number, holder: string): Promise<void> {
    if (this.#inside.has(holder)) return;
    await this.#clock.advance(BETWEEN);
    const door = this.#door(number);
    const knew = knownAt(door);
    const before = this.#ofTicket(ticket);
    const isKnown = this.#went
      .filter((went) => went.ticket === ticket)
      .every(({ id, isTakenBack }) => knew.has(id) && (!isTakenBack || knowsBack(door, knew, id)));
    const verdict = await door.way.scan(codeOf(ticket));
    door.teller.follow();
    const isIn = verdict?.kind === 'admit';
    if (isIn) this.#note(door, 'in', ticket, knew, holder);
    if (!isKnown || verdict?.kind === 'held') return;
    const inside = before.filter(({ way }) => way === 'in').length;
    const left = before.filter(({ way }) => way === 'out').length;
    const says = `${holder} was told "${verdict?.kind ?? 'nothing'}" (${verdict?.basis ?? ''}) at a door that knew all`;
    if (inside > left && isIn) this.#found.push(`${says}, though somebody is inside`);
    // A check-out that its door knew no admission for ends none: its holder is let in by staff.
    const isClear = this.#standingAt(door, ticket).strayExits === 0;
    if (left > 0 && inside === left && isClear && !isIn)
      this.#found.push(`${says}, though all have left`);
  }

  async #leave(number: number, ticket: number, holder: string): Promise<void> {
    if (!this.#inside.has(holder)) return;
    await this.#clock.advance(BETWEEN);
    const door = this.#door(number);
    const knew = knownAt(door);
    const verdict = await door.way.scan(codeOf(ticket), DOOR_SCOPE, 'let-out');
    door.teller.follow();
    if (verdict?.kind === 'exit') this.#note(door, 'out', ticket, knew, holder);
    else this.#found.push(`${holder} was not let out`);
  }

  #note(
    door: Door,
    way: Went['way'],
    ticket: number,
    knew: ReadonlySet<string>,
    holder: string,
  ): void {
    const newest = door.way.entries().at(-1);
    if (newest === undefined) throw new Error('what was shown is not on record');
    this.#went.push({ id: newest.id, way, ticket, door: door.number, knew, isTakenBack: false });
    if (way === 'in') this.#inside.add(holder);
    else this.#inside.delete(holder);
    this.#holders.set(newest.id, holder);
  }

  readonly #holders = new Map<string, string>();

  #upload(number: number): void {
    if (this.#isReached[number] !== true) return;
    const { uploads } = this.#door(number).way.ledger();
    const at = this.#clock.now();
    const batch = valueOf(uploads.nextBatch({ baseUrl: HOUSE.baseUrl, limit: 100 }, at));
    if (batch === null) return;
    const ids = batch.uploads.map(({ id }) => id);
    valueOf(uploads.markSent(ids, at));
    for (const { code } of batch.uploads) this.#spent.add(code);
    valueOf(uploads.markRecorded(ids, at));
    this.#door(number).teller.follow();
  }

  #hold(number: number, is: boolean): void {
    const { venue } = this.#door(number);
    const kioskId = KIOSK_IDS[number] ?? '';
    venue.hold.give({ kioskId, door: kioskId, isHeld: is, at: this.#clock.now() });
    venue.exchange.sayNow();
  }

  /** The newest admission of this door whose holder is still inside is taken back, if it can be: they go out again. */
  #takeBack(number: number): void {
    const went = this.#went.findLast(
      ({ door, way, isTakenBack }) => door === number && way === 'in' && !isTakenBack,
    );
    const holder = went && this.#holders.get(went.id);
    const later = went && this.#went.slice(this.#went.indexOf(went) + 1);
    const hasLeft = later?.some(({ id }) => this.#holders.get(id) === holder) === true;
    if (went === undefined || holder === undefined || hasLeft) return;
    const door = this.#door(number);
    const taken = door.way.ledger().takeBack({ id: went.id, why: 'model', at: this.#clock.now() });
    const done = valueOf(taken);
    if (!done.ok) return;
    went.isTakenBack = true;
    this.#inside.delete(holder);
    door.teller.tellAgain(done.value);
  }

  async #restart(number: number): Promise<void> {
    await this.#shut(this.#door(number));
    this.#doors[number] = this.#open(number);
  }

  async #shut({ venue, reader, teller, way }: Door): Promise<void> {
    teller.stop();
    reader.close();
    venue.close();
    await way.keeper.close();
  }

  #door(number: number): Door {
    const door = this.#doors[number];
    if (door === undefined) throw new Error('there is no such door');
    return door;
  }

  #ofTicket(ticket: number): readonly Went[] {
    return this.#went.filter((went) => went.ticket === ticket && !went.isTakenBack);
  }

  #standingAt({ reader }: Door, ticket: number): Standing {
    return standingOf(reader.events(HOUSE, codeOf(ticket), [ticket]).events, this.#clock.now());
  }

  /** As many as there are, and as many more as there were check-outs that ended no admission. */
  #insideIsRight(ticket: number): readonly string[] {
    const really = [...this.#inside].filter((holder) => holder.startsWith(`${ticket}/`)).length;
    return this.#doors.flatMap((door) => {
      const { inside, strayExits } = this.#standingAt(door, ticket);
      const says = `door ${door.number} counts ${inside.length} with ticket ${ticket}`;
      return inside.length - strayExits === really
        ? []
        : [`${says}, ${strayExits} stray exits, and there are ${really}`];
    });
  }

  #countAgreesWithScans(): readonly string[] {
    return this.#doors.flatMap((door) => {
      const scans = TICKET_IDS.map((ticket) => this.#standingAt(door, ticket).inside.length);
      const counted = door.count.inside(0).performances.map(({ inside }) => inside);
      const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
      return sum(scans) === sum(counted) ? [] : [`door ${door.number} counts ${sum(counted)}`];
    });
  }

  /** Two ways in without a way out between: only where the doors could not know of each other, and then listed. */
  #doublesAreListed(ticket: number): readonly string[] {
    const ways = this.#ofTicket(ticket);
    return ways.flatMap((one, index) => {
      const before = ways[index - 1];
      if (one.way !== 'in' || before?.way !== 'in') return [];
      const what = `ticket ${ticket} was let in at ${before.door} and ${one.door}`;
      if (one.knew.has(before.id)) return [`${what}, which knew of the first`];
      const doors = this.#doors.filter((door) => listsAnother(door, ways));
      return doors.length > 1 ? [] : [`${what}, and it is not listed at two doors`];
    });
  }
}

/** Whether an operator of the door is told that it and another one have let in the same ticket. */
function listsAnother({ way }: Door, ways: readonly Went[]): boolean {
  const ofTicket = new Set(ways.map(({ id }) => id));
  return way
    .ledger()
    .notAccepted({ limit: 1_000, after: 0 })
    .some(({ id, twoDoors }) => ofTicket.has(id) && (twoDoors?.other ?? null) !== null);
}

/** What a door has in its ledger, and what others have told it. */
function knownAt({ way, venue }: Door): ReadonlySet<string> {
  return new Set([...way.entries().map(({ id }) => id), ...venue.ids()]);
}

/** Whether a door knows that an admission was taken back: its own it has in its ledger. */
function knowsBack({ way }: Door, knew: ReadonlySet<string>, id: string): boolean {
  return way.ledger().has(id) || knew.has(`${id}/withdrawn`);
}

function noteConflicts({ notes }: Door, { conflicts }: NewsOfTickets): void {
  notes.add(conflictsSeen(conflicts));
  notes.note();
}

function temporaryFolderIn(folders: Map<string, string>, name: string): string {
  const known = folders.get(name) ?? temporaryFolder();
  folders.set(name, known);
  return known;
}
