import { describe, expect, test } from 'vitest';
import {
  arePlacedAlike,
  keyOf,
  placeSides,
  rememberSides,
  type DisplayFacts,
  type SidesRemembered,
} from '#main/hosts/electron/place-sides.ts';

function display(id: number, label = '', x = 0, width = 1920): DisplayFacts {
  return { id, label, bounds: { x, y: 0, width, height: 1080 } };
}

const COUNTER = display(1, 'Counter');
const FOYER = display(2, 'Foyer', 1920);
const LOBBY = display(3, 'Lobby', 3840);
const KNOWN: SidesRemembered = { usher: [COUNTER], guest: [FOYER] };
const SWAPPED: SidesRemembered = { usher: [FOYER], guest: [COUNTER] };

/** Who has which, by their ids, at the start of a kiosk. */
function placed(
  displays: readonly DisplayFacts[],
  remembered: SidesRemembered | null,
  primary = 1,
): readonly [usher: number | null, guest: number | null] {
  const seen = new Set(displays.map(keyOf));
  const { usher, guest } = placeSides(displays, primary, { remembered, seen });
  return [usher?.id ?? null, guest?.id ?? null];
}

test.each([
  ['at the first start the primary display is the usher’s', [COUNTER, FOYER], null, 1, [1, 2]],
  ['in whatever order the system tells of them', [FOYER, COUNTER], null, 1, [1, 2]],
  ['whichever is primary', [COUNTER, FOYER], null, 2, [2, 1]],
  ['without a primary one the first is', [COUNTER, FOYER], null, 9, [1, 2]],
  ['of three one stays free', [COUNTER, FOYER, LOBBY], null, 1, [1, 2]],
  ['each finds its own again', [COUNTER, FOYER], KNOWN, 2, [1, 2]],
  ['also after they were swapped', [COUNTER, FOYER], SWAPPED, 1, [2, 1]],
  ['among three', [LOBBY, FOYER, COUNTER], SWAPPED, 3, [2, 1]],
  ['one display alone is the usher’s', [COUNTER], KNOWN, 1, [1, null]],
  ['also if it was the guest’s', [FOYER], KNOWN, 2, [2, null]],
  ['no display at all is nobody’s', [], KNOWN, 1, [null, null]],
  ['the usher’s was replaced: the guest’s stays', [LOBBY, FOYER], KNOWN, 2, [3, 2]],
  ['the guest’s was replaced: the usher’s stays', [LOBBY, COUNTER], KNOWN, 3, [1, 3]],
  ['both were replaced: as at the first start', [LOBBY, display(4)], KNOWN, 4, [4, 3]],
] as const)('%s', (_what, displays, remembered, primary, sides) => {
  expect(placed(displays, remembered, primary)).toEqual(sides);
});

test('a display with another number after a restart is known by its name', () => {
  const displays = [display(12, 'Foyer', 1920), display(11, 'Counter')];
  expect(placed(displays, SWAPPED, 11)).toEqual([12, 11]);
});

test('two displays of one name are told apart by where they are', () => {
  const was = { usher: [display(1, 'Same', 1920)], guest: [display(2, 'Same')] };
  expect(placed([display(11, 'Same'), display(12, 'Same', 1920)], was, 11)).toEqual([12, 11]);
});

test('displays without a name are known by where they are', () => {
  const was = { usher: [display(1, '', 1920)], guest: [display(2)] };
  expect(placed([display(11), display(12, '', 1920)], was, 11)).toEqual([12, 11]);
});

test('the guest’s display is not taken for the usher’s because it moved into its place', () => {
  const foyer = { ...FOYER, bounds: COUNTER.bounds };
  const other = display(9, 'New', 1920);
  expect(placed([foyer, other], KNOWN, 2)).toEqual([9, 2]);
});

