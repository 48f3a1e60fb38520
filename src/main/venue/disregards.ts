import type { Database, Statement } from 'better-sqlite3';
import { disregardEndId, knownEvent, readEvent } from './house-event.ts';

/** The most disregards that are read; of each door its newest ones come first. */
const MOST_READ = 20_000;

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
}

/** Who disregards whom, by the events in the file. */
export class Disregards {
  readonly #rows: Statement<[], Row>;

  /** @param db the file with the events of all doors */
  constructor(db: Database) {
    this.#rows = db.prepare(
      `SELECT substr(origin, 1, 43) AS by, body FROM event
       WHERE kind = 'disregard' AND NOT EXISTS (SELECT 1 FROM event AS ending
         WHERE ending.kind = 'disregard end' AND ending.id = event.id || '${disregardEndId('')}')
       ORDER BY row_number() OVER (PARTITION BY substr(origin, 1, 43) ORDER BY number DESC)
       LIMIT ${MOST_READ}`,
    );
  }

  all(): readonly Disregard[] {
    return this.#rows.all().flatMap(({ by, body }) => {
      const event = readEvent(body);
      const known = event && knownEvent(event);
      if (known?.type !== 'disregard') return [];
      return [{ id: known.id, by, byName: known.door, door: known.of, at: known.at }];
    });
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
