import { expect, type Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { hasKeyRing, openKeyRing } from './support/key-ring.ts';
import { test, type Kiosk } from './support/kiosk.ts';

test.skip(process.platform !== 'linux', 'other systems bring their key store with them');
// Where all tests have to run, one that cannot is a failure.
test.skip(!hasKeyRing() && process.env['CI'] !== 'true', 'dbus or gnome-keyring is missing');

const keyFile = z.object({ protection: z.string(), key: z.base64() });

/** What must be the same after a start that could not open it. */
const SEALED = ['vault.key', 'session.sealed', 'offered.sealed', 'ledger.db'];

const fingerprints = (folder: string) =>
  SEALED.map((name) => {
    const path = join(folder, name);
    return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : name;
  });

/** When its process is gone, which lets the next one start: the connection to it breaks before that. */
const gone = ({ app }: Kiosk) => once(app.process(), 'exit');

async function kill(kiosk: Kiosk): Promise<void> {
  const ended = gone(kiosk);
  kiosk.app.process().kill('SIGKILL');
  await ended;
}

const verdict = (page: Page) => page.locator('html').getAttribute('data-verdict');

test('the key ring keeps the key; closed, it costs nothing but the time until it is opened', async ({
  boxOffice,
  network,
  dataDirectory,
  startKiosk,
}) => {
  test.setTimeout(150_000);
  expect(hasKeyRing(), 'dbus and gnome-keyring are installed').toBe(true);
  const ring = await openKeyRing();
  const start = () =>
    startKiosk({
      switches: ['-r', join(import.meta.dirname, 'support', 'use-key-ring.cjs')],
      args: [`--base-url=${network.baseUrl}`],
      // Whoever watches over the kiosk, as systemd does, starts it again: here, the test.
      env: { ...ring.env, NOTIFY_SOCKET: join(dataDirectory, 'nobody-listens') },
    });
  const [first = ''] = boxOffice.barcodes('valid', 1);
  try {
    const evening = await start();
    await openTheDoor(evening.page, boxOffice);
    await hasTickets(evening.page);
    await evening.scanner.scan([first]);
    await expect.poll(() => verdict(evening.page)).toBe('admit');

    // The key stands on the disk as the ring protects it, and not as it is.
    const stored = keyFile.parse(
      JSON.parse(readFileSync(join(dataDirectory, 'vault.key'), 'utf8')),
    );
    expect(stored.protection).toBe('os');
    const bytes = Buffer.from(stored.key, 'base64');
    expect(bytes.subarray(0, 3).toString()).toBe('v11');
    expect(bytes.length).toBeGreaterThan(32);
    const health = await evening.page.evaluate(() => window.kiosk.state(null));
    expect(health).toMatchObject({
      value: { health: { keys: { keeper: 'os', backend: 'gnome_libsecret' } } },
    });
    await kill(evening);

    // The machine comes back, and nobody has opened the ring.
    await ring.lock();
    const before = fingerprints(dataDirectory);
    const locked = await start();
    await expectScreen(locked.page, 'fault');
    await expect(
      locked.page.getByText('The key for this kiosk’s scans cannot be had now.'),
    ).toBeVisible();
    expect(fingerprints(dataDirectory), 'nothing is lost, nothing is made anew').toEqual(before);

    // Somebody opens it. Chromium does not ask twice: the kiosk starts again.
    await ring.unlock();
    const ended = gone(locked);
    await locked.page.getByRole('button', { name: 'Try again' }).click();
    await ended;
    expect(fingerprints(dataDirectory)).toEqual(before);

    // The session goes on without a password, and the ledger knows whom it let in.
    const again = await start();
    await expectScreen(again.page, 'ready');
    await hasTickets(again.page);
    await network.cut();
    await again.scanner.scan([first]);
    await expect.poll(() => verdict(again.page)).toBe('duplicate');
  } finally {
    await ring.close();
  }
});
