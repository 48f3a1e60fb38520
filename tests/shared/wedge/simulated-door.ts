import type { WedgeKeyEvent } from '#shared/wedge/key-event.ts';
import { show } from './page.ts';
import { press, together, type, type Manner } from './typist.ts';

/** A number from 0 to 1. */
type Random = () => number;

/** From when on a machine handles no keys, and for how many milliseconds. */
type Stall = readonly [at: number, length: number];

const between = (random: Random, from: number, to: number) => from + random() * (to - from);
const whole = (random: Random, from: number, to: number) => Math.round(between(random, from, to));
const many = <T>(length: number, make: (i: number) => T) =>
  Array.from({ length }, (_, i) => make(i));

function pick<T>(random: Random, all: readonly T[]): T {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error('There is nothing to pick from.');
  return one;
}

/** One moment within each scan. */
function momentOfEach(events: readonly WedgeKeyEvent[], random: Random): readonly number[] {
  const keys = events.filter(
    ({ type: what, code }) => what === 'down' && /^(?:Digit|Enter)/.test(code),
  );
  const first = (i: number) => i === 0 || keys[i - 1]?.code === 'Enter';
  const begins = keys.filter((_, i) => first(i)).map(({ at }) => at);
  const ends = keys.filter(({ code }) => code === 'Enter').map(({ at }) => at);
  return begins.map((begin, i) => between(random, begin, (ends[i] ?? begin) + 8));
}

/** The events where keys that come during a stall are given the time of its end. */
function stalled(events: readonly WedgeKeyEvent[], stalls: readonly Stall[]): WedgeKeyEvent[] {
  return events.map((event) => {
    const ends = stalls.filter(([at, length]) => event.at >= at && event.at < at + length);
    return { ...event, at: Math.max(event.at, ...ends.map(([at, length]) => at + length)) };
  });
}

type Machine = (events: readonly WedgeKeyEvent[], random: Random) => readonly WedgeKeyEvent[];

/** What machines and scanners do to the times of keys. */
export const MACHINES = {
  /** Each key has the time at which it was pressed, as systems tell it that take it down at once. */
  exact: (events) => events,
  /** Times are taken down late, and it stalls once in each scan, for 50 to 150 ms. */
  stalls: (events, random) =>
    stalled(
      events,
      momentOfEach(events, random).map((at) => [at, between(random, 50, 150)]),
    ),
  /** Times are taken down late, and it is busy for 5 to 50 ms again and again. */
  jitter(events, random) {
    const tasks: Stall[] = [];
    const last = events.at(-1)?.at ?? 0;
    for (let at = events[0]?.at ?? 0; at < last;) {
      const task = [at + between(random, 0, 100), between(random, 5, 50)] as const;
      tasks.push(task);
      at = task[0] + task[1];
    }
    return stalled(events, tasks);
  },
  /** The scanner's radio sends something again, once in each scan: from there on it is 20 to 100 ms later. */
  radio: (events, random) =>
    momentOfEach(events, random).reduceRight<readonly WedgeKeyEvent[]>((all, moment) => {
      const by = between(random, 20, 100);
      return all.map((event) => (event.at > moment ? { ...event, at: event.at + by } : event));
    }, events),
} as const satisfies Record<string, Machine>;

/** What somebody at the keyboard does meanwhile. */
export const PEOPLE = [
  'nobody',
  'taps a key',
  'types a PIN',
  'presses shortcuts',
  'has left the focus in a field',
  'types into a field',
  'presses buttons',
] as const;

type Person = (typeof PEOPLE)[number];

/** What became of the scans of many evenings. */
export interface Outcome {
  scans: number;
  /** Codes that nobody scanned. */
  wrong: number;
  /** Of those: two guests' codes in one. */
  merged: number;
  /** Scans that the kiosk asked for again. */
  again: number;
  /** Scans of which nothing was said. */
  lost: number;
  /** Evenings in which a scanner pressed something on the page, or left letters in a field. */
  pressed: number;
  /** Evenings in which somebody's key did not reach the page. */
  missed: number;
}

