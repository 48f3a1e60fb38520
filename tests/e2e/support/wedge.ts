import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Page } from '@playwright/test';

/** What ends a code, as scanners are set up to do. */
type Terminator = 'Enter' | 'Tab';

/** A barcode scanner that poses as a keyboard: key by key, a few milliseconds apart. */
export interface Wedge {
  /**
   * Types the codes, one every `every` milliseconds. Brings the time at which the last key was typed,
   * in milliseconds since the epoch.
   */
  scan(codes: readonly string[], options?: { every?: number; end?: Terminator }): Promise<number>;
}

/** Milliseconds between two keys of a code. */
const GAP = 4;

/**
 * On X11 the keys come from outside of the application, through the display's input queue, as a real
 * scanner's do; elsewhere from Playwright.
 */
export function wedge(page: Page): Wedge {
  return process.env['DISPLAY'] !== undefined && process.platform === 'linux'
    ? { scan: scanThroughTheDisplay }
    : { scan: (codes, options) => scanThroughTheBrowser(page, codes, options) };
}

async function scanThroughTheDisplay(
  codes: readonly string[],
  { every = 0, end = 'Enter' }: { every?: number; end?: Terminator } = {},
): Promise<number> {
  const script = codes.flatMap((code) => {
    const keys = [...Array.from(code, keysym), end === 'Enter' ? 'Return' : 'Tab'];
    const typed = keys.flatMap((key) => [`key --delay 0 ${key}`, `sleep ${GAP / 1000}`]);
    const rest = every - keys.length * GAP;
    return rest > 0 ? [...typed, `sleep ${rest / 1000}`] : typed;
  });
  const xdotool = spawn('xdotool', ['-'], { stdio: ['pipe', 'ignore', 'inherit'] });
  xdotool.stdin.end(script.map((command) => `${command}\n`).join(''));
  const [exitCode] = (await once(xdotool, 'exit')) as [number | null];
  if (exitCode !== 0) throw new Error(`xdotool ended with ${exitCode}`);
  return Date.now();
}

function keysym(character: string): string {
  return /^[a-z0-9]$/i.test(character)
    ? character
    : `U${character.codePointAt(0)?.toString(16).padStart(4, '0')}`;
}

async function scanThroughTheBrowser(
  page: Page,
  codes: readonly string[],
  { every = 0, end = 'Enter' }: { every?: number; end?: Terminator } = {},
): Promise<number> {
  for (const code of codes) {
    const due = Date.now() + every;
    await page.keyboard.type(code, { delay: GAP });
    await page.keyboard.press(end);
    while (Date.now() < due) await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  return Date.now();
}
