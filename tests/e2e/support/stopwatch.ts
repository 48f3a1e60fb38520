import { expect, type Page } from '@playwright/test';

/**
 * Measures from the key that ends a scan to its answer, painted: to the end of the frame after the root
 * element's `data-sequence` has changed. Returns what waits for the next so many scans, and gives their times in
 * milliseconds, in their order; it fails if one of them was not measured.
 *
 * The page is loaded anew, because who reads the keys first lets nobody else see them.
 */
export async function timeAnswers(page: Page): Promise<(scans: number) => Promise<number[]>> {
  await page.addInitScript(() => {
    const times: number[] = [];
    Object.assign(globalThis, { timesOfAnswers: times });
    const ended: number[] = [];
    addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key === 'Enter') ended.push(timeStamp);
      },
      { capture: true },
    );
    let sequence: number | null = null;
    // The document, and not its root element: the one that is there by now is not the one that will be.
    new MutationObserver(() => {
      const next = Number(document.documentElement.dataset['sequence'] ?? Number.NaN);
      if (Number.isNaN(next) || next === sequence) return;
      sequence = next;
      const from = ended.shift();
      // A verdict that was there before the page was loaded anew.
      if (from === undefined) return;
      requestAnimationFrame(() => {
        // A task that comes after the frame's own work: by then it is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - from);
        port2.postMessage(null);
      });
    }).observe(document, { attributeFilter: ['data-sequence'], subtree: true });
  });
  const screen = await page.locator('html').getAttribute('data-screen');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-screen', screen ?? '');

  const times = () =>
    page.evaluate(() => (globalThis as unknown as { timesOfAnswers: number[] }).timesOfAnswers);
  let counted = 0;
  return async (scans) => {
    await expect.poll(async () => (await times()).length).toBe(counted + scans);
    counted += scans;
    return (await times()).slice(-scans);
  };
}
