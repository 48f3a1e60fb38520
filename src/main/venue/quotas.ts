import type { Database, Statement } from 'better-sqlite3';
import { DAY } from '#shared/time.ts';
import { doorOf } from './door-key.ts';
import { MOST_ORIGINS } from './messages.ts';

/** How much this door stores of other doors' events. */
export interface QuotaLimits {
  /** Of one door. */
  readonly events: number;
  readonly bytes: number;
  /** Runs of one door of which something is stored. */
  readonly runs: number;
  /** The same of all doors together, as far as doors that are new are concerned. */
  readonly origins: number;
  /** Different doors. */
  readonly doors: number;
  /** Bytes of the whole file, with this door's own events; doors that are new may only use half of it. */
  readonly disk: number;
}

/**
 * Far above what honest doors need: events are kept until 72 hours after their performance. One kiosk that lets in a
 * guest every three seconds for three days and nights tells of 86,400 admissions, each with an upload and some with a
 * way out: about 200,000 events of 500 bytes. A house of 20,000 guests a day with three days in the file has about
 * 250,000 events, which take 300 MB with their indexes.
 */
const LIMITS: QuotaLimits = {
  events: 250_000,
  bytes: 160_000_000,
  runs: 1_000,
  origins: 10 * MOST_ORIGINS,
  doors: 1_000,
  disk: 2_000_000_000,
};

/** From how long on a door is known well enough to keep its room and its word when others are made up, in milliseconds. */
const WELL_KNOWN_AFTER = DAY;

/** Which doors these are, in SQL: by the newest time of receipt, because this kiosk may not know the time yet. */
export const WELL_KNOWN = `SELECT door FROM known
  WHERE since <= (SELECT max(heard_at) FROM known) - ${WELL_KNOWN_AFTER}`;

interface Used {
  events: number;
  bytes: number;
  readonly runs: Set<string>;
}

/**
 * Counts what is stored of each door, so that none can fill this one's disk. Whoever has the venue's key can make up
 * doors, so those that have been known for a day keep their room whatever new ones take.
 */
export class Quotas {
  readonly #db: Database;
  readonly #limits: QuotaLimits;
  readonly #count: Statement<[], { origin: string; events: number; bytes: number }>;
  readonly #wellKnown: Statement<[], string>;
  readonly #used = new Map<string, Used>();
  #origins = 0;
  #known: ReadonlySet<string> = new Set();

  constructor(db: Database, limits: QuotaLimits = LIMITS) {
    this.#db = db;
    this.#limits = limits;
    this.#count = db.prepare(
      `SELECT origin, count(body) AS events, coalesce(sum(length(body)), 0) AS bytes
       FROM (SELECT origin, body FROM event UNION ALL SELECT origin, NULL FROM origin)
       GROUP BY origin`,
    );
    this.#wellKnown = db.prepare<[], string>(WELL_KNOWN).pluck();
    this.recount();
  }

  /** Whether there is no room for another message of this origin, until events are forgotten. */
  isFull(origin: string): boolean {
    const { events, bytes, runs, origins, doors, disk } = this.#limits;
    const door = doorOf(origin);
    const isKnown = this.#known.has(door);
    const used = this.#used.get(door);
    if (used === undefined) {
      if (!isKnown && this.#used.size >= doors) return true;
    } else if (used.events >= events || used.bytes >= bytes) return true;
    else if (used.runs.size >= runs && !used.runs.has(origin)) return true;
    if (!isKnown && this.#origins >= origins && used?.runs.has(origin) !== true) return true;
    return this.#size() >= (isKnown ? disk : disk / 2);
  }

  /** Counts what was stored of an origin. */
  add(origin: string, bodies: readonly string[]): void {
    const bytes = bodies.reduce((sum, { length }) => sum + length, 0);
    this.#add(origin, bodies.length, bytes);
  }

  /** Counts everything again: called when events were forgotten. */
  recount(): void {
    this.#used.clear();
    this.#origins = 0;
    for (const { origin, events, bytes } of this.#count.all()) this.#add(origin, events, bytes);
    this.#known = new Set(this.#wellKnown.all());
  }

  #add(origin: string, events: number, bytes: number): void {
    const door = doorOf(origin);
    const used = this.#used.get(door) ?? { events: 0, bytes: 0, runs: new Set<string>() };
    used.events += events;
    used.bytes += bytes;
    if (!used.runs.has(origin)) this.#origins += 1;
    used.runs.add(origin);
    this.#used.set(door, used);
  }

  /** Bytes of the file that are in use: what was forgotten is used again, and does not count. */
  #size(): number {
    const pragma = (name: string) => Number(this.#db.pragma(name, { simple: true }));
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  }
}
