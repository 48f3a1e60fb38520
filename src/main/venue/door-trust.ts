import type { Database, Statement } from 'better-sqlite3';
import type { Clock } from '#main/base/ports.ts';
import type { DoubtedDoors } from '#shared/model/venue.ts';
import { MINUTE } from '#shared/time.ts';
import { readReport } from './door-report.ts';
import { asPassage, type AnyEvent } from './house-event.ts';
import { durably } from './house-file.ts';

/** How long is looked back, in milliseconds. */
const WITHIN = 10 * MINUTE;
/** More new admissions of one door in that time are suspicious: at most one guest a second comes through a door. */
const MOST_ADMISSIONS = 600;
/** So many admissions in that time that the platform contradicts are suspicious, too. */
const MOST_CONTRADICTED = 10;
/** A link that was down for longer makes this door catch up, in milliseconds. */
const AWAY = MINUTE;
/** The most doors of which it is remembered what they told lately. */
const MOST_COUNTED = 2_000;

export interface DoorTrustPorts {
  /** The file with what the doors have told. */
  readonly db: Database;
  readonly clock: Pick<Clock, 'steady'>;
  /** The platform's time. */
  readonly now: () => number;
  readonly onChange: () => void;
}

/** What one door has told lately. */
interface Counted {
  /** When it was heard for the first time, on the steady clock; null: before this door was started. */
  readonly first: number | null;
  /** When it was heard again after it had been away. */
  returned: number | null;
  readonly admissions: Recent;
  readonly contradicted: Recent;
}

interface Row {
  readonly origin: string;
  readonly state: 'suspicious' | 'disregarded' | 'trusted';
  readonly why: DoubtedDoors['why'];
  readonly count: number;
  readonly batch: number;
  readonly since: number;
}

/** Counts what happened within the latest ten minutes. */
class Recent {
  readonly #all: { readonly at: number; readonly count: number }[] = [];
  #sum = 0;

  add(count: number, at: number): void {
    this.#all.push({ at, count });
    this.#sum += count;
  }

