import { chromium, type Page } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { FOR_ROOT } from './kiosk.ts';

/** The machine's own Chromium; the one in Electron is none to browse with. */
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);

/** Why no kiosk can be shown in a browser here; null: it can. */
export const WHY_NO_BROWSER = executablePath === undefined ? 'there is no Chromium' : null;

interface KioskInBrowser {
  readonly page: Page;
  /** The processes of the browser, by their ids, and the kiosk's own. */
  readonly processes: () => Promise<{ browser: readonly number[]; kiosk: readonly number[] }>;
  readonly end: () => Promise<void>;
}

/** A kiosk under plain Node, in a browser. */
export async function startInBrowser(parts: {
  readonly baseUrl: string;
  readonly settings: object;
  /** What the browser's camera shows; what Chromium's own fake camera does, if missing. */
  readonly film?: string;
  /** Called with the page before it loads anything. */
  readonly prepare?: (page: Page) => Promise<void>;
}): Promise<KioskInBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'usher-browser-'));
  const settings = join(folder, 'fleet.json');
  writeFileSync(settings, JSON.stringify(parts.settings));
  const kiosk = spawn(
    process.execPath,
    [
      ...['out/main/browser.js', '--port=0', `--user-data-dir=${join(folder, 'data')}`],
      ...[`--base-url=${parts.baseUrl}`, `--settings=${settings}`],
    ],
    {
      cwd: resolve('.'),
      // No browser of the machine's user is opened.
      env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const address = await addressSaidBy(kiosk);
  const browser = await chromium.launch({
    executablePath: executablePath ?? '',
    args: [
      ...FOR_ROOT,
      '--use-fake-device-for-media-stream',
      ...(parts.film === undefined ? [] : [`--use-file-for-fake-video-capture=${parts.film}`]),
      // Whoever sits there has said yes.
      '--use-fake-ui-for-media-stream',
    ],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await parts.prepare?.(page);
  await page.goto(address);
  return {
    page,
    async processes() {
      const session = await browser.newBrowserCDPSession();
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      await session.detach();
      if (kiosk.pid === undefined) throw new Error('the kiosk has no process');
      return { browser: processInfo.map(({ id }) => id), kiosk: [kiosk.pid] };
    },
    async end() {
      await browser.close();
      const ended = once(kiosk, 'exit');
      kiosk.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function addressSaidBy(kiosk: ChildProcess): Promise<string> {
  if (kiosk.stdout === null) throw new Error('the kiosk says nothing');
  for await (const line of createInterface(kiosk.stdout)) {
    const [address] = /http:\/\/\S+/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('the kiosk ended before it said where it is');
}
