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
  const ins = ways.filter((one) => one.way === 'in' && !chain.isReplaced(one));
  const outs = ways.filter(({ way }) => way === 'out');
  const ends = endsOf(chain, ins, outs);
  const present = ins.filter((one) => !ends.has(one.id));
  const [last] = outs
    .filter((one) => !chain.after(one).some(({ way }) => way === 'in'))
    .toSorted(chain.latestFirst);
  const [inside] = present.toSorted(chain.latestFirst);
  return {
    inside: present.length,
    waysIn: ins.length,
    waysOut: ends.size,
    strayExits: outs.length - ends.size,
    returns: ins.filter((one) => chain.before(one)?.way === 'out').length,
    out: inside === undefined ? (last ?? null) : null,
    newest: (inside ?? last)?.id ?? null,
    doubles: doublesAmong(chain, ins, ends),
  };
}

/** Returns the ids of a passage and of all that came before it, as far as they are known here. */
export function chainTo(all: readonly Passage[], newest: string | null): ReadonlySet<string> {
  const followed = new Map(all.map(({ id, follows }) => [id, follows]));
  const chain = new Set<string>();
  for (let id = newest; id !== null && !chain.has(id); id = followed.get(id) ?? null) chain.add(id);
  return chain;
}

/** The passages of a ticket without those that were taken back, and what came after what. */
class Chain {
  readonly ways: readonly Passage[];
  readonly #byId: ReadonlyMap<string, Passage>;
  readonly #after = new Map<string, Passage[]>();
  /** What stands where one that was taken back was, by its id. */
  readonly #standing = new Map<string, Passage | null>();
  /** How many came before each that was asked about. */
  readonly #depths = new Map<string, number>();

