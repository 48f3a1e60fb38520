import type { Page } from '@playwright/test';

/**
 * Measures from the key that ends a scan to its verdict, painted; in milliseconds, one for each scan from now on.
 * The page is loaded anew, because who reads the keys first lets nobody else see them.
 */
export async function timeVerdicts(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.addInitScript(() => {
    const times: number[] = [];
    Object.assign(globalThis, { verdictTimes: times });
    const root = document.documentElement;
    let typedAt = NaN;
    let sequence: string | null = null;
    addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key === 'Enter') typedAt = timeStamp;
      },
      { capture: true },
    );
    new MutationObserver(() => {
      const next = root.dataset['sequence'] ?? null;
      if (next === null || next === sequence) return;
      sequence = next;
      const from = typedAt;
      requestAnimationFrame(() => {
        // A task that comes after the frame's own work: by then it is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - from);
        port2.postMessage(null);
      });
    }).observe(root, { attributes: true });
  });
  await page.reload();
  return () =>
    page.evaluate(() => (globalThis as unknown as { verdictTimes: number[] }).verdictTimes);
}
