import { SIDES } from './steps.ts';
import type { Look } from './vocabulary.ts';
import type { Pending, World } from './world.ts';

/** After so long some things are forgotten. */
const LONG_AGO = 10 * 60_000;

/** The same for two states from which everything goes on in the same way. */
export function digestOf(world: World): string {
  const looks = SIDES.map((side) => world.door(side).look());
  const names = namesOf(world, looks);
  const nameOf = (id: string): string | null => names.get(id) ?? null;
  const named = (ids: Iterable<string>): string[] =>
    [...ids].flatMap((id) => nameOfKnown(id, nameOf)).toSorted();
  const { letIns, outs, inside, orders, questions, refusals, spent, hasUnclaimed } = world.truth;
  return JSON.stringify([
    looks.map(({ state }) => state(nameOf)),
    sorted(
      letIns.map(({ id, by, knew, shown, beside, leftBefore, isWithdrawn }) => [
        ...[nameOf(id), by, named(knew), named(shown), named(beside), leftBefore, isWithdrawn],
      ]),
    ),
    sorted(outs.map(({ id, of, knew }) => [nameOf(id), of && nameOf(of), named(knew)])),
    sorted([...questions].map(([id, knew]) => [nameOf(id), named(knew)])),
    named(refusals),
    named(inside),
    sorted(orders.map(({ id, isHeld, knew }) => [id, isHeld, [...knew].toSorted()])),
    [spent, hasUnclaimed],
    SIDES.map((side) => {
      const { known, isBehind, late, asking, screen, restarts, strays } = world.place(side);
      const { hasEndedHold, lateFor, askedKnowing, heardOf, disregards } = world.place(side);
      return [
        ...[named(known), isBehind, late && typeOf(late), asking && typeOf(asking)],
        ...[screen && [screen.tells, named(screen.knew)], restarts, strays],
        ...[world.door(side).isHeld, hasEndedHold, late && lateFor],
        ...[asking && named(askedKnowing), named(heardOf), disregards],
      ];
    }),
  ]);
}

/** Names the events that matter by their door and their order at it: what happens at both at once has no order. */
function namesOf(world: World, looks: readonly Look[]): ReadonlyMap<string, string> {
  const now = world.clock.now();
  const names = looks.flatMap(({ entries }, door) => {
    const sorts = new Set<string>();
    const kept = entries.filter(({ matters, sort }, index) => {
      const isFirst = !sorts.has(sort);
      sorts.add(sort);
      return matters || isFirst || index === entries.length - 1;
    });
    return kept.map(({ id, at }, index): [string, string] => {
      const age = now - at > LONG_AGO ? ' long ago' : '';
      return [id, `${SIDES[door]} ${index}${age}`];
    });
  });
  return new Map(names);
}

/** The names of the events that a door knows of; of a withdrawal, that of what it withdraws. */
function nameOfKnown(id: string, nameOf: (id: string) => string | null): readonly string[] {
  const of = id.startsWith('w/') ? id.slice(2) : id;
  const name = nameOf(of);
  return name === null ? [] : [of === id ? name : `w/${name}`];
}

function sorted(rows: readonly unknown[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

function typeOf({ answer }: Pending): string {
  return answer?.type ?? 'not asked';
}
