import {
  _electron,
  test as base,
  type ElectronApplication,
  type Page,
  type TestInfo,
} from '@playwright/test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBoxOffice, type BoxOffice } from '#box-office/server.ts';
import { systemClock } from '#main/base/system-clock.ts';
import { openBadNetwork, type BadNetwork } from '#tests/support/bad-network.ts';
import { evaluateInOwnTurn } from './own-turn.ts';
import { killKiosksOn } from './processes.ts';
import { openScreen } from './screen.ts';
import { wedge, type Wedge } from './wedge.ts';

/** A kiosk in a real Electron, with a scanner plugged in. */
export interface Kiosk {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly scanner: Wedge;
  /** Closes its window, as a person does, and waits until the application has ended. */
  close(): Promise<void>;
}

export interface KioskOptions {
  /** Of Chromium's own, which it takes only before the application's path. */
  readonly switches?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
}

export type StartKiosk = (options?: KioskOptions) => Promise<Kiosk>;

interface Fixtures {
  /** A folder for the kiosk's data, which outlives the kiosk but not the test. */
  dataDirectory: string;
  boxOffice: BoxOffice;
  /** The way to the test's box office, which can be cut. */
  network: BadNetwork;
  /** Starts a kiosk on the test's data directory, by default against the test's box office. */
  startKiosk: StartKiosk;
}

/** Chromium's sandbox does not start for root. */
export const FOR_ROOT = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export const test = base.extend<Fixtures, { ownScreen: undefined }>({
  // One for each worker: what one test types must not end up in another one's window.
  ownScreen: [
    async ({}, use) => {
      const screen = await openScreen();
      await use(undefined);
      await screen?.close();
    },
    { scope: 'worker', auto: true },
  ],

  dataDirectory: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'usher-e2e-'));
    await use(folder);
    // Of a kiosk that was killed, Chromium's other processes may still be writing.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  },

  boxOffice: async ({}, use) => {
    const boxOffice = await startBoxOffice({ seed: 1 });
    await use(boxOffice);
    await boxOffice.close();
  },

  network: async ({ boxOffice }, use) => {
    const network = await openBadNetwork(boxOffice.baseUrl, systemClock);
    await use(network);
    await network.close();
  },

  startKiosk: async ({ dataDirectory }, use, testInfo) => {
    const running = new Set<ElectronApplication>();
    await use(async (options) => {
      const app = await launch(dataDirectory, options);
      running.add(app);
      app.once('close', () => running.delete(app));
      return kioskOf(app);
    });
    await attachLog(testInfo, dataDirectory);
    await Promise.all([...running].map(endApp));
    // Those that came back by themselves.
    killKiosksOn(dataDirectory);
  },
});

/** What an AppImage's runtime tells a kiosk, wherever it lies: that it runs from this file. */
export const asFrom = (appImage: string) => ({ APPIMAGE: appImage, APPDIR: '/' });

/** How long a kiosk of a test that is over may take to end, in milliseconds. */
const LONGEST_END = 20_000;

/** Starts the application, and waits for nothing. */
export async function launch(
  dataDirectory: string,
  { switches = [], args = [], env = {} }: KioskOptions = {},
): Promise<ElectronApplication> {
  const app = await _electron.launch({
    args: [...FOR_ROOT, ...switches, '.', `--user-data-dir=${dataDirectory}`, ...args],
    env: { ...definedOnly(process.env), ...env },
    // The kiosk's own, and not what Playwright would have every page prefer.
    colorScheme: null,
  });
  return evaluateInOwnTurn(app);
}

/** Resolves when the application has its window. */
export async function kioskOf(app: ElectronApplication): Promise<Kiosk> {
  const page = await app.firstWindow();
  return { app, page, scanner: wedge(page), close: () => closeWindow(app) };
}

/** Keeps what the kiosk said, beside a test that has failed. */
export async function attachLog(testInfo: TestInfo, dataDirectory: string): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return;
  const log = join(dataDirectory, 'logs', 'usher.log');
  await testInfo.attach('usher.log', { body: readIfThere(log), contentType: 'text/plain' });
}

/** Clears away. That a kiosk ends by itself is for the tests of its lifetime to see. */
export async function endApp(app: ElectronApplication): Promise<void> {
  const kill = setTimeout(() => app.process().kill('SIGKILL'), LONGEST_END);
  await app.close();
  clearTimeout(kill);
}

async function closeWindow(app: ElectronApplication): Promise<void> {
  const ended = app.waitForEvent('close');
  // As a person does it: the page's own way to close would not ask the window first.
  const asked = app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.close();
  });
  // The answer may be lost with the application. That it ends is what counts.
  await Promise.all([ended, asked.catch(() => undefined)]);
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '(no log)';
  }
}