  constructor(all: readonly Passage[]) {
    this.#byId = new Map(all.map((one) => [one.id, one]));
    this.ways = [...this.#byId.values()]
      .filter(({ isTakenBack }) => !isTakenBack)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const one of this.ways) {
      const before = this.before(one);
      if (before !== null) addTo(this.#after, before.id, one);
    }
  }

  /** Null where nothing came before, or it is not known here. */
  before(one: Passage): Passage | null {
    const found = this.#standingAt(one.follows);
    return found === one ? null : found;
  }

  /** The passage with this id; where it was taken back, the nearest one before it that was not. */
  #standingAt(id: string | null): Passage | null {
    const path = new Set<string>();
    let found: Passage | null = null;
    for (let next = id; next !== null && !path.has(next);) {
      const one = this.#byId.get(next);
      found = this.#standing.get(next) ?? (one?.isTakenBack === false ? one : null);
      if (one === undefined || found !== null || this.#standing.has(next)) break;
      path.add(next);
      next = one.follows;
    }
    for (const each of path) this.#standing.set(each, found);
    return found;
  }

  after({ id }: Passage): readonly Passage[] {
    return this.#after.get(id) ?? [];
  }

  /** Whether another way in came right after it: the platform has let the same holder in again. */
  isReplaced(one: Passage): boolean {
    const next = this.after(one);
    return next.length > 0 && next.every(({ way }) => way === 'in');
  }

  /** All that came before, the nearest first. */
  *past(one: Passage): Generator<Passage> {
    const seen = new Set<Passage>();
    let next = this.before(one);
    while (next !== null && !seen.has(next)) {
      yield next;
      seen.add(next);
      next = this.before(next);
    }
  }

  isAfter(one: Passage, other: Passage): boolean {
    for (const before of this.past(one)) if (before === other) return true;
    return false;
  }

  /** Orders by what came after what; where that does not tell, all doors have to choose alike. */
  readonly latestFirst = (a: Passage, b: Passage): number =>
    this.depthOf(b) - this.depthOf(a) || b.at - a.at || (a.id < b.id ? -1 : 1);

  /** How many came before it. */
  depthOf(one: Passage): number {
    // Each is walked once: a ticket that lies under a scanner for hours has thousands of ways out.
    const path = new Set<Passage>();
    let next: Passage | null = one;
    while (next !== null && !this.#depths.has(next.id) && !path.has(next)) {
      path.add(next);
      next = this.before(next);
    }
    let depth = next === null ? -1 : (this.#depths.get(next.id) ?? -1);
    for (const each of [...path].toReversed()) this.#depths.set(each.id, (depth += 1));
    return this.#depths.get(one.id) ?? 0;
  }
}

/** Up to so many ways in and out the best matching is searched for: the search is about cubic. */
const MOST_SEARCHED = 64;

/**
 * Finds for as many ways out as possible the way in that they ended: who leaves was inside. First comes the one
 * that it names; else any that did not come after it, for its door did not know of all. Returns the ways out by the
 * ids of the ways in.
 */
function endsOf(
  chain: Chain,
  ins: readonly Passage[],
  outs: readonly Passage[],
): ReadonlyMap<string, Passage> {
  const isSmall = ins.length + outs.length <= MOST_SEARCHED;
  return isSmall ? bestEndsOf(chain, ins, outs) : nearEndsOf(chain, ins, outs);
}

/**
 * The same in one pass each: the way in that a way out names, else one that is no further along. Where doors knew of
 * each other that is the same; it may miss an end where many did not.
 */
function nearEndsOf(
  chain: Chain,
  ins: readonly Passage[],
  outs: readonly Passage[],
): ReadonlyMap<string, Passage> {
  const ends = new Map<string, Passage>();
  const waysIn = new Set(ins);
  const left: Passage[] = [];
  for (const out of outs) {
    const named = chain.before(out);
    if (named === null || !waysIn.has(named) || ends.has(named.id)) left.push(out);
    else ends.set(named.id, out);
  }
  const earliestFirst = (a: Passage, b: Passage): number => chain.latestFirst(b, a);
  const free = ins.filter(({ id }) => !ends.has(id)).toSorted(earliestFirst);
  let next = 0;
  for (const out of left.toSorted(earliestFirst)) {
    const one = free[next];
    if (one === undefined || chain.depthOf(one) > chain.depthOf(out)) continue;
    ends.set(one.id, out);
    next += 1;
  }
  return ends;
}

function bestEndsOf(
  chain: Chain,
  ins: readonly Passage[],
  outs: readonly Passage[],
): ReadonlyMap<string, Passage> {
  const ends = new Map<string, Passage>();
  const waysIn = new Set(ins);
  function* endedBy(out: Passage): Generator<Passage> {
    const named = chain.before(out);
    if (named !== null && waysIn.has(named)) yield named;
    for (const one of ins) if (one !== named && !chain.isAfter(one, out)) yield one;
  }
  /** Whoever has taken its place already may find another one. */
  const findPlace = (out: Passage, tried: Set<string>): boolean => {
    for (const one of endedBy(out)) {
      if (tried.has(one.id)) continue;
      tried.add(one.id);
      const other = ends.get(one.id);
      if (other !== undefined && !findPlace(other, tried)) continue;
      ends.set(one.id, out);
      return true;
    }
    return false;
  };
  for (const out of outs) findPlace(out, new Set());
  return ends;
}

/**
 * Two ways in after the same way in, or after none, are one too many. One that came right after another, with no
 * way out between, was the platform's decision, which knew of the first. Of two that come after different things
 * that are not known here yet, nothing is known yet.
 */
function doublesAmong(
  chain: Chain,
  ins: readonly Passage[],
  ends: ReadonlyMap<string, Passage>,
): readonly (readonly string[])[] {
  const endedBy = new Map([...ends].map(([id, out]) => [out.id, id]));
  const groups = new Map<string, string[]>();
  for (const one of ins) {
    const before = chain.before(one);
    if (before?.way === 'in') continue;
    const place = before === null ? (one.follows ?? '') : (endedBy.get(before.id) ?? before.id);
    addTo(groups, place, one.id);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

function addTo<T>(groups: Map<string, T[]>, key: string, one: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [one]);
  else group.push(one);
}
