import { expect, type Page } from '@playwright/test';

/** Scans each code as soon as the verdict on the one before is painted. */
export async function letIn(page: Page, codes: readonly string[]): Promise<void> {
  const verdicts = await page.evaluate(async (all) => {
    const root = document.documentElement;
    let shown = 0;
    for (const code of all) {
      const last = root.dataset['sequence'];
      const painted = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          const { sequence } = root.dataset;
          if (sequence === undefined || sequence === last) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve());
        });
        observer.observe(root, { attributeFilter: ['data-sequence'] });
      });
      void window.kiosk.scan({ code, source: 'wedge' });
      await painted;
      shown += 1;
    }
    return shown;
  }, codes);
  expect(verdicts).toBe(codes.length);
}
