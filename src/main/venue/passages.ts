/** Somebody's way in or out with a ticket. */
export interface Passage {
  /** That of the ledger's entry. */
  readonly id: string;
  readonly way: 'in' | 'out';
  /** The id of the passage that it came after, as far as that door knew; null: it knew of none. */
  readonly follows: string | null;
  /** In milliseconds since the epoch, on the platform's clock: for people, never for the order. */
  readonly at: number;
  /** It has been taken back: nobody went this way. */
  readonly isTakenBack: boolean;
}

/** What the passages of one ticket come to. */
export interface Passages {
  /** How many are inside with it: more than one only where doors could not know of each other. */
  readonly inside: number;
  readonly waysIn: number;
  /** Ways out of somebody who had come in: `waysIn - waysOut` are inside. */
  readonly waysOut: number;
  /** Ways out where nobody was inside: counted apart. */
  readonly strayExits: number;
  /** How often somebody came in again after a way out. */
  readonly returns: number;
  /** The way out after which nobody has come in: the holder may come back. Null: inside, or never out. */
  readonly out: Passage | null;
  /** What the next way in or out comes after; null: nothing. */
  readonly newest: string | null;
  /** Ways in of which each should have been the only one, in groups of at least two. */
  readonly doubles: readonly (readonly string[])[];
}

const NOBODY: Passages = {
  ...{ inside: 0, waysIn: 0, waysOut: 0, strayExits: 0, returns: 0 },
  ...{ out: null, newest: null, doubles: [] },
};

/**
 * Tells from all passages of one ticket, in whatever order they became known, who is inside with it. What comes
 * after what goes by the chain that each names, never by clocks: so all doors that hold the same set agree.
 */
export function passagesOf(all: readonly Passage[]): Passages {
  if (all.length === 0) return NOBODY;
  const chain = new Chain(all);
  const { ways } = chain;
  const ins = ways.filter(({ way }) => way === 'in');
  const outs = ways.filter(({ way }) => way === 'out');
  const open = ins.filter((one) => !chain.isFollowed(one));
  const closed = ins.filter((one) => chain.after(one).some(({ way }) => way === 'out'));
  const matched = matchStrays(chain, outs, open);
  const present = open.filter((one) => !matched.has(one.id));
  const [last] = outs
    .filter((one) => !chain.after(one).some(({ way }) => way === 'in'))
    .toSorted(chain.latestFirst);
  const [inside] = present.toSorted(chain.latestFirst);
  const wentOut = closed.length + matched.size;
  return {
    inside: present.length,
    waysIn: present.length + wentOut,
    waysOut: wentOut,
    strayExits: outs.length - wentOut,
    returns: ins.filter((one) => chain.before(one)?.way === 'out').length,
    out: inside === undefined ? (last ?? null) : null,
    newest: (inside ?? last)?.id ?? null,
    doubles: doublesAmong(chain, ins, matched),
  };
}

/** The passages of a ticket without those that were taken back, and what came after what. */
class Chain {
  readonly ways: readonly Passage[];
  readonly #byId: ReadonlyMap<string, Passage>;
  readonly #after = new Map<string, Passage[]>();

  constructor(all: readonly Passage[]) {
    this.#byId = new Map(all.map((one) => [one.id, one]));
    this.ways = [...this.#byId.values()]
      .filter(({ isTakenBack }) => !isTakenBack)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const one of this.ways) {
      const before = this.before(one);
      if (before !== null) this.#after.set(before.id, [...this.after(before), one]);
    }
  }

  /** Null where nothing came before, or it is not known here. */
  before({ id, follows }: Passage): Passage | null {
    const seen = new Set([id]);
    let next = follows;
    while (next !== null && !seen.has(next)) {
      seen.add(next);
      const one = this.#byId.get(next);
      if (one === undefined) return null;
      if (!one.isTakenBack) return one;
      next = one.follows;
    }
    return null;
  }

  after({ id }: Passage): readonly Passage[] {
    return this.#after.get(id) ?? [];
  }

  isFollowed(one: Passage): boolean {
    return this.after(one).length > 0;
  }

  /** All that came before, the nearest first. */
  past(one: Passage): readonly Passage[] {
    const found: Passage[] = [];
    let next = this.before(one);
    while (next !== null && !found.includes(next)) {
      found.push(next);
      next = this.before(next);
    }
    return found;
  }

  /** Orders by what came after what; where that does not tell, all doors have to choose alike. */
  readonly latestFirst = (a: Passage, b: Passage): number =>
    this.past(b).length - this.past(a).length || b.at - a.at || (a.id < b.id ? -1 : 1);
}

/**
 * Matches ways out that came after no way in, as far as their doors knew, with ways in that those doors did not
 * know of. Returns the ways out by the ids of the ways in.
 */
function matchStrays(
  chain: Chain,
  outs: readonly Passage[],
  open: readonly Passage[],
): ReadonlyMap<string, Passage> {
  const matched = new Map<string, Passage>();
  for (const out of outs.filter((one) => chain.before(one)?.way !== 'in')) {
    const unknown = open.find((one) => !matched.has(one.id) && !chain.past(one).includes(out));
    if (unknown !== undefined) matched.set(unknown.id, out);
  }
  return matched;
}

/**
 * Two ways in after the same way in, or after none, are one too many. One that came right after another, with no
 * way out between, was the platform's decision, which knew of the first. Of two that come after different things
 * that are not known here yet, nothing is known yet.
 */
function doublesAmong(
  chain: Chain,
  ins: readonly Passage[],
  matched: ReadonlyMap<string, Passage>,
): readonly (readonly string[])[] {
  const inByStray = new Map([...matched].map(([id, out]) => [out.id, id]));
  const groups = new Map<string, string[]>();
  for (const one of ins) {
    const before = chain.before(one);
    if (before?.way === 'in') continue;
    const left = before && chain.before(before);
    const leftIn = left?.way === 'in' ? left.id : undefined;
    const known = before && (leftIn ?? inByStray.get(before.id) ?? before.id);
    const place = known ?? one.follows ?? '';
    groups.set(place, [...(groups.get(place) ?? []), one.id]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}
