import { wantedWords, wordsOf, type WantedWord } from './words.ts';

/** Where a word of a ticket comes from: a person's name, the order's name or the seat. */
export const FIELD = { name: 0, order: 1, seat: 2 } as const;
const FIELDS = 3;

/** A ticket, with the words that it can be found by. */
export interface IndexedTicket {
  /** Its position in the snapshot. */
  readonly place: number;
  readonly ticketId: number;
  readonly names: readonly string[];
  readonly seat: readonly string[];
}

/** The result of a query. */
export interface Found {
  /** The number of all matching tickets. */
  readonly total: number;
  /**
   * Positions in the snapshot of the best matches, best first; at most as many as were asked for.
   */
  readonly places: readonly number[];
}

/** The cost of a ticket that does not match. */
const NONE = 0xff;
/**
 * The extra cost of a word that only begins with the query's word; whole words rank before it, in
 * whatever field.
 */
const BEGINS = FIELDS;

/**
 * Finds tickets by the beginnings of their words: a sorted list of all words, each with the tickets
 * that contain it. A million tickets share a few tens of thousands of words.
 */
export class TicketIndex {
  readonly #places: Uint32Array;
  readonly #ticketIds: Float64Array;
  readonly #words: readonly string[];
  /**
   * For the word at the same index: each entry is a ticket's index times FIELDS, plus the field.
   */
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

  /** Finds the tickets that match all words of a query; a query without words matches none. */
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

  /**
   * Ticket numbers are compared directly rather than indexed as words: there would be as many words
   * as tickets.
   */
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

/** Collects the words of tickets, one ticket after another. */
export class TicketIndexBuilder {
  readonly #standings = new Map<string, number[]>();
  readonly #places: number[] = [];
  readonly #ticketIds: number[] = [];
  /** Caches the words of texts, because many tickets share them. */
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
