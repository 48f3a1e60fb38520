import { wantedWords, wordsOf, type WantedWord } from './words.ts';

/** Where a word of a ticket stands: in somebody's name, in what the order is called by, in the seat. */
export const FIELD = { name: 0, order: 1, seat: 2 } as const;
const FIELDS = 3;

/** A ticket in the words that it is found by. */
export interface IndexedTicket {
  /** Where the snapshot has it. */
  readonly place: number;
  readonly ticketId: number;
  readonly names: readonly string[];
  readonly seat: readonly string[];
}

/** What an index has for a query. */
export interface Found {
  /** Of all that fit. */
  readonly total: number;
  /** Where the snapshot has them, the best first; not more than were asked for. */
  readonly places: readonly number[];
}

/** It does not fit. */
const NONE = 0xff;
/** What a word costs that only begins like this; whole words come before, in whatever field. */
const BEGINS = FIELDS;

/**
 * Finds tickets by the beginnings of their words: all words, sorted, each with the tickets that it is
 * in. A million tickets share some ten thousands of them.
 */
export class TicketIndex {
  readonly #places: Uint32Array;
  readonly #ticketIds: Float64Array;
  readonly #words: readonly string[];
  /** Of the word of the same number: tickets times FIELDS, plus the field. */
  readonly #standings: readonly Uint32Array[];
  readonly #cost: Uint8Array;
  readonly #total: Uint8Array;

  constructor(places: Uint32Array, ticketIds: Float64Array, standings: Map<string, Uint32Array>) {
    this.#places = places;
    this.#ticketIds = ticketIds;
    this.#words = [...standings.keys()].sort();
    this.#standings = this.#words.map((word) => standings.get(word) ?? new Uint32Array());
    this.#cost = new Uint8Array(places.length);
    this.#total = new Uint8Array(places.length);
  }

  /** How many tickets there are. */
  get tickets(): number {
    return this.#places.length;
  }

  /** The tickets that all words of a query fit; for none there are none. */
  find(query: string, most: number): Found {
    const words = wantedWords(query);
    if (words.length === 0) return { total: 0, places: [] };
    this.#total.fill(0);
    for (const word of words) {
      this.#weigh(word);
      for (let ticket = 0; ticket < this.#total.length; ticket += 1) {
        const cost = this.#cost[ticket] ?? NONE;
        const before = this.#total[ticket] ?? NONE;
        this.#total[ticket] = cost === NONE || before === NONE ? NONE : before + cost;
      }
    }
    return this.#best(most);
  }

  #weigh({ ways, isWhole }: WantedWord): void {
    this.#cost.fill(NONE);
    for (const way of ways) {
      for (let at = this.#firstFrom(way); at < this.#words.length; at += 1) {
        const word = this.#words[at] ?? '';
        if (isWhole ? word !== way : !word.startsWith(way)) break;
        this.#note(this.#standings[at] ?? new Uint32Array(), word === way ? 0 : BEGINS);
      }
      if (/^\d+$/.test(way)) this.#weighNumber(way, isWhole);
    }
  }

  #note(standings: Uint32Array, extra: number): void {
    for (let at = 0; at < standings.length; at += 1) {
      const standing = standings[at] ?? 0;
      const ticket = Math.floor(standing / FIELDS);
      const cost = (standing % FIELDS) + extra;
      if (cost < (this.#cost[ticket] ?? 0)) this.#cost[ticket] = cost;
    }
  }

  /** Numbers of tickets are no words: there would be as many as tickets. */
  #weighNumber(digits: string, isWhole: boolean): void {
    const wanted = Number(digits);
    for (let ticket = 0; ticket < this.#ticketIds.length; ticket += 1) {
      let id = this.#ticketIds[ticket] ?? 0;
      let extra = 0;
      if (id !== wanted) {
        if (isWhole || wanted === 0) continue;
        extra = BEGINS;
        while (id > wanted) id = Math.floor(id / 10);
        if (id !== wanted) continue;
      }
      const cost = FIELD.order + extra;
      if (cost < (this.#cost[ticket] ?? 0)) this.#cost[ticket] = cost;
    }
  }

  #firstFrom(word: string): number {
    let low = 0;
    let high = this.#words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#words[middle] ?? '') < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #best(most: number): Found {
    const byCost: number[][] = [];
    let total = 0;
    for (let ticket = 0; ticket < this.#total.length; ticket += 1) {
      const cost = this.#total[ticket] ?? NONE;
      if (cost === NONE) continue;
      total += 1;
      const equals = (byCost[cost] ??= []);
      if (equals.length < most) equals.push(this.#places[ticket] ?? 0);
    }
    return { total, places: byCost.flat().slice(0, most) };
  }
}

/** Gathers the words of tickets, as they come. */
export class TicketIndexBuilder {
  readonly #standings = new Map<string, number[]>();
  readonly #places: number[] = [];
  readonly #ticketIds: number[] = [];
  /** The words of texts that many tickets have. */
  readonly #known = new Map<string, ReadonlySet<string>>();

  add({ place, ticketId, names, seat }: IndexedTicket): void {
    const ticket = this.#places.length;
    this.#places.push(place);
    this.#ticketIds.push(ticketId);
    for (const name of names) this.#note(ticket, FIELD.name, wordsOf(name));
    for (const text of seat) {
      let words = this.#known.get(text);
      if (words === undefined) {
        words = wordsOf(text);
        if (this.#known.size < 100_000) this.#known.set(text, words);
      }
      this.#note(ticket, FIELD.seat, words);
    }
  }

  finish(): TicketIndex {
    const standings = new Map<string, Uint32Array>();
    for (const [word, list] of this.#standings) {
      standings.set(word, Uint32Array.from(list));
      this.#standings.delete(word);
    }
    return new TicketIndex(
      Uint32Array.from(this.#places),
      Float64Array.from(this.#ticketIds),
      standings,
    );
  }

  #note(ticket: number, field: number, words: ReadonlySet<string>): void {
    for (const word of words) {
      const standing = ticket * FIELDS + field;
      const list = this.#standings.get(word);
      if (list === undefined) this.#standings.set(word, [standing]);
      else if (list.at(-1) !== standing) list.push(standing);
    }
  }
}
