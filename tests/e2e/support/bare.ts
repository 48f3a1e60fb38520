import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { FOR_ROOT } from './kiosk.ts';
import { wedge, type Wedge } from './wedge.ts';

/** An Electron with an empty window, beside which the kiosk is measured; its page answers Enter. */
export interface Bare {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly scanner: Wedge;
  close(): Promise<void>;
}

/** What the root element of its page says as `data-screen`. */
export const BARE_SCREEN = 'bare';

/** @param dataDirectory where Chromium keeps what it keeps */
export async function startBare(dataDirectory: string): Promise<Bare> {
  const app = await _electron.launch({
    args: [...FOR_ROOT, 'tests/e2e/bare/main.cjs', `--user-data-dir=${dataDirectory}`],
    colorScheme: null,
  });
  const page = await app.firstWindow();
  return { app, page, scanner: wedge(page), close: () => app.close() };
}
