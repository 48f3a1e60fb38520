import { expect, type Page } from '@playwright/test';
import { leaveFigures } from '#tests/bench/figures-elsewhere.ts';
import { halfAndMost, tableOf } from '#tests/bench/figures.ts';
import { expectScreen, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';

/** Codes of 20 characters, ten a second if the machine can type as fast. */
const SCANS = 500;
const EVERY = 100;

/** The first ones find caches cold, and code that is not compiled yet. */
const WARM_UP = 20;

test('from the last key of a scan to the queue', async ({ boxOffice, network, startKiosk }) => {
  test.setTimeout(300_000);
  const { page, scanner } = await startKiosk({ args: [`--base-url=${network.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  await network.cut();
  const entries = await timeEntries(page);
  const codes = Array.from({ length: WARM_UP + SCANS }, (_, scan) =>
    String(scan).padStart(20, '0'),
  );
  await scanner.scan(codes, { every: EVERY });
  await expect.poll(async () => (await entries()).length).toBe(codes.length);

  const counted = (await entries()).slice(WARM_UP);
  const sorted = (times: readonly number[]) => times.toSorted((a, b) => a - b);
  const figures = halfAndMost(
    { what: 'keyboard: last key of a code to the queue', size: SCANS, toReach: { most: 5 } },
    sorted(counted.map(({ toQueue }) => toQueue)),
    sorted(counted.map(({ toPage }) => toPage)),
  );
  process.stdout.write(`\n${tableOf(figures)}\n`);
  leaveFigures(figures);
});

/** What the Enter that ends a scan brings, in milliseconds from when the system says it was pressed. */
interface Entry {
  /**
   * The main process takes the code in. Its time is cut to whole milliseconds, and so is the key's on
   * X11: one such delay may be wrong by almost one, to either side, many are right on average.
   */
  readonly toQueue: number;
  /** Chromium hands the key to the page, which nobody can do without. */
  readonly toPage: number;
}

/**
 * Measures all scans from now on. The page is loaded anew, because who reads the keys first lets
 * nobody else see them.
 */
async function timeEntries(page: Page): Promise<() => Promise<readonly Entry[]>> {
  await page.addInitScript(() => {
    const entries: Entry[] = [];
    Object.assign(globalThis, { entriesOfScans: entries });
    // The clock on the wall is cut to whole milliseconds: the largest difference is the true one.
    let epoch = 0;
    for (const until = performance.now() + 20; performance.now() < until;) {
      epoch = Math.max(epoch, Date.now() - performance.now());
    }
    let [pressedAt, toPage] = [Number.NaN, Number.NaN];
    addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key !== 'Enter') return;
        pressedAt = timeStamp;
        toPage = performance.now() - timeStamp;
      },
      { capture: true },
    );
    let last = 0;
    window.kiosk.onState(({ scanners }) => {
      const keyboards = scanners.all.find(({ channel }) => channel === 'wedge');
      const readAt = keyboards?.lastReadAt ?? 0;
      if (readAt <= last) return;
      last = readAt;
      entries.push({ toQueue: readAt - epoch - pressedAt, toPage });
    });
  });
  await page.reload();
  await expectScreen(page, 'ready');
  return () =>
    page.evaluate(() => (globalThis as unknown as { entriesOfScans: Entry[] }).entriesOfScans);
}