/** A scanner as they are sold: 1 to 35 ms per key, one in five 60 to 90 ms; each key is down for up to 20 ms. */
function someScanner(random: Random): { readonly gap: readonly number[]; readonly hold: number } {
  const gap = random() < 0.2 ? whole(random, 60, 90) : whole(random, 1, 35);
  const hold = Math.min(gap, whole(random, 0, 20));
  const gaps = many(12, () => Math.max(hold, Math.round(gap * between(random, 0.85, 1.15))));
  return { gap: gaps, hold };
}

const BUTTONS = ['{NumpadEnter}', '{Escape}', '{Space}'] as const;

/** Somebody's keys about scans that begin at these times. */
function keysOf(person: Person, random: Random, begins: readonly number[]): WedgeKeyEvent[] {
  const slow: Manner = {
    gap: many(9, () => whole(random, 80, 300)),
    hold: many(7, () => whole(random, 40, 150)),
  };
  const first = begins[0] ?? 0;
  switch (person) {
    case 'nobody':
    case 'has left the focus in a field':
      return [];
    case 'taps a key':
      return begins.flatMap((at) => {
        const from = at - whole(random, 200, 900);
        return type(pick(random, ['a', 'f', '?', '/']), { hold: whole(random, 25, 45), from });
      });
    case 'types a PIN':
      return type('abcd', { ...slow, from: first - 940 - whole(random, 0, 900) });
    case 'presses shortcuts': {
      const keys = [{ code: 'KeyF', ctrl: true }, { code: 'F5' }, { code: 'KeyC', ctrl: true }];
      return press(keys, { ...slow, from: first - 640 - whole(random, 0, 900) });
    }
    case 'types into a field': {
      const text = many(25, () => pick(random, Array.from('abcdefghijklm'))).join('');
      return type(text, { ...slow, from: whole(random, 0, 900), inField: true });
    }
    case 'presses buttons': {
      const keys = many(6, () => pick(random, BUTTONS)).join('');
      return type(keys, { ...slow, from: whole(random, 0, 900) });
    }
  }
}

/** Has four guests scanned, by one scanner, and adds to the outcome what came of it. */
export function scanFour(
  machine: keyof typeof MACHINES,
  person: Person,
  random: Random,
  outcome: Outcome,
): void {
  const manner = { ...someScanner(random), inField: person.endsWith('a field') };
  const codes = many(4, () => many(whole(random, 8, 18), () => whole(random, 0, 9)).join(''));
  const gap = Math.max(...manner.gap);
  const begins: number[] = [];
  let from = 1_600;
  const scans = codes.flatMap((code) => {
    begins.push(from);
    const events = type(`${code}{Enter}`, { ...manner, from });
    const took = (events.at(-1)?.at ?? from) - from;
    const next =
      person === 'taps a key'
        ? whole(random, 1_000, 2_500)
        : whole(random, Math.max(30, 2 * gap), 900);
    from += Math.max(100, took + next);
    return events;
  });
  const typed = keysOf(person, random, begins);
  const known = random() < 0.7 ? [{ gap: manner.gap[0] ?? 0, hold: manner.hold }] : [];
  const seen = show(MACHINES[machine](together(typed, scans), random), {}, known);

  const missing = codes.filter((code) => !seen.codes.includes(code)).length;
  const wrong = seen.codes.filter((code) => !codes.includes(code));
  const isMerged = (code: string) =>
    codes.filter((each) => code.includes(each.slice(0, 6)) || code.includes(each.slice(-6)))
      .length > 1;
  const again = seen.findings.filter(({ type: what }) => what !== 'code').length;
  const count = (keys: readonly { readonly code: string }[], which: RegExp) =>
    keys.filter(({ code }) => which.test(code)).length;
  const downs = typed.filter(({ type: what }) => what === 'down');
  const letters = downs.filter(({ inField }) => inField).length;
  const isPressed = /^(?:NumpadEnter|Escape|Space)$/;
  outcome.scans += codes.length;
  outcome.wrong += wrong.length;
  outcome.merged += wrong.filter(isMerged).length;
  outcome.again += again;
  outcome.lost += Math.max(0, missing - again - wrong.length);
  if (count(seen.actions, /^Enter$/) > 0 || /\d/.test(seen.field)) outcome.pressed += 1;
  const arrived = seen.field.replaceAll(/\d/g, '').length;
  if (count(seen.actions, isPressed) < count(downs, isPressed) || arrived < letters)
    outcome.missed += 1;
}
