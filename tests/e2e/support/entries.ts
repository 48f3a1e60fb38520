import type { Page } from '@playwright/test';
import { expectScreen } from './door.ts';

/** What the Enter that ends a scan brings, in milliseconds from when the system says it was pressed. */
export interface Entry {
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
export async function timeEntries(page: Page): Promise<() => Promise<readonly Entry[]>> {
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
      // What was read before the page was loaded anew was timed by nobody.
      if (readAt <= last || Number.isNaN(pressedAt)) return;
      last = readAt;
      entries.push({ toQueue: readAt - epoch - pressedAt, toPage });
    });
  });
  await page.reload();
  await expectScreen(page, 'ready');
  return () =>
    page.evaluate(() => (globalThis as unknown as { entriesOfScans: Entry[] }).entriesOfScans);
}
