/** How a scanner types, as learned from its codes. */
export interface Rhythm {
  /** From one key to the next, in milliseconds: the median. */
  readonly gap: number;
  /** How long it holds a key down, in milliseconds: the median. */
  readonly hold: number;
}

/** The delays of the decoder, in milliseconds, and one number of keys. */
export const WEDGE_TIMING = {
  /** From key to key of the slowest scanner; assumed for a scanner that is not known yet. */
  slowestGap: 130,
  /** No person lets a key go within this, apart from a quick tap now and then; a quick-handed scanner always does. */
  longestHold: 30,
  /** Not even a quick tap is as short as this. */
  shortestTap: 20,
  /** A second end (line feed after Enter) belongs to a code for so long after it. */
  tail: 100,
  /** An end that was held down for longer than a scanner does is the scanner's if nothing follows for so long. */
  lateEnd: 210,
  /** A code whose end has to come is waited for as long as this after its last key. */
  halfCode: 500,
  /** What comes so soon after half a code is its rest, and no code. */
  restOfHalf: 1_000,
  /** The number of keys in a steady rhythm by which a slow-handed scanner is told from a person. */
  steadyKeys: 8,
} as const;

export type WedgeTiming = Record<keyof typeof WEDGE_TIMING, number>;

/** At most so many scanners are remembered. */
const REMEMBERED = 4;

/** The middle of some numbers; 0 of none. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** After this pause, in milliseconds, a scanner with that gap has nothing more to say. */
export function pauseAfter(gap: number): number {
  return Math.max(40, gap * 1.5 + 20);
}

/** How long a quick-handed scanner with that gap takes for one key at most. */
export function paceOf(gap: number): number {
  return gap * 1.5 + 8;
}

/** How far a steady gap may stray, in milliseconds. */
function stray(gap: number): number {
  return Math.max(8, gap * 0.12);
}

/** Whether this one is that scanner. */
export function isSameScanner(a: Rhythm, b: Rhythm): boolean {
  const near = (x: number, y: number) => Math.abs(x - y) <= Math.max(8, y * 0.25);
  return near(a.gap, b.gap) && near(a.hold, b.hold);
}

/** Remembers how a scanner typed, the latest first. */
export function learn(known: readonly Rhythm[], heard: Rhythm): readonly Rhythm[] {
  const before = known.find((rhythm) => isSameScanner(rhythm, heard));
  const settled =
    before === undefined
      ? heard
      : {
          gap: before.gap + (heard.gap - before.gap) / 4,
          hold: before.hold + (heard.hold - before.hold) / 4,
        };
  return [settled, ...known.filter((rhythm) => rhythm !== before)].slice(0, REMEMBERED);
}

/**
 * Where the steady rhythm begins that ends with the last of these times; `gap` is the rhythm to look
 * for, null for any.
 */
export function steadyFrom(times: readonly number[], gap: number | null): number {
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  const pace = gap ?? median(gaps.slice(-7));
  const off = gaps.findLastIndex((one) => Math.abs(one - pace) > stray(pace));
  return off + 1;
}
