import { expect, type Page } from '@playwright/test';
import { SETTINGS } from '#shared/model/settings.ts';

/** What the screen tells of a code. */
export const tail = (code: string) => `…${code.slice(-4)}`;

/** A verdict as the screen's root element tells it. */
export interface SeenVerdict {
  readonly sequence: number;
  readonly verdict: string;
  readonly code: string | null;
  readonly basis: string;
  /** What the whole screen says. */
  readonly text: string;
  /** When it came into the document, in milliseconds since the epoch. */
  readonly at: number;
}

/** Keeps every verdict that comes on screen from now on, however short it stays. */
export async function watchVerdicts(page: Page): Promise<() => Promise<SeenVerdict[]>> {
  await page.evaluate(() => {
    const seen: unknown[] = [];
    Object.assign(globalThis, { seenVerdicts: seen });
    const root = document.documentElement;
    let sequence = Number(root.dataset['sequence'] ?? 0);
    new MutationObserver(() => {
      const next = Number(root.dataset['sequence'] ?? 0);
      if (next <= sequence) return;
      sequence = next;
      const { verdict, code = null, basis } = root.dataset;
      seen.push({ sequence, verdict, code, basis, at: Date.now(), text: document.body.innerText });
    }).observe(root, { attributes: true });
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { seenVerdicts: SeenVerdict[] }).seenVerdicts);
}

/**
 * Lets verdicts leave the screen as soon as a house may have it, for a test that waits until they have left.
 * Whoever looks at one then has to keep it first: see {@link watchVerdicts}.
 */
export async function letVerdictsLeaveSoon(page: Page): Promise<void> {
  const change = { verdictTime: SETTINGS.verdictTime.limits.min };
  const set = await page.evaluate((change) => window.kiosk.changeSettings({ change }), change);
  expect(set.ok).toBe(true);
}

/** Waits until the verdict with this number is on screen, and returns it. */
export async function verdictNumber(
  seen: () => Promise<SeenVerdict[]>,
  number: number,
): Promise<SeenVerdict> {
  await expect.poll(async () => (await seen()).length).toBeGreaterThanOrEqual(number);
  const verdict = (await seen())[number - 1];
  if (verdict === undefined) throw new Error('unreachable');
  return verdict;
}
