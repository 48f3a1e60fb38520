import { expect, test, type Page } from '@playwright/test';
import { pauseAfter, WEDGE_TIMING } from '#shared/wedge/rhythm.ts';
import { GAP, type Wedge } from './wedge.ts';

/** A code whose keys a display has held back for longer than this, in milliseconds, is no scanner's. */
const LONGEST_PAUSE = pauseAfter(WEDGE_TIMING.slowestGap);

/**
 * Whether a display that was so late with each press and release of a code has typed it as no scanner does: it held its
 * keys back for longer than a scanner pauses, or its first key was down like a person's and the second came late as well.
 */
function isHeldBack([pressed = 0, letGo = 0, next = 0, ...others]: readonly number[]): boolean {
  const isTornOff = pressed + letGo > WEDGE_TIMING.longestHold && letGo + next > GAP;
  return isTornOff || GAP + Math.max(pressed + letGo + next, ...others) > LONGEST_PAUSE;
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
    const strokes = [index, index + 1].map((at) => late[at]?.join(' ')).join(', then ');
    expect(isHeldBack(late[index] ?? []), `scan ${index} is missing: late by ${strokes}`).toBe(
      true,
    );
  }
  expect(await misses(), 'the kiosk has asked for each').toBeGreaterThanOrEqual(missing.length);
  const description = `${missing.length} of ${codes.length}`;
  test.info().annotations.push({ type: 'typed again', description });
  for (const code of missing) await scanner.scan([code]);
  return [...codes.filter((code) => !missing.includes(code)), ...missing];
}
