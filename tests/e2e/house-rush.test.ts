import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#main/base/system-clock.ts';
import { openBadNetwork } from '#tests/support/bad-network.ts';
import { userOf } from '#tests/support/demo-users.ts';
import { keptLedger } from '#tests/support/kept-ledger.ts';
import { openLinkProxy } from '#tests/support/link-proxy.ts';
import { lacksMosquitto, startMosquitto } from '#tests/support/mosquitto.ts';
import { hasTickets, openTheDoor } from './support/door.ts';
import { startHouseDoor } from './support/house-door.ts';
import { test } from './support/kiosk.ts';
import { scanAgain, watchMisses } from './support/scan-again.ts';
import { tail, watchVerdicts } from './support/verdicts.ts';

const KEY = 'Theater am Markt, alle Türen';
/** Ten guests a second at each door. */
const EVERY = 100;
/** How many tickets each door sees in each part of the evening. */
const TICKETS = 15;

test.skip(lacksMosquitto, 'there is no Mosquitto');
test.skip(process.platform !== 'linux', 'the key of the ledger is in the system’s key store');

test('three doors in a rush, cut from the platform and from each other, by the network and by a broker that is killed: no ticket is used twice unless both doors list it', async ({
  boxOffice,
  network,
  dataDirectory,
  startKiosk,
}) => {
  const folder = join(dataDirectory, 'house');
  mkdirSync(folder);
  const broker = await startMosquitto(folder);
  // Each door reaches the broker by a link of its own.
  const links = await Promise.all([0, 1, 2].map(() => openLinkProxy(broker.url)));
  const [toLeft, toRight, toFoyer] = links;
  if (!toLeft || !toRight || !toFoyer) throw new Error('unreachable');
  const house = { venueKey: KEY, repeatWindow: 500, verdictTime: 2_000 };
  const settings = join(folder, 'fleet.json');
  writeFileSync(
    settings,
    JSON.stringify({ kioskName: 'Foyer', venueBroker: toFoyer.url, ...house }),
  );
  const networks = await Promise.all(
    [0, 1].map(() => openBadNetwork(boxOffice.baseUrl, systemClock)),
  );
  // All doors know the platform by one address, and reach it over networks of their own.
  const kiosk = await startKiosk({
    switches: ['--password-store=basic'],
    args: [`--base-url=${network.baseUrl}`, `--settings=${settings}`],
  });
  const { page, scanner } = kiosk;
  const others = await Promise.all(
    networks.map((own, at) =>
      startHouseDoor({
        dataDirectory: join(folder, `door ${at}`),
        ...{ baseUrl: network.baseUrl, network: own.baseUrl, user: userOf(boxOffice) },
        settings: { kioskName: `Balcony ${at}`, venueBroker: links[at]?.url, ...house },
      }),
    ),
  );
  const [left, right] = others;
  if (left === undefined || right === undefined) throw new Error('unreachable');
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-doors', '2');
  for (const door of others) await expect.poll(() => door.state()?.doors).toBe(2);
  const seen = await watchVerdicts(page);
  const misses = await watchMisses(page);
  const codes = boxOffice.barcodes('valid', 8 * TICKETS);
  const part = (at: number): readonly string[] => codes.slice(at * TICKETS, (at + 1) * TICKETS);
  const scanned = { foyer: 0, left: 0, right: 0 };
  const rush = async (
    foyer: readonly string[],
    atLeft: readonly string[],
    atRight: readonly string[],
  ) => {
    const [{ late }] = await Promise.all([
      scanner.scan(foyer, { every: EVERY }),
      left.scan(atLeft, EVERY),
      right.scan(atRight, EVERY),
    ]);
    scanned.foyer += foyer.length;
    scanned.left += atLeft.length;
    scanned.right += atRight.length;
    // Whoever was scanned was answered.
    const answered = expect.poll(async () => (await seen()).length, { timeout: 30_000 });
    await answered.toBe(scanned.foyer).catch(async () => {
      const texts = (await seen()).map(({ text }) => text);
      const read = foyer.filter((code) => texts.some((text) => text.includes(tail(code))));
      await scanAgain({ scanner, misses, late }, foyer, read);
      await expect.poll(async () => (await seen()).length).toBe(scanned.foyer);
    });
    await expect.poll(() => left.verdicts.length, { timeout: 30_000 }).toBe(scanned.left);
    await expect.poll(() => right.verdicts.length, { timeout: 30_000 }).toBe(scanned.right);
  };

  // All is well: what one has let in, the next calls used.
  await rush(part(0), part(1), part(2));
  expect(new Set(left.verdicts.map(({ kind }) => kind))).toEqual(new Set(['admit']));
  // The platform goes at all doors. One door cannot be heard any more: it alone lets in whom the others have.
  await Promise.all([network, ...networks].map((each) => each.cut()));
  toLeft.hang();
  await rush([], [], part(4));
  await rush(part(4), part(4), []);
  toLeft.mend();
  // The broker is killed in the middle of a rush of guests whom nobody knows yet.
  const killed = async (): Promise<void> => {
    const middle = left.verdicts.length + TICKETS / 3;
    await expect.poll(() => left.verdicts.length, { intervals: [20] }).toBeGreaterThan(middle);
    await broker.kill();
  };
  await Promise.all([rush(part(5), part(6), part(7)), killed()]);
  // Two doors that know nothing of each other let in the same guests.
  await rush([], part(3), part(3));
  await expect(root).toHaveAttribute('data-venue', 'lost');

  await Promise.all([broker.start(), ...[network, ...networks].map((each) => each.mend())]);
  const folders = [dataDirectory, left.dataDirectory, right.dataDirectory];
  const known = () => folders.map(passagesKnownAt);
  await expect
    .poll(
      () => {
        const [first, ...rest] = known();
        return rest.every((ids) => ids === first);
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  for (const door of others)
    await expect.poll(() => door.state()?.pending, { timeout: 30_000 }).toBe(0);
  await kiosk.close();
  await Promise.all(others.map((door) => door.end()));
  await Promise.all([...networks, ...links].map((each) => each.close()));
  await broker.kill();

  const records = folders.flatMap((each) => keptLedger(each).records);
  const admissions = records.filter(({ kind }) => kind === 'admit');
  for (const code of codes) {
    const ofTicket = admissions.filter((record) => record.code === code);
    const areListed = ofTicket.every(({ twoDoors }) => (twoDoors?.other ?? null) !== null);
    expect(ofTicket.length === 1 || areListed, `${ofTicket.length} admissions`).toBe(true);
    expect(ofTicket.length).toBeLessThanOrEqual(2);
  }
  const twice = codes.filter(
    (code) => admissions.filter((record) => record.code === code).length === 2,
  );
  expect(twice, 'nothing could prevent these').toEqual([...part(3), ...part(4)]);
});

/** The ids of all ways in that a door knows of. */
function passagesKnownAt(folder: string): string {
  const db = new Database(join(folder, 'house.db'), { readonly: true, fileMustExist: true });
  try {
    return JSON.stringify(db.prepare('SELECT DISTINCT id FROM event ORDER BY id').pluck().all());
  } finally {
    db.close();
  }
}
