import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded } from '../../scripts/start/build.ts';
import type { Figure } from './figures.ts';
import { figuresLeftBy } from './figures-elsewhere.ts';

/** The figures that `tests/e2e/<bench>.bench.ts` takes, in a real Electron on a screen of its own. */
export function measureOnScreen(bench: string): Promise<Figure[]> {
  if (!buildIfNeeded(process.cwd())) throw new Error('the kiosk does not build');
  return figuresLeftBy('playwright', ['test', `tests/e2e/${bench}.bench.ts`], { BENCH: '1' });
}

/** The Electron that is measured: the one that was installed, or put in its place. */
export function electronInWords(): string {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? 'node_modules/electron/dist';
  return `Electron ${readFileSync(join(folder, 'version'), 'utf8').trim()}`;
}
