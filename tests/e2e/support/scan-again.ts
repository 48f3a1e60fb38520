import { expect, test, type Page } from '@playwright/test';
import { BUSY, LONGEST_PAUSE, WEDGE_TIMING } from '#shared/wedge/rhythm.ts';
import { GAP, type Wedge } from './wedge.ts';

/** A key that is down for longer, in milliseconds, even a busy machine has not made of a scanner's. */
const LONGEST_BUSY = WEDGE_TIMING.longestHold * BUSY;

/**
 * Whether a display that was so late with each press and release of a code has typed it as no scanner does: it held its
 * keys back for longer than a scanner pauses, or its first key was down like a person's and the second came late as well.
 */
function isHeldBack([pressed = 0, letGo = 0, next = 0, ...others]: readonly number[]): boolean {
  const isTornOff = pressed + letGo > WEDGE_TIMING.longestHold && letGo + next > GAP;
  return isTornOff || GAP + Math.max(pressed + letGo + next, ...others) > LONGEST_PAUSE;
}

/** Whether its end came late, and was down like a person's: of the next code, too, nobody knows where it begins then. */
function hasLateEnd(late: readonly number[]): boolean {
  const [before = 0, pressed = 0, letGo = 0] = late.slice(-3);
  return before + pressed > GAP && pressed + letGo > LONGEST_BUSY;
}

/** Returns the number of the last scan that the kiosk has asked for again: the next one takes the word off the screen. */
export async function watchMisses(page: Page): Promise<() => Promise<number>> {
  const last = await page.evaluateHandle(() => {
    const miss = { number: 0 };
    window.kiosk.onState(({ scanners }) => {
      miss.number = scanners.missed?.number ?? miss.number;
    });
    return miss;
  });
  return () => last.evaluate(({ number }) => number);
}

interface AgainOf {
  readonly scanner: Wedge;
  readonly misses: () => Promise<number>;
  /** Of each code, by how many milliseconds the display was late with each press and release. */
  readonly late: readonly (readonly number[])[];
}

/**
 * Scans what is missing once more, as whoever scans does when the kiosk asks for it: only what the display has typed as no
 * scanner does. Returns the codes in the order in which they were read.
 */
export async function scanAgain(
  { scanner, misses, late }: AgainOf,
  codes: readonly string[],
  kept: readonly (string | null)[],
): Promise<string[]> {
  const missing = codes.filter((code) => !kept.includes(code));
  for (const code of missing) {
    const index = codes.indexOf(code);
    // What the display did tells the next one why.
    const [before = [], own = [], after = []] = [-1, 0, 1].map((by) => late[index + by]);
    const isTorn = isHeldBack(own) || hasLateEnd(own) || hasLateEnd(before);
    const strokes = [before, own, after].map((of) => of.join(' ')).join(', then ');
    expect(isTorn, `scan ${index} is missing: late by ${strokes}`).toBe(true);
  }
  expect(await misses(), 'the kiosk has asked for each').toBeGreaterThanOrEqual(missing.length);
  const description = `${missing.length} of ${codes.length}`;
  test.info().annotations.push({ type: 'typed again', description });
  for (const code of missing) await scanner.scan([code]);
  return [...codes.filter((code) => !missing.includes(code)), ...missing];
}
