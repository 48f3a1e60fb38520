import { ODD_TEXTS } from '#tests/support/odd-texts.ts';

/** Where a member stands in a message. */
export type Path = readonly (string | number)[];

/** A value in which one member is not as its schema says. */
export interface Deviation {
  readonly path: Path;
  /** What is wrong with the member. */
  readonly what: string;
  /** Makes it; undefined where the value itself is missing. */
  readonly make: () => unknown;
}

/** Returned by a change that leaves the member out. */
const LEFT_OUT = Symbol('left out');

type Change = readonly [what: string, make: (value: unknown) => unknown];

const always = (value: unknown) => () => value;
const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
};
const DEEP = nested(1_000);
/** A member of this name is no member of the object that JSON makes. */
const PROTOTYPE = JSON.parse('{"__proto__":{"type":"told"},"constructor":1}') as unknown;

/** What anything may be instead of what it is. */
const INSTEAD: readonly Change[] = [
  ['missing', always(LEFT_OUT)],
  ['null', always(null)],
  ['a truth', always(true)],
  ['a number', always(7)],
  ['a text', always('7')],
  ['a list', always([])],
  ['an object', always({})],
  ['names of a prototype', always(PROTOTYPE)],
  ['deeply nested', always(DEEP)],
];
const NUMBERS = [
  -1,
  0,
  0.5,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 53 - 1,
  -(2 ** 53),
  8.64e15,
  1e308,
];
/** What is extreme of each type. */
const EXTREME: Readonly<Record<string, readonly Change[]>> = {
  number: NUMBERS.map((one): Change => [`the number ${one}`, always(one)]),
  string: ODD_TEXTS.map((one, at): Change => [`odd text ${at}`, always(one)]),
  object: [['10,000 members', always(Object.fromEntries(range(10_000).map((at) => [at, at])))]],
  list: [
    ['doubled', (list) => [list, list].flat()],
    ['turned about', (list) => [list].flat().toReversed()],
    ['10,000 elements', (list) => range(10_000).map((at) => [list].flat()[at % 2])],
  ],
  boolean: [['the opposite', (value) => value !== true]],
};

/** Every way in which each member of a value can be wrong, the value itself among them. */
export function deviationsOf(value: unknown): readonly Deviation[] {
  return pathsIn(value).flatMap((path) => {
    const member = at(value, path);
    const changes = [...INSTEAD, ...(EXTREME[kindOf(member)] ?? [])];
    return changes.map(([what, change]) => ({
      path,
      what,
      make: () => {
        const made = changed(value, path, change);
        return made === LEFT_OUT ? undefined : made;
      },
    }));
  });
}

function range(length: number): readonly number[] {
  return Array.from({ length }, (_, index) => index);
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const members = Object.entries(value);
  return [path, ...members.flatMap(([name, inner]) => pathsIn(inner, [...path, name]))];
}

function at(value: unknown, path: Path): unknown {
  return path.reduce((inner, name) => (inner as Record<string, unknown>)[name], value);
}

function changed(value: unknown, path: Path, make: (value: unknown) => unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return make(value);
  if (Array.isArray(value)) {
    const inner = changed(value[Number(name)], rest, make);
    return value.flatMap((one: unknown, index): unknown[] =>
      index === Number(name) ? (inner === LEFT_OUT ? [] : [inner]) : [one],
    );
  }
  const inner = changed((value as Record<string, unknown>)[name], rest, make);
  const { [name]: _, ...others } = value as Record<string, unknown>;
  return inner === LEFT_OUT ? others : { ...others, [name]: inner };
}
