import { expect, type Page } from '@playwright/test';
import { LEDGER_VERSION } from '#main/ledger/schema.ts';
import { openUpdateFeed, type Published, type UpdateFeed } from '#tests/support/update-feed.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseMore, expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { asFrom, test as base, type Kiosk } from './support/kiosk.ts';
import { keepScreenshot } from './support/screenshot.ts';

const OLD = '#!/bin/sh\n# the version before\n';
const NEWER = '9.9.9';
/** With the marks around the number that keep it together in any language. */
const IS_HERE = /Version .9\.9\.9. is here\./;

interface Fixtures {
  feed: UpdateFeed;
  /** The file that the kiosk takes itself for. */
  appImage: string;
  /** Starts a kiosk that looks for updates in the feed; a file says so, as for many kiosks. */
  startUpdatable: () => Promise<Kiosk>;
}

const test = base.extend<Fixtures>({
  feed: async ({}, use) => {
    const feed = await openUpdateFeed();
    await use(feed);
    feed.close();
  },

  appImage: async ({ dataDirectory }, use) => {
    const folder = join(dataDirectory, 'application');
    mkdirSync(folder);
    const path = join(folder, 'Usher.AppImage');
    writeFileSync(path, OLD, { mode: 0o755 });
    await use(path);
  },

  startUpdatable: async ({ startKiosk, feed, appImage, network, dataDirectory }, use) => {
    const settings = join(dataDirectory, 'fleet.json');
    writeFileSync(settings, JSON.stringify({ updateFeed: feed.url, verdictTime: 2_000 }));
    await use(() =>
      startKiosk({
        args: [`--base-url=${network.baseUrl}`, `--settings=${settings}`],
        env: {
          ...asFrom(appImage),
          USHER_UPDATE_KEYS: feed.publicKey,
          XDG_CACHE_HOME: join(dataDirectory, 'cache'),
        },
      }),
    );
  },
});

/** A program that leaves a trace of its start, and of whether the ledger was closed by then. */
function newVersion(dataDirectory: string): string {
  const ledger = join(dataDirectory, 'ledger.db');
  const trace = join(dataDirectory, 'trace');
  return `#!/bin/sh
[ -e "${ledger}-wal" ] && open="ledger open"
echo "$open $@" > "${trace}.part"
mv "${trace}.part" "${trace}"
`;
}

const good = (content: string): Published => ({ content, manifest: { version: NEWER } });

async function lookNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Look now', exact: true }).click();
}

async function installNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Install now', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Install now', exact: true }).click();
}

async function openUpdates(page: Page): Promise<void> {
  await chooseMore(page, 'Settings');
  await page.getByRole('button', { name: 'Updates', exact: true }).click();
}

test('an update waits for scans that are not uploaded; installed, it finds all closed', async ({
  startUpdatable,
  boxOffice,
  network,
  feed,
  appImage,
  dataDirectory,
}) => {
  const content = newVersion(dataDirectory);
  feed.publish(good(content));
  const { app, page, scanner } = await startUpdatable();
  await openTheDoor(page, boxOffice);
  await hasTickets(page);

  await openUpdates(page);
  await lookNow(page);
  await expect(page.getByText(IS_HERE)).toBeVisible();
  await keepScreenshot(page, 'settings-updates');
  expect(readFileSync(appImage, 'utf8'), 'downloaded, and no more').toBe(OLD);

  await network.cut();
  const [code = ''] = boxOffice.barcodes('valid', 1);
  await scanner.scan([code]);
  await expectScreen(page, 'verdict');
  await expectScreen(page, 'ready');
  await expect(page.locator('html')).toHaveAttribute('data-pending', '1');
  await openUpdates(page);
  await installNow(page);
  await expect(page.getByRole('alert')).toHaveText('It waits until all scans are uploaded.');
  expect(readFileSync(appImage, 'utf8')).toBe(OLD);

  await network.mend();
  await expect(page.locator('html')).toHaveAttribute('data-pending', '0', { timeout: 30_000 });
  const ended = app.waitForEvent('close');
  await installNow(page);
  await ended;

  expect(readFileSync(appImage, 'utf8')).toBe(content);
  expect(readFileSync(`${appImage}.previous`, 'utf8'), 'for the way back').toBe(OLD);
  const trace = join(dataDirectory, 'trace');
  await expect.poll(() => existsSync(trace)).toBe(true);
  const started = readFileSync(trace, 'utf8');
  expect(started).not.toContain('ledger open');
  expect(started, 'started as this one was').toContain('--settings=');
  const revoked = boxOffice.requests.filter(
    ({ method, path }) => method === 'DELETE' && path.endsWith('/invalidateToken'),
  );
  expect(revoked).toMatchObject([{ answered: true, errorCode: null }]);
});

