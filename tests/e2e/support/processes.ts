import { chromium, type ElectronApplication, type Page } from '@playwright/test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether processes can be looked for, and stopped: on Linux. */
export const SEES_PROCESSES = process.platform === 'linux';

/** The arguments of a process; none if it is gone. */
export function argumentsOf(id: number): readonly string[] {
  try {
    // Chromium writes them anew, with spaces.
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').split(/[\0 ]/);
  } catch {
    return [];
  }
}

/** The id of the process that started this one; not a number if it is gone. */
function parentOf(id: number): number {
  try {
    return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
  } catch {
    return NaN;
  }
}

/** The kiosks that run on this data directory, by the ids of their main processes. */
export function kiosksOn(dataDirectory: string): readonly number[] {
  if (!SEES_PROCESSES) return [];
  const kiosks = readdirSync('/proc')
    .map(Number)
    .filter((id) => {
      const args = argumentsOf(id);
      // Chromium's other processes, and who starts the kiosk again, say what they are.
      return (
        args.includes(`--user-data-dir=${dataDirectory}`) &&
        !args.some((arg) => /^--type=/.test(arg))
      );
    });
  // But for a moment, before they become what they are: until then a child looks as its parent does.
  return kiosks.filter((id) => {
    const parent = parentOf(id);
    return !Number.isNaN(parent) && !kiosks.includes(parent);
  });
}

/** Ends what a kiosk that started again by itself has left running. */
export function killKiosksOn(dataDirectory: string): void {
  for (const id of kiosksOn(dataDirectory)) kill(id, 'SIGKILL');
}

function kill(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It has just ended by itself.
  }
}

/** The page of a kiosk that was started with `--remote-debugging-port`, once it is there. */
export async function pageBehind(port: number): Promise<Page> {
  for (;;) {
    try {
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      const page = browser
        .contexts()
        .flatMap((context) => context.pages())
        .find((each) => each.url().startsWith('app://'));
      if (page !== undefined) return page;
      await browser.close();
    } catch {
      // Not there yet; the test's own time limit ends this.
    }
  }
}

/** The id of the process that shows the page. */
export function pageProcess(app: ElectronApplication): Promise<number> {
  return app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return window?.webContents.getOSProcessId() ?? 0;
  });
}

/**
 * What the page's root element says, asked from main: Playwright's own page ends with the process that
 * showed it. Null while the page does not answer.
 *
 * @param end how the address of the window's page ends; missing: that of the first window
 */
export function rootOf(app: ElectronApplication, end = ''): Promise<Record<string, string> | null> {
  return app.evaluate(({ BrowserWindow }, address) => {
    const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().endsWith(address),
    );
    const told = window?.webContents.mainFrame.executeJavaScript(
      '({ ...document.documentElement.dataset })',
    ) as Promise<Record<string, string>> | undefined;
    const silence = new Promise<null>((resolve) => setTimeout(() => resolve(null), 500));
    return Promise.race([told?.catch(() => null) ?? null, silence]);
  }, end);
}

/** What the kiosk has written into its log. */
export function logOf(dataDirectory: string): string {
  const path = join(dataDirectory, 'logs', 'usher.log');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