/** Whose displays are whose through one plugging after the other, each remembered as the application does. */
function through(
  steps: readonly (readonly DisplayFacts[])[],
  remembered: SidesRemembered | null = null,
) {
  const known = { remembered, seen: new Set<string>() };
  const ids = steps.map((displays) => {
    for (const one of displays) known.seen.add(keyOf(one));
    const { usher, guest } = placeSides(displays, 1, known);
    if (usher !== null && guest !== null) known.remembered = rememberSides({ usher, guest }, known);
    return [usher?.id ?? null, guest?.id ?? null];
  });
  return { ids, remembered: known.remembered };
}

describe.each([
  ['of different names', [COUNTER, FOYER, LOBBY]],
  ['of one model', [display(1, 'Dell'), display(2, 'Dell', 1920), display(3, 'Dell', 3840)]],
  ['without names', [display(1), display(2, '', 1920), display(3, '', 3840)]],
] as const)('of three displays %s', (_, [first, second, third]) => {
  const all = [first, second, third];

  test.each([
    ['the guest’s', [first, third], [1, 3]],
    ['the usher’s', [second, third], [3, 2]],
  ])(
    '%s is unplugged and another stands in for it: back again, it has its side',
    (_side, left, meanwhile) => {
      expect(through([all, left, all]).ids).toEqual([[1, 2], meanwhile, [1, 2]]);
    },
  );

  test('also where the one that stands in has moved into its place meanwhile', () => {
    const moved = { ...third, bounds: second.bounds };
    expect(through([all, [first, moved], all]).ids.at(-1)).toEqual([1, 2]);
  });

  test('whatever was plugged in how often, after a restart, too', () => {
    const { remembered } = through([all, [first, third], [second, third], [first, third], all]);
    expect(placed(all, remembered)).toEqual([1, 2]);
  });
});

test('one of another name that is in the guest’s place at the start only stands in for it', () => {
  const there = { ...LOBBY, bounds: FOYER.bounds };
  const { ids } = through(
    [
      [COUNTER, there],
      [COUNTER, there, FOYER],
    ],
    KNOWN,
  );
  expect(ids).toEqual([
    [1, 3],
    [1, 2],
  ]);
});

test('what stood in last stands in again, beside one that did before', () => {
  const OTHER = display(4, 'Other', 3840);
  const steps = [
    [COUNTER, FOYER],
    [COUNTER, LOBBY],
    [COUNTER, OTHER],
    [COUNTER, OTHER, LOBBY],
  ];
  expect(through(steps).ids.at(-1)).toEqual([1, 4]);
});

test('one that has stood in stays the guest’s when the usher’s is replaced in its turn', () => {
  const NEW = display(9, 'New');
  const known = { usher: [COUNTER], guest: [FOYER, LOBBY] };
  // Also where the system calls it the primary one.
  expect(placed([LOBBY, NEW], known, 3)).toEqual([9, 3]);
});

test('of all that stood in once a few are remembered, and the side’s own among them', () => {
  const steps = Array.from({ length: 12 }, (_, at) => [COUNTER, display(10 + at, `Of day ${at}`)]);
  const { ids, remembered } = through([[COUNTER, FOYER], ...steps, [COUNTER, LOBBY, FOYER]]);
  expect(ids.at(-1)).toEqual([1, 2]);
  expect(remembered?.guest).toHaveLength(4);
});

test('of two of one model the guest’s is not taken for the usher’s after a restart that gave new numbers', () => {
  const was = {
    usher: [display(1, 'Dell')],
    guest: [display(2, 'Dell', 1920)],
  };
  // The usher's is away, and another one is there.
  expect(placed([display(12, 'Dell', 1920), LOBBY], was, 12)).toEqual([3, 12]);
});

test.each([
  ['nothing has changed', { usher: COUNTER, guest: FOYER }, true],
  [
    'the guest’s has another size',
    { usher: COUNTER, guest: display(2, 'Foyer', 1920, 1280) },
    false,
  ],
  ['the guest’s is gone', { usher: COUNTER, guest: null }, false],
  ['they were swapped', { usher: FOYER, guest: COUNTER }, false],
])('whoever covers a display begins anew only where that is another one: %s', (_, now, isAlike) => {
  expect(arePlacedAlike({ usher: COUNTER, guest: FOYER }, now)).toBe(isAlike);
});