test('what is not what the feed says is not installed, and the kiosk says why', async ({
  startUpdatable,
  boxOffice,
  feed,
  appImage,
  dataDirectory,
}) => {
  const strangers: string[] = [];
  const elsewhere = createServer(({ url = '' }, response) => {
    strangers.push(url);
    response.end(newVersion(dataDirectory));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => elsewhere.once('listening', resolve));
  const stranger = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/evil.AppImage`;

  const version = good(newVersion(dataDirectory));
  const damaged = 'What was downloaded is not what was promised';
  const unreachable = 'The place for newer versions could not be reached.';
  const noFeed = 'There are no versions of Usher at the address.';
  const cases: readonly [what: string, published: Published, words: string][] = [
    ['another content', { ...version, sha512: Buffer.alloc(64).toString('base64') }, damaged],
    ['another size', { ...version, size: 5 }, damaged],
    [
      'a file that never ends',
      { ...version, serveFile: (response) => response.write('#!/bin/sh\n') },
      damaged,
    ],
    [
      'a file elsewhere',
      { ...version, serveFile: (r) => r.writeHead(302, { location: stranger }).end() },
      damaged,
    ],
    [
      'no file',
      { ...version, serveFile: (response) => response.writeHead(404).end() },
      unreachable,
    ],
    [
      'half a file',
      {
        ...version,
        serveFile(response) {
          response.writeHead(200, { 'content-length': version.content.length });
          response.write('#!/bin/sh\n', () => response.destroy());
        },
      },
      unreachable,
    ],
    [
      'a version that cannot read the ledger',
      { ...version, manifest: { ledgerSchema: LEDGER_VERSION - 1 } },
      'The version offered cannot read the scans that this kiosk has kept: it was not installed.',
    ],
    [
      'a page of the guest Wi-Fi',
      { ...version, serveFeed: (response) => response.end('<!doctype html><title>Hello</title>') },
      noFeed,
    ],
    [
      'a feed that somebody else has signed',
      { ...version, serveFeed: (response) => response.end(foreign) },
      'The offer is not signed with a key that this kiosk knows',
    ],
    ['an older version', { ...version, manifest: { version: '0.0.1' } }, 'The newest, as of'],
    [
      'an older manifest',
      { ...version, manifest: { signed: new Date(0).toISOString() } },
      'older than one that this kiosk has already seen',
    ],
  ];

  const other = await openUpdateFeed();
  other.publish(version);
  const foreign = await (await fetch(new URL('update-linux.json', other.url))).text();
  other.close();

  const { page, app } = await startUpdatable();
  await openTheDoor(page, boxOffice);
  await openUpdates(page);
  for (const [what, published, words] of cases) {
    feed.publish(published);
    await lookNow(page);
    await expect(page.locator('[data-setting="update"]'), what).toContainText(words);
    await expect(page.getByRole('button', { name: 'Install now' }), what).toHaveCount(0);
  }
  expect(strangers).toEqual([]);
  elsewhere.close();

  // Ended as by a person, it leaves the next start what it was started from.
  feed.publish(version);
  await lookNow(page);
  await expect(page.getByText(IS_HERE)).toBeVisible();
  await app.close();
  expect(readFileSync(appImage, 'utf8')).toBe(OLD);
  expect(existsSync(join(dataDirectory, 'trace'))).toBe(false);
});

test('a kiosk that is older than its ledger says so, and leaves it as it is', async ({
  startKiosk,
  boxOffice,
  dataDirectory,
}) => {
  const args = [`--base-url=${boxOffice.baseUrl}`];
  const newer = await startKiosk({ args });
  await expectScreen(newer.page, 'sign-in');
  await newer.close();
  const path = join(dataDirectory, 'ledger.db');
  const ledger = readFileSync(path);
  // Where SQLite keeps `user_version`.
  ledger.writeUInt32BE(LEDGER_VERSION + 1, 60);
  writeFileSync(path, ledger);

  const { page } = await startKiosk({ args });
  await expectScreen(page, 'fault');
  await expect(page.getByText('comes from a newer version of Usher')).toBeVisible();
  await expect(
    page.getByText('Install the newer version. The file was left as it is.'),
  ).toBeVisible();
  expect(readFileSync(path).equals(ledger)).toBe(true);
});
