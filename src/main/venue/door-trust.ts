import type { Database, Statement } from 'better-sqlite3';
import type { Clock } from '#main/base/ports.ts';
import type { DoubtedDoors, JudgedDoors } from '#shared/model/venue.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { doorOf, type DoorKey } from './door-key.ts';
import { readReport } from './door-report.ts';
import { Disregards } from './disregards.ts';
import { asTicketEvent, disregardEndId, type AnyEvent, type HouseEvent } from './house-event.ts';
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
/** How long a disregard is kept, in milliseconds. */
const DISREGARD_KEPT = 365 * DAY;

export interface DoorTrustPorts {
  /** The file with the events of all doors. */
  readonly db: Database;
  /** This door's. */
  readonly key: DoorKey;
  /** What people call this door now. */
  readonly name: () => string;
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
  readonly door: string;
  readonly state: 'suspicious' | 'disregarded' | 'trusted';
  readonly why: DoubtedDoors['why'];
  readonly count: number;
  readonly batch: number;
  readonly since: number;
  /** What people call the door where it was disregarded; null: this one, or nobody has decided yet. */
  readonly byName: string | null;
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
 * Which of the other doors this kiosk believes, by their keys. A door becomes suspicious when it reports implausibly
 * many admissions, or when the platform contradicts it repeatedly. People decide, about any door: to disregard it is an
 * event, by which its claims are left out at every door (the view `believed` of the file); to undo that at a kiosk is
 * final there. Survives restarts.
 */
export class DoorTrust {
  readonly #ports: DoorTrustPorts;
  readonly #put: Statement<[Row]>;
  readonly #rows: Statement<[], Row>;
  readonly #remove: Statement<[string]>;
  readonly #report: Statement<[string], string>;
  readonly #isAdmission: Statement<[string], number>;
  readonly #disregards: Disregards;
  readonly #counted = new Map<string, Counted>();
  readonly #states = new Map<string, Row>();
  /** The doors that were disregarded when that was read last. */
  #judged: ReadonlySet<string>;
  /** When several new doors together last became suspicious. */
  #newFound: number | null = null;
  #joined: number | null = null;
  #left: number | null = null;

  constructor(ports: DoorTrustPorts) {
    const { db } = ports;
    this.#ports = ports;
    this.#put = db.prepare<[Row]>(
      `INSERT INTO trust VALUES (:door, :state, :why, :count, :batch, :since, :byName)
       ON CONFLICT DO UPDATE SET state = excluded.state, why = excluded.why, count = excluded.count,
         batch = excluded.batch, since = excluded.since, by_name = excluded.by_name`,
    );
    this.#remove = db.prepare('DELETE FROM trust WHERE door = ?');
    this.#rows = db.prepare<[], Row>(
      'SELECT door, state, why, count, batch, since, by_name AS byName FROM trust',
    );
    this.#report = db
      .prepare<[string], string>(
        'SELECT report FROM door WHERE kiosk = ? ORDER BY heard_at DESC LIMIT 1',
      )
      .pluck();
    this.#isAdmission = db
      .prepare<[string], number>(`SELECT 1 FROM event WHERE id = ? AND kind = 'admitted' LIMIT 1`)
      .pluck();
    this.#disregards = new Disregards(db, ports.key.id);
    // They are not new when they restart.
    const known = db.prepare<[], string>(
      'SELECT door FROM known UNION SELECT substr(origin, 1, 43) FROM origin',
    );
    for (const door of known.pluck().all()) this.#count(door, null);
    for (const row of this.#rows.all()) this.#states.set(row.door, row);
    this.#judged = new Set([...this.#states.keys()].filter((door) => this.isDisregarded(door)));
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
    const left = this.#left;
    this.#left = null;
    if (left !== null && now - left <= AWAY) return;
    this.#joined = now;
  }

  /** Called when this door is no longer connected to the others. */
  left(): void {
    this.#left ??= this.#ports.clock.steady();
  }

