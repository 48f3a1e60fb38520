import { expect, type Page } from '@playwright/test';
import { startBoxOffice } from '#box-office/server.ts';
import { WAITS_AT_MOST } from '#main/entrance/admission/verdict-display.ts';
import { STEADY_STEP } from '#main/base/ports.ts';
import { pauseAfter, WEDGE_TIMING } from '#shared/wedge/rhythm.ts';
import { keptLedger } from '#tests/support/kept-ledger.ts';
import { hasTickets, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { watchVerdicts, type SeenVerdict } from './support/verdicts.ts';
import type { Wedge } from './support/wedge.ts';

/** RUSH_SECONDS=60 is what is promised; a shorter rush is what each run of the tests can afford. */
const SECONDS = Number(process.env['RUSH_SECONDS'] ?? 10);
const PER_SECOND = 10;
const SCANS = SECONDS * PER_SECOND;

/** From key to key, in milliseconds. */
const GAP = 4;
/** A code whose keys a display has held back for longer than this, in milliseconds, is no scanner's. */
const LONGEST_PAUSE = pauseAfter(WEDGE_TIMING.slowestGap);

/** What the screen tells of a code. */
const tail = (code: string) => `…${code.slice(-4)}`;

test('ten guests a second without a network: none lost, none out of order, all on the disk', async ({
  dataDirectory,
  startKiosk,
}) => {
  test.skip(process.platform !== 'linux', 'the key of the ledger is in the system’s key store');
  test.setTimeout(60_000 + SECONDS * 3_000);
  const boxOffice = await startBoxOffice({ tickets: Math.max(2_000, SCANS * 12) });
  try {
    const kiosk = await startKiosk({
      switches: ['--password-store=basic'],
      args: [`--base-url=${boxOffice.baseUrl}`],
    });
    const { page, scanner } = kiosk;
    await openTheDoor(page, boxOffice);
    await hasTickets(page);
    const byTail = new Map(
      boxOffice.barcodes('valid', SCANS * 2).map((code) => [tail(code), code]),
    );
    let codes = [...byTail.values()].slice(0, SCANS);
    expect(codes).toHaveLength(SCANS);
    await boxOffice.close();

    const seen = await watchVerdicts(page);
    const misses = await watchMisses(page);
    const { late } = await scanner.scan(codes, { every: 1_000 / PER_SECOND, gap: GAP });
    // What is on the disk first: a verdict that is not seen is another fault than a scan that is lost.
    const kept = () => keptLedger(dataDirectory).records;
    const keptCodes = () => kept().map(({ code }) => code);
    const whole = expect.poll(keptCodes, { timeout: 30_000 }).toEqual(codes);
    await whole.catch(async (error: unknown) => {
      if (GAP + late <= LONGEST_PAUSE) throw error;
      codes = await scanAgain({ scanner, misses }, codes, keptCodes());
      await expect.poll(keptCodes).toEqual(codes);
    });
    const newest = async () => (await seen()).at(-1)?.text;
    await expect.poll(newest, { timeout: 30_000 }).toContain(tail(codes.at(-1) ?? ''));
    const verdicts = await seen();
    expect(verdicts.map(({ sequence }) => sequence)).toEqual(verdicts.map((_, index) => index + 1));
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(verdicts.map(() => 'admit'));
    expectNoneLeftOutEarly(
      verdicts,
      kept().map(({ code, kioskTime }) => ({ code: code ?? '', readAt: kioskTime })),
    );
    await expect(page.locator('html')).toHaveAttribute('data-pending', String(SCANS));
    await kiosk.close();
    expect(kept().map(({ code }) => code)).toEqual(codes);
  } finally {
    await boxOffice.close();
  }
});

/** Counts the scans that the kiosk asks for again from now on: the next one that is read takes the word off the screen. */
async function watchMisses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const missed = new Set<number>();
    Object.assign(globalThis, { missed });
    window.kiosk.onState(({ scanners }) => {
      if (scanners.missed !== null) missed.add(scanners.missed.number);
    });
  });
  return () => page.evaluate(() => (globalThis as unknown as { missed: Set<number> }).missed.size);
}

/**
 * Scans what is missing once more, as whoever scans does when the kiosk asks for it. Returns the codes in the order in
 * which they were read.
 */
async function scanAgain(
  { scanner, misses }: { readonly scanner: Wedge; readonly misses: () => Promise<number> },
  codes: readonly string[],
  kept: readonly (string | null)[],
): Promise<string[]> {
  const missing = codes.filter((code) => !kept.includes(code));
  expect(missing.length, 'few').toBeLessThan(codes.length / 10);
  expect(await misses(), 'the kiosk has asked for each').toBeGreaterThanOrEqual(missing.length);
  const description = `${missing.length} of ${codes.length}`;
  test.info().annotations.push({ type: 'typed again', description });
  for (const code of missing) await scanner.scan([code]);
  return [...codes.filter((code) => !missing.includes(code)), ...missing];
}

/**
 * Expects the verdicts in the order of the scans. A kiosk that is late but once, while it tries the network, has
 * verdicts wait in line for the screen from then on: so many guests outrun it. Only what has waited for too long
 * already may be missing.
 */
function expectNoneLeftOutEarly(
  verdicts: readonly SeenVerdict[],
  scans: readonly { readonly code: string; readonly readAt: number }[],
): void {
  let next = 0;
  for (const { text, at } of verdicts) {
    const shown = scans.findIndex(({ code }, index) => index >= next && text.includes(tail(code)));
    expect(shown, 'in the order of the scans').not.toBe(-1);
    for (const { readAt } of scans.slice(next, shown)) {
      expect(at - readAt, 'waited').toBeGreaterThanOrEqual(WAITS_AT_MOST - STEADY_STEP);
    }
    next = shown + 1;
  }
}
