import { expect, type Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { BoxOffice } from '#box-office/server.ts';
import { expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { hasKeyRing, openKeyRing, type KeyRing } from './support/key-ring.ts';
import { test as kioskTest, type Kiosk } from './support/kiosk.ts';
import { letVerdictsLeaveSoon, verdictNumber, watchVerdicts } from './support/verdicts.ts';

/** A key ring, open and with nothing in it, and how a kiosk starts that finds it. */
const test = kioskTest.extend<{ ring: KeyRing; start: () => Promise<Kiosk> }>({
  ring: async ({}, use) => {
    expect(hasKeyRing(), 'dbus and gnome-keyring are installed').toBe(true);
    const ring = await openKeyRing();
    await use(ring);
    await ring.close();
  },
  start: ({ ring, network, dataDirectory, startKiosk }, use) =>
    use(() => startKiosk(startedWith(ring, network.baseUrl, dataDirectory))),
});

test.skip(process.platform !== 'linux', 'other systems bring their key store with them');
// Where all tests have to run, one that cannot is a failure.
test.skip(!hasKeyRing() && process.env['CI'] !== 'true', 'dbus or gnome-keyring is missing');

const keyFileSchema = z.object({
  protection: z.string(),
  key: z.base64(),
  trial: z.object({ key: z.base64(), restarts: z.int(), boot: z.string() }).optional(),
});

const keyFilePath = (folder: string) => join(folder, 'vault.key');
const keyFileOf = (folder: string) =>
  keyFileSchema.parse(JSON.parse(readFileSync(keyFilePath(folder), 'utf8')));

/** What a ring on this system gives back: not with the password that is the same everywhere (v10). */
function expectOfTheRing(key: string | undefined): void {
  const bytes = Buffer.from(key ?? '', 'base64');
  expect(bytes.subarray(0, 3).toString()).toBe('v11');
  expect(bytes.length).toBeGreaterThan(32);
}

/** As if the machine had been started again so often, each time with an open ring. */
function haveRestarted(folder: string, restarts: number): void {
  const kept = keyFileOf(folder);
  const trial = { ...kept.trial, restarts, boot: 'an earlier one' };
  writeFileSync(keyFilePath(folder), JSON.stringify({ ...kept, trial }));
}

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

/** How a kiosk is started that finds the key ring. */
const startedWith = (ring: KeyRing, baseUrl: string, folder: string) => ({
  switches: ['-r', join(import.meta.dirname, 'support', 'use-key-ring.cjs')],
  args: [`--base-url=${baseUrl}`],
  // Whoever watches over the kiosk, as systemd does, starts it again: here, the test.
  env: { ...ring.env, NOTIFY_SOCKET: join(folder, 'nobody-listens') },
});

const verdict = (page: Page) => page.locator('html').getAttribute('data-verdict');

/** The door opens with its tickets, and this guest comes in. */
async function letIn({ page, scanner }: Kiosk, boxOffice: BoxOffice, code: string): Promise<void> {
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  await scanner.scan([code]);
  await expect.poll(() => verdict(page)).toBe('admit');
}

const keysOf = (page: Page) =>
  page.evaluate(async () => {
    const state = await window.kiosk.state(null);
    return state.ok ? state.value.slices.machine.health.keys : null;
  });

test('a key ring that was opened once by hand shuts nobody out when the machine logs in by itself', async ({
  boxOffice,
  network,
  dataDirectory,
  ring,
  start,
}) => {
  test.setTimeout(150_000);
  const [first = '', second = ''] = boxOffice.barcodes('valid', 2);
  const evening = await start();
  await letIn(evening, boxOffice, first);
  expect(await keysOf(evening.page)).toEqual({ keeper: 'trial', backend: 'gnome_libsecret' });
  expectOfTheRing(keyFileOf(dataDirectory).trial?.key);
  await kill(evening);

  // The machine comes back, and nobody has opened the ring: ledger, snapshot and session are all readable.
  await ring.lock();
  haveRestarted(dataDirectory, 2);
  const locked = await start();
  await expectScreen(locked.page, 'ready');
  await hasTickets(locked.page);
  expect(await keysOf(locked.page)).toMatchObject({ keeper: 'locked' });
  await network.cut();
  await locked.scanner.scan([second]);
  await expect.poll(() => verdict(locked.page)).toBe('admit');
  await expectScreen(locked.page, 'ready');
  await letVerdictsLeaveSoon(locked.page);
  const seen = await watchVerdicts(locked.page);
  await locked.scanner.scan([first]);
  expect(await verdictNumber(seen, 1)).toMatchObject({ verdict: 'duplicate' });
  await expectScreen(locked.page, 'ready');
  await locked.page.getByRole('button', { name: /^Readiness/ }).click();
  await expect(locked.page.getByText('The key ring was closed when the kiosk')).toBeVisible();
  await kill(locked);

  // Opened by hand in the same run of the machine, it has proved nothing.
  await ring.unlock();
  const again = await start();
  await expectScreen(again.page, 'ready');
  expect(await keysOf(again.page)).toMatchObject({ keeper: 'trial' });
  expect(keyFileOf(dataDirectory).trial).toMatchObject({ restarts: 0 });
});

test('a key ring that has proved itself keeps the key; closed, it costs nothing but the time until it is opened', async ({
  boxOffice,
  network,
  dataDirectory,
  ring,
  start,
}) => {
  test.setTimeout(150_000);
  const [first = ''] = boxOffice.barcodes('valid', 1);
  const installed = await start();
  await expectScreen(installed.page, 'sign-in');
  await kill(installed);
  haveRestarted(dataDirectory, 2);

  const evening = await start();
  await letIn(evening, boxOffice, first);

  // The key stands on the disk as the ring protects it, and not as it is.
  const { protection, key, trial } = keyFileOf(dataDirectory);
  expect([protection, trial]).toEqual(['os', undefined]);
  expectOfTheRing(key);
  expect(await keysOf(evening.page)).toEqual({ keeper: 'os', backend: 'gnome_libsecret' });
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
});
