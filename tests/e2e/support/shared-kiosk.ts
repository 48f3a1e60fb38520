import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBoxOffice } from '#box-office/server.ts';
import { expectScreen } from './door.ts';
import { attachLog, endApp, kioskOf, launch, test as base, type Kiosk } from './kiosk.ts';
import { killKiosksOn } from './processes.ts';

interface SharedKiosk {
  readonly kiosk: Kiosk;
  readonly dataDirectory: string;
}

/**
 * For tests that need no kiosk of their own, and leave it as they found it but for its page: they share one
 * at its sign-in, with a camera to be had, and each gets the page loaded anew. A failed test ends its worker,
 * and with it the kiosk: the next one does not pay for what it left.
 */
export const test = base.extend<{ kiosk: Kiosk }, { sharedKiosk: SharedKiosk }>({
  sharedKiosk: [
    // The screen is there before, and stays until it has ended.
    async ({ ownScreen: _screen }, use) => {
      const dataDirectory = mkdtempSync(join(tmpdir(), 'usher-e2e-'));
      const boxOffice = await startBoxOffice({ seed: 1 });
      const app = await launch(dataDirectory, {
        switches: ['--use-fake-device-for-media-stream'],
        args: [`--base-url=${boxOffice.baseUrl}`],
      });
      const kiosk = await kioskOf(app);
      // A window still on its way to its page has none to load anew.
      await expectScreen(kiosk.page, 'sign-in');
      await use({ kiosk, dataDirectory });
      await endApp(app);
      killKiosksOn(dataDirectory);
      await boxOffice.close();
      rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 10 });
    },
    { scope: 'worker' },
  ],

  kiosk: async ({ sharedKiosk: { kiosk, dataDirectory } }, use, testInfo) => {
    await kiosk.page.reload();
    await expectScreen(kiosk.page, 'sign-in');
    await use(kiosk);
    await attachLog(testInfo, dataDirectory);
  },
});
