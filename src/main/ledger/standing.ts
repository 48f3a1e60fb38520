import {
  causeOf,
  type Admitted,
  type Asked,
  type CheckedOut,
  type Refused,
  type TicketEvent,
} from './ticket-event.ts';

/** How long a door waits for the answer to another door's question after hearing of it, in milliseconds. */
export const QUESTION_OPEN_FOR = 35_000;
/** A ticket with more movements than this is not decided about: no honest one has so many. */
export const MOST_MOVEMENTS = 64;
/** More events of a ticket are not read: doors could not count a ticket that somebody floods. */
export const MOST_EVENTS = 512;
/** Of so many questions and refusals of one door the newest are looked at. */
const MOST_OF_A_DOOR = 8;
/** So many events are named as known: an event has to fit into a message, however long their ids are. */
const MOST_HEADS = 16;
/** So many missing events are told apart. */
const MOST_MISSING = 64;

/** Two admissions of which one was too many. */
export interface Conflict {
  readonly admissions: readonly [Admitted, Admitted];
  /** A check-out may have come between them: no door knew the order. */
  readonly isPossible: boolean;
}

/** What the events of one ticket come to: every decision, figure and list is read from this. */
export interface Standing {
  /** All admissions that were not withdrawn; what came before comes first. */
  readonly admissions: readonly HeardAdmission[];
  /** Those whose holders are inside; the latest first. More than one only in a conflict, or by the platform's word. */
  readonly inside: readonly HeardAdmission[];
  /** The check-out after which nobody has come in; null: somebody is inside, or nobody has left. */
  readonly out: CheckedOut | null;
  /** How often somebody came in again after a check-out. */
  readonly returns: number;
  /** Check-outs that ended no admission. */
  readonly strayExits: number;
  /** Questions that the platform answered with an admission which nobody has come in by. */
  readonly unclaimed: readonly Asked[];
  /** Questions whose answer may still come. */
  readonly open: readonly Asked[];
  /** Questions whose answer will not come: the platform may have spent the ticket. */
  readonly missing: readonly Asked[];
  /** Admissions that the platform does not know of: it would admit the ticket again. */
  readonly unsettled: readonly Admitted[];
  /** The platform's refusals that no later admission of its own has overtaken. */
  readonly refusals: readonly Refused[];
  /** The ids of admissions that the platform has refused for their ticket. */
  readonly contradicted: ReadonlySet<string>;
  readonly conflicts: readonly Conflict[];
  /** What the next event is to name as known: the events that no other one comes after. */
  readonly heads: readonly string[];
  /** There are more movements than an honest ticket has. */
  readonly isOverloaded: boolean;
  /** Events that are not known here, although what became of them is: somebody may be inside. */
  readonly lacking: readonly string[];
  /** Whether one event was known, by way of others too, when the other happened. Both are ids. */
  readonly isBefore: (one: string, other: string) => boolean;
  /** Whether somebody left or came in after an admission that stands, by its id, at a door that knew of it. */
  readonly isFollowed: (id: string) => boolean;
}

/** How this kiosk came to know of an event. */
interface Heard {
  /** When it heard of it, on its own clock; missing: it is its own. */
  readonly heardAt?: number;
  /** Only doors that are suspicious have told it. */
  readonly isDoubted?: true;
}
export type HeardEvent = TicketEvent & Heard;
export type HeardAdmission = Admitted & Heard;

/** Of most tickets nothing is known. */
let nothing: Standing | undefined;

/**
 * Returns what all known events of one ticket come to, in whatever order they became known. What comes before what
 * is told by what each door knew, never by clocks: doors with the same events agree.
 *
 * @param now the kiosk's time, by which another door's question is still open; missing: none is
 */
export function standingOf(all: readonly HeardEvent[], now = Infinity): Standing {
  if (all.length === 0) return (nothing ??= new Fold([], Infinity).standing());
  return new Fold(all, now).standing();
}

/** An admission, and where it is in the order. */
interface Entry {
  readonly event: HeardAdmission;
  readonly place: number;
  /** The check-outs that name it, wherever they are in the order. */
  readonly exits: Exit[];
  /** The admissions by somebody who knew of it: the platform, or staff who were shown it. */
  readonly knowing: Entry[];
}

