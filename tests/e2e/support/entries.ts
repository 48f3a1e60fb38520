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
    let last = 0;
    /** When the code was read whose last key was pressed then: asked for, because it is published late. */
    const nextReading = async (pressedAt: number): Promise<number> => {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        const answer = await window.kiosk.state(null);
        const all = answer.ok ? answer.value.slices.scanners.all : [];
        const readAt = all.find(({ channel }) => channel === 'wedge')?.lastReadAt ?? 0;
        if (readAt > last && readAt > pressedAt - 2) return (last = readAt);
      }
    };
    let readings = Promise.resolve();
    addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key !== 'Enter') return;
        const toPage = performance.now() - timeStamp;
        readings = readings.then(async () => {
          const readAt = await nextReading(epoch + timeStamp);
          entries.push({ toQueue: readAt - epoch - timeStamp, toPage });
        });
      },
      { capture: true },
    );
  });
  await page.reload();
  await expectScreen(page, 'ready');
  return () =>
    page.evaluate(() => (globalThis as unknown as { entriesOfScans: Entry[] }).entriesOfScans);
}