  /** Called when a door is heard again. */
  returned(door: string): void {
    if (this.#isSettled(door)) return;
    const now = this.#ports.clock.steady();
    this.#count(door, now).returned = now;
  }

  /**
   * Counts the new events of a door.
   *
   * @param isAnswer whether this door asked for them
   */
  heard(door: string, news: readonly AnyEvent[], isAnswer: boolean): void {
    if (this.#isSettled(door)) return;
    const now = this.#ports.clock.steady();
    const counted = this.#count(door, now);
    const count = news.filter((event) => asTicketEvent(event)?.kind === 'admitted').length;
    if (count === 0 || (isAnswer && this.#isCatchingUp(counted, now))) return;
    counted.admissions.add(count, now);
    const sum = counted.admissions.sum(now);
    if (sum > MOST_ADMISSIONS) {
      this.#suspect([[door, sum]], 'many');
      return;
    }
    const fresh = this.#newcomers(now);
    const isOn = this.#newFound !== null && now - this.#newFound <= WITHIN;
    if (fresh.length === 0) return;
    const counts = fresh.map(([, each]) => each);
    // A single flooding door has its own limit; the others must not be blamed for it.
    const ofOthers = counts.reduce((total, each) => total + each, 0) - Math.max(0, ...counts);
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
      for (const id of one.knew.filter((each) => this.#isAdmission.get(each) !== undefined)) {
        const door = doorOf(id);
        if (this.#isSettled(door)) continue;
        const { contradicted } = this.#count(door, null);
        contradicted.add(1, now);
        const sum = contradicted.sum(now);
        if (sum >= MOST_CONTRADICTED) this.#suspect([[door, sum]], 'contradicted');
      }
    }
  }

  /** Whether what a door claims is left out at this kiosk. */
  isDisregarded(door: string): boolean {
    return this.#states.get(door)?.state === 'disregarded';
  }

  /** Returns the events by which every door disregards these; of a flood of new doors, all recent ones. */
  disregard(judged: JudgedDoors): readonly HouseEvent[] {
    const rows = 'group' in judged ? this.#of(judged.group) : [];
    if (rows.some(({ why, state }) => why === 'new' && state === 'suspicious')) {
      this.#suspect(this.#newcomers(this.#ports.clock.steady()), 'new');
    }
    const { key, name, now } = this.#ports;
    const at = now();
    const doors = this.#doorsOf(judged).filter((door) => door !== key.id);
    // Here people may change their mind about a door that they have trusted.
    const trusted = doors.flatMap((door) => this.#states.get(door) ?? []);
    this.#keep(
      [],
      trusted.filter(({ state }) => state === 'trusted'),
    );
    return doors.map((of) => ({
      ...{ type: 'disregard', id: key.newId(), kioskId: key.id, door: name(), of, at },
      until: at + DISREGARD_KEPT,
    }));
  }

  /**
   * Trusts these doors at this kiosk for good. Returns the events by which every door takes back what was decided here.
   */
  believe(judged: JudgedDoors): readonly HouseEvent[] {
    const { key, name, now } = this.#ports;
    const since = now();
    const doors = this.#doorsOf(judged).filter((door) => door !== key.id);
    const trusted = { state: 'trusted', why: 'staff', count: 0, batch: 0, byName: null } as const;
    this.#keep(doors.map((door) => ({ ...trusted, door, since })));
    return this.#disregards
      .all()
      .filter(({ by, door }) => by === key.id && doors.includes(door))
      .map(({ id }) => ({
        ...{ type: 'disregard end', id: disregardEndId(id), kioskId: key.id, door: name() },
        ...{ of: id, until: since + DISREGARD_KEPT },
      }));
  }

  /** Reads again who disregards whom. Returns whether other doors are believed than when this was called last. */
  judge(): boolean {
    const { key } = this.#ports;
    const isTrusted = (door: string): boolean =>
      door === key.id || this.#states.get(door)?.state === 'trusted';
    const disregarded = this.#disregards.doors(isTrusted);
    const before = this.#judged;
    this.#judged = new Set(disregarded.keys());
    /** Those that were decided about at one door form one group. */
    const batches = new Map<string, number>();
    const rows = [...disregarded.values()].flatMap(({ door, by, byName, at }): readonly Row[] => {
      const known = this.#states.get(door);
      if (known?.state === 'disregarded') return [];
      const batch = batches.get(by) ?? this.#nextBatch() + batches.size;
      batches.set(by, batch);
      const { why = 'staff', count = 0 } = known ?? {};
      const isHere = by === key.id;
      const since = at;
      return [
        { door, state: 'disregarded', why, count, batch, since, byName: isHere ? null : byName },
      ];
    });
    const undone = [...this.#states.values()].filter(
      ({ door, state }) => state === 'disregarded' && !this.#judged.has(door),
    );
    this.#keep(rows, undone);
    const { size } = before;
    return this.#judged.size !== size || [...this.#judged].some((door) => !before.has(door));
  }

  #doorsOf(judged: JudgedDoors): readonly string[] {
    return 'door' in judged ? [judged.door] : this.#of(judged.group).map(({ door }) => door);
  }

  #of(group: number): readonly Row[] {
    return [...this.#states.values()].filter(
      ({ batch, state }) => batch === group && state !== 'trusted',
    );
  }

  /** Whether nothing is counted of a door: it is this one, or suspicious, or people have decided about it. */
  #isSettled(door: string): boolean {
    return door === this.#ports.key.id || this.#states.has(door);
  }

  #suspect(doors: readonly (readonly [string, number])[], why: Row['why']): void {
    const fresh = doors.filter(([door]) => !this.#isSettled(door));
    if (fresh.length === 0) return;
    const isOpen = (row: Row): boolean => row.why === 'new' && row.state === 'suspicious';
    const open = why === 'new' ? [...this.#states.values()].find(isOpen) : undefined;
    const batch = open?.batch ?? this.#nextBatch();
    const since = open?.since ?? this.#ports.now();
    const row = { state: 'suspicious', why, batch, since, byName: null } as const;
    this.#keep(fresh.map(([door, count]) => ({ ...row, door, count })));
  }

  #keep(rows: readonly Row[], removed: readonly Row[] = []): void {
    if (rows.length + removed.length === 0) return;
    const { db, onChange } = this.#ports;
    const write = db.transaction(() => {
      for (const row of rows) this.#put.run(row);
      for (const { door } of removed) this.#remove.run(door);
    });
    durably(db, () => write.immediate());
    for (const row of rows) {
      this.#states.set(row.door, row);
      this.#counted.delete(row.door);
    }
    for (const { door } of removed) this.#states.delete(door);
    onChange();
  }

  #nextBatch(): number {
    return 1 + [...this.#states.values()].reduce((most, { batch }) => Math.max(most, batch), 0);
  }

  /** The doors first heard within the period, with their counts. */
  #newcomers(now: number): readonly (readonly [string, number])[] {
    return [...this.#counted].flatMap(([door, { first, admissions }]) => {
      if (first === null || now - first > WITHIN) return [];
      const count = admissions.sum(now);
      return count === 0 ? [] : [[door, count] as const];
    });
  }

  /** Whether answers of a door may be about long ago, because either door was away. */
  #isCatchingUp({ first, returned }: Counted, now: number): boolean {
    const isLately = (at: number | null): boolean => at !== null && now - at <= WITHIN;
    return isLately(this.#joined) || (!isLately(first) && isLately(returned));
  }

  #count(door: string, first: number | null): Counted {
    const known = this.#counted.get(door);
    if (known !== undefined) return known;
    const counted = {
      ...{ first, returned: null },
      ...{ admissions: new Recent(), contradicted: new Recent() },
    };
    if (this.#counted.size < MOST_COUNTED) this.#counted.set(door, counted);
    return counted;
  }

  #view(rows: readonly Row[]): readonly DoubtedDoors[] {
    const [first] = rows;
    if (first === undefined) return [];
    const { batch: group, state, why, since, byName } = first;
    const text = rows.length === 1 ? this.#report.get(first.door) : undefined;
    const name = text === undefined ? '' : (readReport(JSON.parse(text))?.name ?? '');
    const count = rows.reduce((sum, row) => sum + row.count, 0);
    const isDisregarded = state === 'disregarded';
    return [{ group, isDisregarded, why, doors: rows.length, name, count, since, byName }];
  }
}
