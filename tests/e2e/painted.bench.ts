import { expect } from '@playwright/test';
import { percentile, tableOf, type Figure } from '#tests/bench/figures.ts';
import { expectScreen, hasTickets, openTheDoor } from './support/door.ts';
import { test } from './support/kiosk.ts';
import { timeVerdicts } from './support/stopwatch.ts';

/** Guests, one every so many milliseconds. */
const SCANS = 60;
const EVERY = 900;

/** The first ones find caches cold, on the screen as in the code. */
const WARM_UP = 10;

test('from the last character of a scan to the painted verdict, offline', async ({
  boxOffice,
  network,
  startKiosk,
}) => {
  test.setTimeout(180_000);
  const { page, scanner } = await startKiosk({ args: [`--base-url=${network.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  await hasTickets(page);
  const times = await timeVerdicts(page);
  await expectScreen(page, 'ready');
  await network.cut();
  await scanner.scan(boxOffice.barcodes('valid', WARM_UP + SCANS), { every: EVERY });
  await expect.poll(async () => (await times()).length).toBe(WARM_UP + SCANS);

  const sorted = (await times()).slice(WARM_UP).toSorted((a, b) => a - b);
  const figure = (part: number, most: number | null): Figure => ({
    what: `last character of a scan to the painted verdict, offline, p${part * 100}`,
    size: SCANS,
    ours: percentile(sorted, part),
    bare: null,
    unit: 'ms',
    toReach: most === null ? null : { most },
  });
  const figures = [figure(0.5, null), figure(0.95, 50), figure(0.99, 100)];
  process.stdout.write(`\n${tableOf(figures)}\n`);
});
