import type { Database, Statement } from 'better-sqlite3';
import type { Clock } from '#main/base/ports.ts';
import type { DoubtedDoors } from '#shared/model/venue.ts';
import { MINUTE } from '#shared/time.ts';
import { readReport } from './door-report.ts';
import { asTicketEvent, type AnyEvent } from './house-event.ts';
import { durably } from './house-file.ts';

/** The period in which admissions are counted, in milliseconds. */
const WITHIN = 10 * MINUTE;
/** More new admissions of one door in that time are suspicious: at most one guest a second comes through a door. */
const MOST_ADMISSIONS = 600;
/** As many admissions of one door that the platform contradicts in that time are suspicious, too. */
const MOST_CONTRADICTED = 10;
/** After a link was down for longer than this, answers may be about long ago, in milliseconds. */
const AWAY = MINUTE;
/** The most doors whose recent events are counted. */
const MOST_COUNTED = 2_000;

export interface DoorTrustPorts {
  /** The file with the events of all doors. */
  readonly db: Database;
  readonly clock: Pick<Clock, 'steady'>;
  /** The platform's time. */
  readonly now: () => number;
  readonly onChange: () => void;
}

/** The recent events of one door. */
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
 * Which of the other doors this kiosk believes. A door becomes suspicious when it reports implausibly many admissions,
 * or when the platform contradicts it repeatedly. People then decide: its claims are left out at this kiosk (the view
 * `believed` of the file), or it is trusted for good. Survives restarts.
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
  /** The kiosks that were known when this door was started: when they restart, they are not new. */
  readonly #known: ReadonlySet<string>;
  /** When several new doors together last became suspicious. */
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
        `SELECT DISTINCT origin FROM event WHERE id = ? AND kind = 'admitted' AND kiosk <> ?`,
      )
      .pluck();
    const origins = db.prepare<[], string>('SELECT origin FROM origin').pluck().all();
    for (const origin of origins) this.#count(origin, null);
    this.#known = new Set(db.prepare<[], string>('SELECT kiosk FROM door').pluck().all());
    for (const row of this.#rows.all()) this.#states.set(row.origin, row);
  }

  /** The doors that people should know of; undecided ones come first. */
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

  /** Called when this door is connected to the others: it may have much to catch up on. */
  joined(): void {
    const now = this.#ports.clock.steady();
    if (this.#left !== null && now - this.#left <= AWAY) return;
    this.#joined = now;
  }

  /** Called when this door is no longer connected to the others. */
  left(): void {
    this.#left ??= this.#ports.clock.steady();
  }

  /** Called when a door is heard again. */
  returned(origin: string): void {
    if (this.#states.has(origin)) return;
    const now = this.#ports.clock.steady();
    this.#count(origin, now).returned = now;
  }

  /**
   * Counts the new events of a door.
   *
   * @param isAnswer whether this door asked for them
   */
  heard(origin: string, news: readonly AnyEvent[], isAnswer: boolean): void {
    if (this.#states.has(origin)) return;
    const now = this.#ports.clock.steady();
    const counted = this.#count(origin, now);
    const count = news.filter((event) => asTicketEvent(event)?.kind === 'admitted').length;
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
    // A single flooding door has its own limit; the others must not be blamed for it.
    const ofOthers = counts.reduce((total, each) => total + each, 0) - Math.max(...counts);
    if (!isOn && ofOthers <= MOST_ADMISSIONS) return;
    this.#newFound = now;
    this.#suspect(fresh, 'new');
  }

  /** Takes in events of this door: the platform may have admitted a ticket that another door claims. */
  happenedHere(events: readonly AnyEvent[]): void {
    const now = this.#ports.clock.steady();
    for (const event of events) {
      const one = asTicketEvent(event);
      if (one?.kind !== 'admitted' || one.by !== 'platform') continue;
      for (const origin of one.knew.flatMap((id) => this.#claimants.all(id, one.kioskId))) {
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

  /** Leaves out the claims of a group at this kiosk; for a flood of new doors, of all recent ones. Returns their origins. */
  disregard(group: number): readonly string[] {
    const rows = this.#of(group).filter(({ state }) => state === 'suspicious');
    if (rows.some(({ why }) => why === 'new')) {
      this.#suspect(this.#newcomers(this.#ports.clock.steady()), 'new');
    }
    return this.#decide(group, 'disregarded');
  }

  /** Trusts the doors of a group for good. Returns their origins. */
  believe(group: number): readonly string[] {
    return this.#decide(group, 'trusted');
  }

  #decide(group: number, state: Row['state']): readonly string[] {
    const rows = this.#of(group).filter((row) => row.state !== state && row.state !== 'trusted');
    // Doors that are found later form another group.
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

  /** The doors first heard within the period, with their counts. A known kiosk that was restarted is not new. */
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

  /** Whether answers of a door may be about long ago, because either door was away. */
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