interface Exit {
  readonly event: CheckedOut;
  readonly place: number;
  /** The first check-out of an admission ends it: another one ends nothing. */
  isEnd: boolean;
}

/** What became of an event. */
type Outcome = Exclude<TicketEvent, Admitted | CheckedOut | Asked | Refused>;

class Fold {
  readonly #order: Order;
  readonly #now: number;
  readonly #entries: Entry[] = [];
  readonly #exits: Exit[] = [];
  /** Those that name an admission. */
  readonly #ends: Exit[] = [];
  readonly #asked: (Asked & HeardEvent)[] = [];
  readonly #refused: Refused[] = [];
  /** Questions and admissions that the platform has answered, by their ids. */
  readonly #answers = new Map<string, 'admitted' | 'refused' | 'missing'>();
  /** Admissions that the platform has been told of, or has refused for their ticket. */
  readonly #told = new Set<string>();
  readonly #contradicted = new Set<string>();
  readonly #withdrawn = new Set<string>();
  readonly #isOverloaded: boolean;
  /** Events that are not known here, although what became of them is. */
  readonly #lacking = new Set<string>();

  constructor(all: readonly HeardEvent[], now: number) {
    this.#order = new Order(all);
    this.#now = now;
    const movements: (Pick<Entry, 'place'> & { readonly event: HeardAdmission | CheckedOut })[] =
      [];
    for (const [place, event] of this.#order.events.entries()) {
      if (event.kind === 'admitted' || event.kind === 'checked-out')
        movements.push({ event, place });
      else if (event.kind === 'asked') this.#noteQuestion(event);
      else if (event.kind === 'refused') this.#refused.push(event);
      else this.#noteOutcome(event);
    }
    const isMore = movements.length + this.#withdrawn.size > MOST_MOVEMENTS;
    this.#isOverloaded = isMore || this.#order.isCut;
    const entries = new Map<string, Entry>();
    // The work stays bounded: a ticket with more movements is decided about by staff.
    for (const { event, place } of movements.slice(-MOST_MOVEMENTS)) {
      if (event.kind === 'checked-out') {
        this.#exits.push({ event, place, isEnd: false });
        if (event.of !== null && this.#order.find(event.of) === undefined)
          this.#lacking.add(event.of);
      } else if (!this.#withdrawn.has(event.id)) {
        const entry: Entry = { event, place, exits: [], knowing: [] };
        this.#entries.push(entry);
        entries.set(event.id, entry);
      }
    }
    for (const exit of this.#exits) {
      const ended = exit.event.of === null ? undefined : entries.get(exit.event.of);
      if (ended === undefined) continue;
      exit.isEnd = ended.exits.length === 0;
      ended.exits.push(exit);
      this.#ends.push(exit);
    }
    for (const later of this.#entries) {
      const { by, shown } = later.event;
      if (by !== 'platform' && by !== 'staff') continue;
      for (const earlier of this.#entries) {
        if (earlier.place >= later.place) break;
        const isKnown = by === 'platform' || shown.includes(earlier.event.id);
        if (isKnown && this.#isBefore(earlier, later)) earlier.knowing.push(later);
      }
    }
  }

  /** Of a question under way the scan's own event says more, as does this kiosk's ledger where it is its own. */
  #noteQuestion(event: Asked & HeardEvent): void {
    const { scan, heardAt } = event;
    const isReplaced =
      scan !== undefined && (heardAt === undefined || this.#order.find(scan) !== undefined);
    if (!isReplaced) this.#asked.push(event);
  }

  /** What became of an event only its own door can tell. */
  #noteOutcome(event: Outcome): void {
    const cause = this.#order.find(event.of);
    if (cause === undefined && event.kind !== 'withdrawn') this.#lacking.add(event.of);
    if (cause?.kioskId !== event.kioskId) return;
    if (event.kind === 'withdrawn') this.#withdrawn.add(event.of);
    else if (event.kind === 'answered') this.#answers.set(event.of, event.word);
    else {
      this.#told.add(event.of);
      if (event.kind === 'upload-refused') this.#contradicted.add(event.of);
    }
  }

  standing(): Standing {
    const inside = this.#inside();
    const questions = newestOfEachDoor(this.#asked).filter((one) => this.#isUnused(one));
    const isBefore = (one: string, other: string): boolean => this.#order.isBefore(one, other);
    const findConflicts = (): readonly Conflict[] => this.#conflicts();
    let conflicts: readonly Conflict[] | undefined;
    return {
      admissions: this.#entries.map(({ event }) => event),
      inside,
      out: inside.length > 0 ? null : this.#out(),
      returns: this.#entries.filter((one) => this.#isReturn(one)).length,
      strayExits: this.#exits.filter((one) => this.#isStray(one)).length,
      unclaimed: questions.filter(({ id }) => this.#answers.get(id) === 'admitted'),
      open: questions.filter((one) => this.#isOpen(one)),
      missing: questions.filter((one) => this.#isMissing(one)),
      unsettled: this.#unsettled(),
      refusals: this.#refusals(),
      contradicted: this.#contradicted,
      // No decision looks at them, and there may be one for each pair of admissions.
      get conflicts() {
        return (conflicts ??= findConflicts());
      },
      heads: this.#order.heads(),
      isOverloaded: this.#isOverloaded,
      lacking: [...this.#lacking],
      isBefore,
      isFollowed: (id) =>
        !this.#withdrawn.has(id) &&
        [...this.#entries, ...this.#exits].some(({ event }) => isBefore(id, event.id)),
    };
  }

  #isBefore(one: { readonly place: number }, other: { readonly place: number }): boolean {
    return this.#order.has(other.place, one.place);
  }

  /** Whoever knew that a holder is inside and let the ticket in again, has let the same holder in. */
  #inside(): readonly Admitted[] {
    return this.#entries
      .filter(({ exits, knowing }) => exits.length === 0 && knowing.length === 0)
      .toSorted(this.#order.latestFirst)
      .map(({ event }) => event);
  }

  #out(): CheckedOut | null {
    const ends = this.#exits.filter(({ isEnd }) => isEnd);
    return ends.toSorted(this.#order.latestFirst)[0]?.event ?? null;
  }

  #isReturn(entry: Entry): boolean {
    return this.#ends.some((exit) => this.#isBefore(exit, entry));
  }

  #isStray({ event: { of }, isEnd }: Exit): boolean {
    // What its door knew and this one does not is no proof that nobody was inside.
    return !isEnd && (of === null || this.#order.find(of) !== undefined);
  }

  /** Whoever came in without knowing of a question has come in by what it spent, too. */
  #isUnused(question: Asked): boolean {
    return this.#entries.every(
      ({ event, exits }) => exits.length > 0 && this.#order.isBefore(event.id, question.id),
    );
  }

  #isOpen({ id, heardAt }: HeardEvent): boolean {
    if (this.#answers.has(id)) return false;
    return heardAt === undefined || Math.abs(this.#now - heardAt) <= QUESTION_OPEN_FOR;
  }

  #isMissing(question: Asked): boolean {
    // An admission before the question is why the platform calls the ticket used.
    if (this.#entries.length > 0 || this.#isOpen(question)) return false;
    // So is a refusal before it.
    if (this.#refused.some(({ id }) => this.#order.isBefore(id, question.id))) return false;
    return (this.#answers.get(question.id) ?? 'missing') === 'missing';
  }

  #unsettled(): readonly Admitted[] {
    const told = this.#entries.filter(({ event }) => this.#isToldOf(event));
    const spent = [...this.#answers].flatMap(([id, word]) => (word === 'admitted' ? [id] : []));
    return this.#entries
      .filter((one) => !told.includes(one))
      .filter((one) => !told.some((earlier) => this.#isBefore(earlier, one)))
      .map(({ event }) => event)
      .filter(({ id }) => !spent.some((question) => this.#order.isBefore(question, id)));
  }

  #isToldOf({ id, by }: Admitted): boolean {
    return (
      by === 'platform' ||
      by === 'question' ||
      this.#told.has(id) ||
      this.#answers.get(id) === 'admitted'
    );
  }

  #refusals(): readonly Refused[] {
    const byPlatform = this.#entries.filter(({ event: { by } }) => by === 'platform');
    return newestOfEachDoor(this.#refused).filter(
      ({ id }) => !byPlatform.some(({ event }) => this.#order.isBefore(id, event.id)),
    );
  }

  #conflicts(): readonly Conflict[] {
    const found: Conflict[] = [];
    for (const [at, one] of this.#entries.entries()) {
      for (let next = at + 1; next < this.#entries.length; next += 1) {
        const other = this.#entries[next];
        if (other === undefined || !this.#isConflict(one, other)) continue;
        const isPossible = this.#mayHaveLeftBetween(one, other);
        found.push({ admissions: [one.event, other.event], isPossible });
      }
    }
    return found;
  }

  /** @param one comes before the other, where either does */
  #isConflict(one: Entry, other: Entry): boolean {
    if (this.#isBefore(one, other)) {
      const hadLeft = one.exits.some((exit) => this.#isBefore(exit, other));
      return !hadLeft && !one.knowing.includes(other) && !this.#isOvertaken(one, other);
    }
    if (one.event.by === 'platform' && other.event.by === 'platform') return false;
    // What is missing here may show that one knew of the other.
    return !this.#order.lacks(one.place, other.place) && !this.#order.lacks(other.place, one.place);
  }

  /** Whether somebody between them let the ticket in again knowing of the first: that one is listed instead. */
  #isOvertaken(one: Entry, other: Entry): boolean {
    return one.knowing.some((middle) => this.#isBefore(middle, other));
  }

  #mayHaveLeftBetween(one: Entry, other: Entry): boolean {
    return this.#exits.some(
      (exit) =>
        (!exit.isEnd || one.exits.includes(exit) || other.exits.includes(exit)) &&
        (this.#isApart(exit, one) || this.#isApart(exit, other)),
    );
  }

  /** Whether neither knew of the other. */
  #isApart(exit: Exit, entry: Entry): boolean {
    return !this.#isBefore(exit, entry) && !this.#isBefore(entry, exit);
  }
}

/** Bounds what a door can add to a ticket without moving anybody. */
function newestOfEachDoor<T extends TicketEvent>(events: readonly T[]): readonly T[] {
  if (events.length <= MOST_OF_A_DOOR) return events;
  const kept = new Map<string, number>();
  return events
    .toSorted((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
    .filter(({ kioskId }) => {
      const count = kept.get(kioskId) ?? 0;
      kept.set(kioskId, count + 1);
      return count < MOST_OF_A_DOOR;
    });
}

/**
 * The causal order of events: one bit for each pair of their places. Events that others name and that are missing here
 * have bits, too.
 */
class Order {
  /** Each once; whatever comes before another comes before it here, too. */
  readonly events: readonly HeardEvent[];
  /** Whether there were more events than are read. */
  readonly isCut: boolean;
  /** The place of each event by its index, and the index by its id. */
  readonly #placeOf: Uint32Array;
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #words: number;
  /** Of each event the events before it, as bits by their places. */
  readonly #before: Uint32Array;
  /** Where the bits of what is missing begin, and how many these are. */
  readonly #missing: Map<string, number>;
  readonly #depths: Uint32Array;
  readonly #isParent: Uint8Array;

  constructor(all: readonly HeardEvent[]) {
    const byId = all.toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
    const unique = byId.filter(({ id }, index) => id !== byId[index + 1]?.id);
    this.isCut = unique.length > MOST_EVENTS;
    const events = this.isCut ? unique.slice(0, MOST_EVENTS) : unique;
    const count = events.length;
    const indexes = new Map<string, number>();
    for (const [index, { id }] of events.entries()) indexes.set(id, index);
    this.#indexes = indexes;
    this.#missing = new Map();
    /** Of each event its parents' indexes, then places; what is missing comes after all events. */
    const parents = events.map((event) =>
      parentsOf(event).map((id) => indexes.get(id) ?? count + this.#missingBit(id)),
    );
    const order = sorted(parents, count);
    const placed: HeardEvent[] = [];
    const placeOf = new Uint32Array(count + MOST_MISSING);
    for (let bit = count; bit < placeOf.length; bit += 1) placeOf[bit] = bit;
    for (const [place, index] of order.entries()) {
      placeOf[index] = place;
      const event = events[index];
      if (event !== undefined) placed.push(event);
    }
    this.events = placed;
    this.#placeOf = placeOf;
    this.#words = Math.ceil((count + this.#missing.size) / 32);
    this.#before = new Uint32Array(count * this.#words);
    this.#depths = new Uint32Array(count);
    this.#isParent = new Uint8Array(count);
    for (const [place, index] of order.entries()) {
      for (const parentIndex of parents[index] ?? []) {
        const parent = placeOf[parentIndex] ?? 0;
        if (parent >= count) this.#add(place, parent);
        // One that names its own descendant lies: the place in the list decides for all doors alike.
        else if (parent < place) this.#inherit(place, parent);
      }
    }
  }

  find(id: string): HeardEvent | undefined {
    const place = this.#place(id);
    return place === undefined ? undefined : this.events[place];
  }

  /** Whether the event at a place knew of the one at another place. */
  has(place: number, earlier: number): boolean {
    return (
      ((this.#before[place * this.#words + (earlier >>> 5)] ?? 0) & (1 << (earlier & 31))) !== 0
    );
  }

  isBefore(one: string, other: string): boolean {
    const earlier = this.#place(one);
    const place = this.#place(other);
    return earlier !== undefined && place !== undefined && this.has(place, earlier);
  }

  /** Whether something is missing that an event knew of and another one did not. */
  lacks(place: number, other: number): boolean {
    const count = this.events.length;
    for (let bit = count; bit < count + this.#missing.size; bit += 1) {
      if (this.has(place, bit) && !this.has(other, bit)) return true;
    }
    return false;
  }

  /** A question under way is soon forgotten: no event may name it as known. */
  #isUnderWay(place: number): boolean {
    const event = this.events[place];
    return event?.kind === 'asked' && event.scan !== undefined;
  }

  /** Those that nothing comes after; of many the latest. */
  heads(): readonly string[] {
    const heads = this.events.filter(
      (_, place) => this.#isParent[place] === 0 && !this.#isUnderWay(place),
    );
    if (heads.length <= MOST_HEADS) return heads.map(({ id }) => id);
    const byDepth = heads.map((event) => ({ event, place: this.#place(event.id) ?? 0 }));
    const latest = byDepth.toSorted(this.latestFirst).slice(0, MOST_HEADS);
    return latest.map(({ event }) => event.id);
  }

  readonly latestFirst = (
    a: { readonly event: TicketEvent; readonly place: number },
    b: { readonly event: TicketEvent; readonly place: number },
  ): number =>
    (this.#depths[b.place] ?? 0) - (this.#depths[a.place] ?? 0) ||
    (a.event.id < b.event.id ? -1 : 1);

  #place(id: string): number | undefined {
    const index = this.#indexes.get(id);
    return index === undefined ? undefined : this.#placeOf[index];
  }

  /** Many are not told apart: no honest door knows so many that others have never heard of. */
  #missingBit(id: string): number {
    const known = this.#missing.get(id);
    if (known !== undefined) return known;
    if (this.#missing.size === MOST_MISSING) return MOST_MISSING - 1;
    this.#missing.set(id, this.#missing.size);
    return this.#missing.size - 1;
  }

  #add(place: number, earlier: number): void {
    const word = place * this.#words + (earlier >>> 5);
    this.#before[word] = (this.#before[word] ?? 0) | (1 << (earlier & 31));
  }

  #inherit(place: number, parent: number): void {
    const [to, from] = [place * this.#words, parent * this.#words];
    for (let word = 0; word < this.#words; word += 1) {
      this.#before[to + word] = (this.#before[to + word] ?? 0) | (this.#before[from + word] ?? 0);
    }
    this.#add(place, parent);
    if (!this.#isUnderWay(place)) this.#isParent[parent] = 1;
    this.#depths[place] = Math.max(this.#depths[place] ?? 0, (this.#depths[parent] ?? 0) + 1);
  }
}

function parentsOf(event: TicketEvent): readonly string[] {
  const cause = causeOf(event);
  return cause === null ? event.knew : [...event.knew, cause];
}

/**
 * Sorts indexes so that parents come first, and doors with the same events sort alike, even where a lie makes a circle.
 *
 * @param parents of each index; those from `count` on are not sorted
 */
function sorted(parents: readonly (readonly number[])[], count: number): readonly number[] {
  const order: number[] = [];
  /** 1: its parents are being placed; 2: it has a place. */
  const states = new Uint8Array(count);
  for (let first = 0; first < count; first += 1) {
    const stack = [first];
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (states[index] === 2) continue;
      if (states[index] === 1) {
        states[index] = 2;
        order.push(index);
        continue;
      }
      states[index] = 1;
      stack.push(index);
      for (const parent of parents[index] ?? []) {
        if (parent < count && states[parent] === 0) stack.push(parent);
      }
    }
  }
  return order;
}
