import type { ElectronApplication } from '@playwright/test';
import { leaveFigures } from '#tests/bench/figures-elsewhere.ts';
import { percentile, tableOf, type Figure } from '#tests/bench/figures.ts';
import { startBoxOffice } from '#box-office/server.ts';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { startBare } from './support/bare.ts';
import { hasTickets, openTheDoor } from './support/door.ts';
import { letIn } from './support/evening.ts';
import { test } from './support/kiosk.ts';
import { megabytes } from './support/measures.ts';

/** Guests of an evening, one after the other, as fast as the door answers. */
const GUESTS = 2_000;

/** Looks at the memory, a second between them: what counts is the one in the middle. */
const LOOKS = 15;

test('what all of the kiosk’s processes take', async ({ dataDirectory, startKiosk }) => {
  test.setTimeout(900_000);
  const empty = await startBare(join(dataDirectory, 'bare'));
  const bare = await settled(empty.app);
  await empty.close();

  const boxOffice = await startBoxOffice({ tickets: 6 * GUESTS });
  try {
    const { app, page } = await startKiosk({ args: [`--base-url=${boxOffice.baseUrl}`] });
    await openTheDoor(page, boxOffice);
    await hasTickets(page);
    const before = await settled(app);
    await letIn(page, boxOffice.barcodes('valid', GUESTS));
    const after = await settled(app);

    const figure = (what: string, size: number, ours: number): Figure => ({
      ...{ what: `memory of all processes, ${what}`, size, ours, bare },
      ...{ unit: 'MB', toReach: null },
    });
    const figures = [
      figure('at the open door', 0, before),
      figure('after an evening of scans', GUESTS, after),
    ];
    process.stdout.write(`\n${tableOf(figures)}\n`);
    leaveFigures(figures);
  } finally {
    await boxOffice.close();
  }
});

async function settled(app: ElectronApplication): Promise<number> {
  const looks: number[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    await pass(1000);
    looks.push(megabytes(app));
  }
  return percentile(
    looks.toSorted((a, b) => a - b),
    0.5,
  );
}
