import type { Database, Statement } from 'better-sqlite3';
import { disregardEndId, knownEvent, readEvent } from './house-event.ts';
import { WELL_KNOWN } from './quotas.ts';

/** The most disregards that are read: this door's, and those of doors that are known for longest. */
const MOST_READ = 20_000;
/** The most of one door that are read before those of others. */
const MOST_OF_ONE = 1_000;

/** At a door somebody has disregarded another door, and has not undone that. */
export interface Disregard {
  readonly id: string;
  /** The door where that was decided, and what people called it. */
  readonly by: string;
  readonly byName: string;
  readonly door: string;
  readonly at: number;
}

interface Row {
  readonly by: string;
  readonly body: string;
  readonly isWellKnown: 0 | 1;
}

/** Who disregards whom, by the events in the file. */
export class Disregards {
  readonly #rows: Statement<[string], Row>;
  readonly #own: string;

  /**
   * @param db the file with the events of all doors
   * @param own this door's key
   */
  constructor(db: Database, own: string) {
    this.#own = own;
    this.#rows = db.prepare(
      `SELECT "by", body, "by" IN (${WELL_KNOWN}) AS isWellKnown
       FROM (SELECT substr(origin, 1, 43) AS "by", body,
           row_number() OVER (PARTITION BY substr(origin, 1, 43) ORDER BY number DESC) AS place
         FROM event
         WHERE kind = 'disregard' AND NOT EXISTS (SELECT 1 FROM event AS ending
           WHERE ending.kind = 'disregard end' AND ending.id = event.id || '${disregardEndId('')}'))
       LEFT JOIN known ON known.door = "by"
       ORDER BY "by" = ? DESC, place > ${MOST_OF_ONE}, since IS NULL, since, place
       LIMIT ${MOST_READ}`,
    );
  }

  all(): readonly (Disregard & { readonly isWellKnown: boolean })[] {
    return this.#rows.all(this.#own).flatMap(({ by, body, ...row }) => {
      const event = readEvent(body);
      const known = event && knownEvent(event);
      if (known?.type !== 'disregard') return [];
      const isWellKnown = by === this.#own || row.isWellKnown === 1;
      return [{ id: known.id, by, byName: known.door, door: known.of, at: known.at, isWellKnown }];
    });
  }

  /**
   * Returns the doors that are disregarded, each with one disregard that counts. A new door takes back nothing of what
   * doors that are known for longer have decided: whoever has the venue's key can make up new ones.
   *
   * @param isTrusted whether a door is never disregarded here
   */
  doors(isTrusted: (door: string) => boolean): ReadonlyMap<string, Disregard> {
    const all = this.all();
    const wellKnown = all.filter(({ isWellKnown }) => isWellKnown);
    return new Map([
      ...disregardedDoors(all, isTrusted),
      ...disregardedDoors(wellKnown, isTrusted),
    ]);
  }
}

/**
 * Returns the doors that are disregarded, each with one disregard that counts. A disregard by a door that is itself
 * disregarded does not count. Of doors that disregard each other, without anyone else's word, all are disregarded:
 * nothing shows which of them is right.
 *
 * @param isTrusted whether a door is never disregarded here
 */
export function disregardedDoors(
  all: readonly Disregard[],
  isTrusted: (door: string) => boolean,
): ReadonlyMap<string, Disregard> {
  const counted = all.filter(({ by, door }) => by !== door && !isTrusted(door));
  const byDoor = grouped(counted, 'by');
  const ofDoor = grouped(counted, 'door');
  const accepted = [...byDoor.keys()].filter((by) => !ofDoor.has(by));
  const rejected = new Map<string, Disregard>();
  const standing = new Map([...ofDoor].map(([door, against]) => [door, against.length]));
  for (const by of accepted) {
    for (const disregard of byDoor.get(by) ?? []) {
      if (rejected.has(disregard.door)) continue;
      rejected.set(disregard.door, disregard);
      for (const { door } of byDoor.get(disregard.door) ?? []) {
        const left = (standing.get(door) ?? 0) - 1;
        standing.set(door, left);
        if (left === 0) accepted.push(door);
      }
    }
  }
  const isAccepted = new Set(accepted);
  for (const [door, [first]] of ofDoor) {
    if (!isAccepted.has(door) && !rejected.has(door) && first !== undefined) {
      rejected.set(door, first);
    }
  }
  return rejected;
}

function grouped(
  disregards: readonly Disregard[],
  member: 'by' | 'door',
): ReadonlyMap<string, readonly Disregard[]> {
  const groups = new Map<string, Disregard[]>();
  for (const one of disregards) {
    const group = groups.get(one[member]);
    if (group === undefined) groups.set(one[member], [one]);
    else group.push(one);
  }
  return groups;
}
