import type { Passage } from './passages.ts';

type Way = Pick<Passage, 'id' | 'way' | 'follows'>;

/**
 * Returns what tells of which ticket a way in or out was. A door lets everybody out, whatever it is open for, also
 * where it does not know the ticket: then that is told by the way in with which its holder came, however often the
 * code was read on the way out since. Anything else tells it itself.
 *
 * @param all ways that may be with the same ticket
 * @param isTold whether a way out says itself of which ticket it was, beside the way that it comes after
 */
export function endedBy<T extends Way>(
  all: readonly T[],
  isTold: (out: T, before: T) => boolean,
): (one: T) => T {
  const byId = new Map(all.map((one) => [one.id, one]));
  /** Each is walked once: a ticket that lies under a scanner for hours has thousands of ways out. */
  const found = new Map<T, T>();
  const before = (one: T): T | undefined => {
    if (one.way === 'in' || one.follows === null) return undefined;
    const other = byId.get(one.follows);
    return other === undefined || isTold(one, other) ? undefined : other;
  };
  return (one) => {
    const path = new Set<T>();
    let last = one;
    for (
      let next: T | undefined = one;
      next !== undefined && !path.has(next);
      next = before(next)
    ) {
      path.add(next);
      last = found.get(next) ?? next;
      if (last !== next) break;
    }
    for (const each of path) found.set(each, last);
    return last;
  };
}
