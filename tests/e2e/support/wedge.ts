import type { Page } from '@playwright/test';
import { later, pressing, type } from './display-keys.ts';
import { HAS_SCREEN } from './screen.ts';

/** What ends a code, as scanners are set up to do. */
type Terminator = 'Enter' | 'Tab';

export interface ScanOptions {
  /** One code every so many milliseconds; 0: each at once after the other. */
  readonly every?: number;
  readonly end?: Terminator;
  /** Milliseconds from one key to the next. */
  readonly gap?: number;
}

/** What became of typing. */
interface Typed {
  /** When the last key was typed, in milliseconds since the epoch. */
  readonly lastKeyAt: number;
  /** By how many milliseconds the display was late with a key at most. */
  readonly late: number;
}

/** A barcode scanner that poses as an American keyboard: key by key, a few milliseconds apart. */
export interface Wedge {
  /** Types the codes. */
  scan(codes: readonly string[], options?: ScanOptions): Promise<Typed>;
}

/** From key to key, in milliseconds. */
const GAP = 4;

/**
 * On X11 the keys come from outside of the application, through the display's input queue, as a real
 * scanner's do; elsewhere from Playwright.
 */
export function wedge(page: Page): Wedge {
  return {
    scan: (codes, options = {}) =>
      HAS_SCREEN
        ? scanThroughTheDisplay(codes, options)
        : scanThroughTheBrowser(page, codes, options),
  };
}

async function scanThroughTheDisplay(
  codes: readonly string[],
  { every = 0, end = 'Enter', gap = GAP }: ScanOptions,
): Promise<Typed> {
  const typed = codes.map((code, index) => {
    const strokes = pressing(`${code}{${end}}`, { gap, hold: 0 });
    const rest = Math.max(gap, every - code.length * gap);
    return index === 0 ? strokes : later(strokes, rest);
  });
  const late = await type(typed.flat());
  return { lastKeyAt: Date.now(), late };
}

async function scanThroughTheBrowser(
  page: Page,
  codes: readonly string[],
  { every = 0, end = 'Enter', gap = GAP }: ScanOptions,
): Promise<Typed> {
  for (const code of codes) {
    const due = Date.now() + every;
    await page.keyboard.type(code, { delay: gap });
    await page.keyboard.press(end);
    while (Date.now() < due) await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  return { lastKeyAt: Date.now(), late: 0 };
}
