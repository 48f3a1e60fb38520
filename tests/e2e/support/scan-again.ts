import { expect, test, type Page } from '@playwright/test';
import { LATE } from './on-time.ts';
import type { Wedge } from './wedge.ts';

/** Returns the number of the last scan that the kiosk has asked for again: the next one takes the word off the screen. */
export async function watchMisses(page: Page): Promise<() => Promise<number>> {
  const last = await page.evaluateHandle(() => {
    const miss = { number: 0 };
    window.kiosk.onState(({ slices: { scanners } }) => {
      miss.number = scanners?.missed?.number ?? miss.number;
    });
    return miss;
  });
  return () => last.evaluate(({ number }) => number);
}

interface AgainOf {
  readonly scanner: Wedge;
  readonly misses: () => Promise<number>;
  /** By how many milliseconds the display was late with a key at most. */
  readonly late: number;
}

/**
 * Scans missing codes again, as an usher does when the kiosk asks. Fails if the kiosk did not ask for each missing code, or
 * if a code is missing although the display was on time. Returns the codes in the order in which they were read.
 */
export async function scanAgain(
  { scanner, misses, late }: AgainOf,
  codes: readonly string[],
  kept: readonly (string | null)[],
): Promise<string[]> {
  const missing = codes.filter((code) => !kept.includes(code));
  const description = `${missing.length} of ${codes.length}, on a display that was late by ${late} ms`;
  expect(late, description).toBeGreaterThan(LATE);
  expect(await misses(), 'the kiosk has asked for each').toBeGreaterThanOrEqual(missing.length);
  test.info().annotations.push({ type: 'typed again', description });
  for (const code of missing) await scanner.scan([code]);
  return [...codes.filter((code) => !missing.includes(code)), ...missing];
}
