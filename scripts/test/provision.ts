import { chromium } from '@playwright/test';
import { existsSync } from 'node:fs';
import { isInstalled, run } from './command.ts';

/** Something of the machine that some tests need. */
export type Need = 'chromium' | 'screen' | 'electron';

/** The Debian packages behind a need, and how to tell that they are there. */
interface Provision {
  readonly packages: readonly string[];
  isThere(): boolean;
}

const PROVISIONS: Record<Exclude<Need, 'electron'>, Provision> = {
  chromium: {
    packages: ['chromium'],
    isThere: () => isInstalled('chromium') || existsSync(chromium.executablePath()),
  },
  screen: {
    packages: ['xvfb', 'xauth', 'openbox', 'xdotool', 'fonts-noto-core'],
    isThere: () =>
      process.platform !== 'linux' ||
      ['xvfb-run', 'openbox', 'xdotool'].every((program) => isInstalled(program)),
  },
};

