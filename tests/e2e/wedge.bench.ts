import { expect } from '@playwright/test';
import { leaveFigures } from '#tests/bench/figures-elsewhere.ts';
import { halfAndMost, tableOf } from '#tests/bench/figures.ts';
import { openTheDoor } from './support/door.ts';
import { timeEntries } from './support/entries.ts';
import { test } from './support/kiosk.ts';

/** Codes of 20 characters, ten a second if the machine can type as fast. */
const SCANS = 500;
const EVERY = 100;

/** The first ones find caches cold, and code that is not compiled yet. */
const WARM_UP = 20;

test('from the last key of a scan to the queue', async ({ boxOffice, network, startKiosk }) => {
  test.setTimeout(300_000);
  const { page, scanner } = await startKiosk({ args: [`--base-url=${network.baseUrl}`] });
  await openTheDoor(page, boxOffice);
  await network.cut();
  const entries = await timeEntries(page);
  const codes = Array.from({ length: WARM_UP + SCANS }, (_, scan) =>
    String(scan).padStart(20, '0'),
  );
  await scanner.scan(codes, { every: EVERY });
  await expect.poll(async () => (await entries()).length).toBe(codes.length);

  const counted = (await entries()).slice(WARM_UP);
  const sorted = (times: readonly number[]) => times.toSorted((a, b) => a - b);
  const figures = halfAndMost(
    { what: 'keyboard: last key of a code to the queue', size: SCANS, toReach: { most: 5 } },
    sorted(counted.map(({ toQueue }) => toQueue)),
    sorted(counted.map(({ toPage }) => toPage)),
  );
  process.stdout.write(`\n${tableOf(figures)}\n`);
  leaveFigures(figures);
});