  sum(now: number): number {
    while (now - (this.#all[0]?.at ?? now) > WITHIN) this.#sum -= this.#all.shift()?.count ?? 0;
    return this.#sum;
  }
}

/**
 * Whom of the other doors this kiosk believes. A door that tells implausibly many admissions, or is contradicted by the
 * platform again and again, becomes suspicious. What is then done about it people decide: its claims are left out at
 * this kiosk (the view `believed` of the file), or it is trusted for good. Kept over restarts.
 */
export class DoorTrust {
  readonly #ports: DoorTrustPorts;
  readonly #put: Statement<[Row]>;
  readonly #rows: Statement<[], Row>;
  readonly #report: Statement<[string], string>;
  readonly #sameKiosk: Statement<[string], { origin: string; kiosk: string }>;
  readonly #claimants: Statement<[string, string], string>;
  readonly #counted = new Map<string, Counted>();
  readonly #states = new Map<string, Row>();
  /** The doors of the origins that were known when this door was started: restarted, they are not new. */
  readonly #known: ReadonlySet<string>;
  /** When new doors were found to be suspicious together. */
  #newFound: number | null = null;
  #joined: number | null = null;
  #left: number | null = null;

  constructor(ports: DoorTrustPorts) {
    const { db } = ports;
    this.#ports = ports;
    this.#put = db.prepare<[Row]>(
      `INSERT INTO trust VALUES (:origin, :state, :why, :count, :batch, :since)
       ON CONFLICT DO UPDATE SET state = excluded.state, why = excluded.why,
         count = excluded.count, batch = excluded.batch, since = excluded.since`,
    );
    this.#rows = db.prepare<[], Row>('SELECT * FROM trust');
    this.#report = db.prepare<[string], string>('SELECT report FROM door WHERE origin = ?').pluck();
    this.#sameKiosk = db.prepare(
      `SELECT other.origin, other.kiosk FROM door JOIN door AS other USING (kiosk)
       WHERE door.origin = ?`,
    );
    this.#claimants = db
      .prepare<[string, string], string>(
        `SELECT DISTINCT origin FROM event WHERE id = ? AND way = 'in' AND kiosk <> ?`,
      )
      .pluck();
    const origins = db.prepare<[], string>('SELECT origin FROM origin').pluck().all();
    for (const origin of origins) this.#count(origin, null);
    this.#known = new Set(db.prepare<[], string>('SELECT kiosk FROM door').pluck().all());
    for (const row of this.#rows.all()) this.#states.set(row.origin, row);
  }

  /** The doors that people should know of: those that they have to look at first. */
  get doubted(): readonly DoubtedDoors[] {
    const batches = new Map<number, Row[]>();
    for (const row of this.#states.values()) {
      if (row.state === 'trusted') continue;
      const batch = batches.get(row.batch);
      if (batch === undefined) batches.set(row.batch, [row]);
      else batch.push(row);
    }
    return [...batches.values()]
      .flatMap((rows) => this.#view(rows))
      .toSorted((a, b) => Number(a.isDisregarded) - Number(b.isDisregarded) || b.since - a.since);
  }

  /** Called when this door reaches the others; it may have much to catch up on. */
  joined(): void {
    const now = this.#ports.clock.steady();
    if (this.#left !== null && now - this.#left <= AWAY) return;
    this.#joined = now;
  }

  /** Called when this door does not reach the others any more. */
  left(): void {
    this.#left ??= this.#ports.clock.steady();
  }

  /** Called when a door can be heard that could not be. */
  returned(origin: string): void {
    if (this.#states.has(origin)) return;
    const now = this.#ports.clock.steady();
    this.#count(origin, now).returned = now;
  }

  /**
   * Takes in what a door has told that was not known.
   *
   * @param isAnswer whether this door has asked for it
   */
  heard(origin: string, news: readonly AnyEvent[], isAnswer: boolean): void {
    if (this.#states.has(origin)) return;
    const now = this.#ports.clock.steady();
    const counted = this.#count(origin, now);
    const count = news.filter(({ type }) => type === 'admission').length;
    if (count === 0 || (isAnswer && this.#isCatchingUp(counted, now))) return;
    counted.admissions.add(count, now);
    const sum = counted.admissions.sum(now);
    if (sum > MOST_ADMISSIONS) {
      this.#suspect([[origin, sum]], 'many');
      return;
    }
    const fresh = this.#newcomers(now);
    const isOn = this.#newFound !== null && now - this.#newFound <= WITHIN;
    const counts = fresh.map(([, each]) => each);
    // A single one that floods is found by itself: the others must not be blamed for it.
    const ofOthers = counts.reduce((total, each) => total + each, 0) - Math.max(...counts);
    if (!isOn && ofOthers <= MOST_ADMISSIONS) return;
    this.#newFound = now;
    this.#suspect(fresh, 'new');
  }

  /** Takes in what has happened at this door: the platform may have admitted a ticket that another one says it had. */
  happenedHere(events: readonly AnyEvent[]): void {
    const now = this.#ports.clock.steady();
    for (const event of events) {
      const one = asPassage(event);
      if (one?.type !== 'admission' || !one.isSettled || one.follows === null) continue;
      for (const origin of this.#claimants.all(one.follows, one.kioskId)) {
        if (this.#states.has(origin)) continue;
        const { contradicted } = this.#count(origin, null);
        contradicted.add(1, now);
        const sum = contradicted.sum(now);
        if (sum >= MOST_CONTRADICTED) this.#suspect([[origin, sum]], 'contradicted');
      }
    }
  }

  /** Whether what a door claims is left out at this kiosk. */
  isDisregarded(origin: string): boolean {
    return this.#states.get(origin)?.state === 'disregarded';
  }

  /** The origins of the doors of a group. */
  doorsIn(group: number): readonly string[] {
    return this.#of(group).map(({ origin }) => origin);
  }

  /** Leaves out what doors claim, at this kiosk; of a flood of new ones, all that came lately. Returns their origins. */
  disregard(group: number): readonly string[] {
    const rows = this.#of(group).filter(({ state }) => state === 'suspicious');
    if (rows.some(({ why }) => why === 'new')) {
      this.#suspect(this.#newcomers(this.#ports.clock.steady()), 'new');
    }
    return this.#decide(group, 'disregarded');
  }

  /** Believes doors for good, whether they were suspicious or disregarded. Returns their origins. */
  believe(group: number): readonly string[] {
    return this.#decide(group, 'trusted');
  }

  #decide(group: number, state: Row['state']): readonly string[] {
    const rows = this.#of(group).filter((row) => row.state !== state && row.state !== 'trusted');
    // What is found later of the same kind is another group.
    const batch = this.#nextBatch();
    const since = this.#ports.now();
    this.#keep(rows.map((row) => ({ ...row, state, batch, since })));
    return rows.map(({ origin }) => origin);
  }

  #of(group: number): readonly Row[] {
    return [...this.#states.values()].filter(({ batch }) => batch === group);
  }

  #suspect(doors: readonly (readonly [string, number])[], why: Row['why']): void {
    const fresh = doors.filter(([origin]) => !this.#states.has(origin));
    if (fresh.length === 0) return;
    const isOpen = (row: Row): boolean => row.why === 'new' && row.state === 'suspicious';
    const open = why === 'new' ? [...this.#states.values()].find(isOpen) : undefined;
    const batch = open?.batch ?? this.#nextBatch();
    const since = open?.since ?? this.#ports.now();
    const row = { state: 'suspicious', why, batch, since } as const;
    this.#keep(fresh.map(([origin, count]) => ({ ...row, origin, count })));
  }

  #keep(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    const { db, onChange } = this.#ports;
    const write = db.transaction(() => rows.forEach((row) => this.#put.run(row)));
    durably(db, () => write.immediate());
    for (const row of rows) {
      this.#states.set(row.origin, row);
      this.#counted.delete(row.origin);
    }
    onChange();
  }

  #nextBatch(): number {
    return 1 + [...this.#states.values()].reduce((most, { batch }) => Math.max(most, batch), 0);
  }

  /** Doors that were heard for the first time lately, with what they have told; a known kiosk that was restarted is not new. */
  #newcomers(now: number): readonly (readonly [string, number])[] {
    return [...this.#counted].flatMap(([origin, { first, admissions }]) => {
      if (first === null || now - first > WITHIN) return [];
      const count = admissions.sum(now);
      return count === 0 || this.#isRestarted(origin) ? [] : [[origin, count] as const];
    });
  }

  #isRestarted(origin: string): boolean {
    const [one, ...others] = this.#sameKiosk.all(origin);
    return one !== undefined && others.length === 0 && this.#known.has(one.kiosk);
  }

  /** Whether what a door answers may be from long before: this door was away, or that one. */
  #isCatchingUp({ first, returned }: Counted, now: number): boolean {
    const isLately = (at: number | null): boolean => at !== null && now - at <= WITHIN;
    return isLately(this.#joined) || (!isLately(first) && isLately(returned));
  }

  #count(origin: string, first: number | null): Counted {
    const known = this.#counted.get(origin);
    if (known !== undefined) return known;
    const counted = {
      ...{ first, returned: null },
      ...{ admissions: new Recent(), contradicted: new Recent() },
    };
    if (this.#counted.size < MOST_COUNTED) this.#counted.set(origin, counted);
    return counted;
  }

  #view(rows: readonly Row[]): readonly DoubtedDoors[] {
    const [first] = rows;
    if (first === undefined) return [];
    const { batch: group, state, why, since } = first;
    const text = rows.length === 1 ? this.#report.get(first.origin) : undefined;
    const name = text === undefined ? '' : (readReport(JSON.parse(text))?.name ?? '');
    const count = rows.reduce((sum, row) => sum + row.count, 0);
    const isDisregarded = state === 'disregarded';
    return [{ group, isDisregarded, why, doors: rows.length, name, count, since }];
  }
}
