import { chromium, expect, type Page } from '@playwright/test';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Runs a script with Windows' Node: see scripts/test-windows.ts. */
const COMMAND = process.env['NODE_FOR_WINDOWS'] ?? '';
/** The checkout with Windows' packages, in which the kiosk was built. */
const CHECKOUT = process.env['WINDOWS_CHECKOUT'] ?? '';

/** Debian's browser, where Playwright's own cannot be had. */
const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));

/** The kiosk that is served to a browser, in a process of Windows'. */
export interface WindowsKiosk {
  readonly page: Page;
  /** Types codes as a keyboard scanner does. */
  scan(codes: readonly string[]): Promise<void>;
  /** Ends the process without asking it, as a power cut would; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts the kiosk, and opens its page. */
export async function startOnWindows(
  dataDirectory: string,
  baseUrl: string,
  env: Readonly<Record<string, string>> = {},
) {
  const notes = mkdtempSync(join(tmpdir(), 'usher-windows-'));
  mkdirSync(dataDirectory, { recursive: true });
  const pidFile = join(notes, 'pid');
  const out = join(notes, 'out');
  const kiosk = spawn(
    'bash',
    [
      ...[COMMAND, resolve('tests/windows/start.cjs'), pidFile],
      ...[join(CHECKOUT, 'out/main/browser.js'), '--port=0'],
      ...[`--base-url=${baseUrl}`, `--user-data-dir=${dataDirectory}`],
    ],
    {
      env: { ...process.env, ...env, WINDOWS_OUT: out, WINDOWS_ERR: join(notes, 'err') },
      stdio: 'ignore',
      // The command starts others; all of them end with the test.
      detached: true,
    },
  );
  const address = await addressIn(out, kiosk);
  const browser = await chromium.launch({
    ...(BROWSER !== undefined && { executablePath: BROWSER }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = await browser.newPage();
  await page.goto(address);
  const gone = once(kiosk, 'exit');
  return {
    page,
    async scan(codes: readonly string[]) {
      for (const code of codes) await page.keyboard.type(`${code}\n`);
    },
    async kill() {
      onWindows('tests/windows/kill.cjs', readFileSync(pidFile, 'utf8'));
      await gone;
      await browser.close();
    },
  } satisfies WindowsKiosk;
}

/** Runs a script with Windows’ Node to its end. */
export function onWindows(script: string, ...args: readonly string[]): void {
  const { status } = spawnSync('bash', [COMMAND, resolve(script), ...args], { stdio: 'ignore' });
  expect(status, script).toBe(0);
}

/** Waits for the line by which the kiosk tells where it is served. */
async function addressIn(out: string, kiosk: ChildProcess): Promise<string> {
  const told = () => (existsSync(out) ? readFileSync(out, 'utf8') : '');
  const address = /http:\/\/\S+/;
  await expect
    .poll(() => address.test(told()) || kiosk.exitCode !== null, { timeout: 60_000 })
    .toBe(true);
  const found = address.exec(told())?.[0];
  if (found === undefined) throw new Error(`the kiosk has ended (${kiosk.exitCode})`);
  return found;
}
