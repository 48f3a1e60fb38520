import type { Database, Statement } from 'better-sqlite3';
import { MOST_ORIGINS } from './messages.ts';

/** How much this door stores of other doors' events. */
export interface QuotaLimits {
  /** Of one origin, which is one run of one kiosk. */
  readonly events: number;
  readonly bytes: number;
  /** Different origins. */
  readonly origins: number;
  /** Bytes of the whole file, with this door's own events. */
  readonly disk: number;
}

/**
 * Far above what honest doors need: events are kept until 72 hours after their performance. One kiosk that lets in a
 * guest every three seconds for three days and nights tells of 86,400 admissions, each with an upload and some with a
 * way out: about 200,000 events of 400 bytes. A house of 20,000 guests a day with three days in the file has about
 * 250,000 events, which take 250 MB with their indexes.
 */
const LIMITS: QuotaLimits = {
  events: 250_000,
  bytes: 128_000_000,
  origins: 10 * MOST_ORIGINS,
  disk: 2_000_000_000,
};

interface Used {
  events: number;
  bytes: number;
}

/** Counts what is stored of each origin, so that no door can fill this one's disk. */
export class Quotas {
  readonly #db: Database;
  readonly #limits: QuotaLimits;
  readonly #count: Statement<[], Used & { origin: string }>;
  readonly #used = new Map<string, Used>();

  constructor(db: Database, limits: QuotaLimits = LIMITS) {
    this.#db = db;
    this.#limits = limits;
    this.#count = db.prepare(
      `SELECT origin, count(body) AS events, coalesce(sum(length(body)), 0) AS bytes
       FROM (SELECT origin, body FROM event UNION ALL SELECT origin, NULL FROM origin)
       GROUP BY origin`,
    );
    this.recount();
  }

  /** Whether there is no room for another message of this origin, until events are forgotten. */
  isFull(origin: string): boolean {
    const { events, bytes, origins, disk } = this.#limits;
    const used = this.#used.get(origin);
    if (used === undefined && this.#used.size >= origins) return true;
    const isOver = used !== undefined && (used.events >= events || used.bytes >= bytes);
    return isOver || this.#size() >= disk;
  }

  /** Counts what was stored of an origin. */
  add(origin: string, bodies: readonly string[]): void {
    const used = this.#used.get(origin) ?? { events: 0, bytes: 0 };
    const bytes = bodies.reduce((sum, { length }) => sum + length, used.bytes);
    this.#used.set(origin, { events: used.events + bodies.length, bytes });
  }

  /** Counts everything again: called when events were forgotten. */
  recount(): void {
    this.#used.clear();
    for (const { origin, ...used } of this.#count.all()) this.#used.set(origin, used);
  }

  /** Bytes of the file that are in use: what was forgotten is used again, and does not count. */
  #size(): number {
    const pragma = (name: string) => Number(this.#db.pragma(name, { simple: true }));
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  }
}
